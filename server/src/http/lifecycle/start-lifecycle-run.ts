import { startLifecycleRun } from '../../flows/lifecycle/start-run.ts';
import { route } from '../route.ts';
import { LifecycleRun } from './schemas.ts';

export const startLifecycleRunRoute = route(
  {
    summary: 'Start a lifecycle run',
    responseHeaders: ['location'],
    response: LifecycleRun,
    description:
      'A worker starts the run within seconds; poll `Location` until the status is `completed`. Rejected with 409 `Conflict` while another run is in progress.',
  },
  async (deps, { principal, context, base, baseUrl }) => {
    const run = await startLifecycleRun(deps, principal, context);
    return {
      headers: { location: `${base}/lifecycle/runs/${run.id}` },
      body: { '@odata.context': `${baseUrl}/$metadata#lifecycle/runs/$entity`, ...run },
    };
  },
);
