import { startLifecycleRun } from '../../flows/lifecycle/start-run.ts';
import { Answer, route } from '../route.ts';
import { LifecycleRun } from './schemas.ts';

export const startLifecycleRunRoute = route(
  {
    summary: 'Start a lifecycle run',
    responseHeaders: ['location'],
    response: LifecycleRun,
    context: 'lifecycle/runs/$entity',
    description:
      'A worker starts the run within seconds; poll `Location` until the status is `completed`. Rejected with 409 `Conflict` while another run is in progress.',
  },
  async (deps, { principal, context, base }) => {
    const run = await startLifecycleRun(deps, principal, context);
    return new Answer(run, { location: `${base}/lifecycle/runs/${run.id}` });
  },
);
