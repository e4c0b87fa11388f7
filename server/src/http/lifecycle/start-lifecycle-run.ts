import { startLifecycleRun } from '../../flows/lifecycle/start-run.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { LifecycleRun } from './schemas.ts';

export const startLifecycleRunRoute = route(
  {
    summary: 'Start a lifecycle run',
    responseHeaders: ['location'],
    response: refTo(LifecycleRun),
    description:
      'A worker begins the run within seconds; read it back until its status is `completed`. 409 `Conflict` while another run is under way.',
  },
  async (deps, { principal, context, base, baseUrl }) => {
    const run = await startLifecycleRun(deps, principal, context);
    return {
      headers: { location: `${base}/lifecycle/runs/${run.id}` },
      body: { '@odata.context': `${baseUrl}/$metadata#lifecycle/runs/$entity`, ...run },
    };
  },
);
