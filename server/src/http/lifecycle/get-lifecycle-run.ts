import { getLifecycleRun } from '../../flows/lifecycle/list-runs.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { LifecycleRun, RunParams } from './schemas.ts';

export const getLifecycleRunRoute = route(
  {
    summary: 'Get a lifecycle run',
    params: RunParams,
    response: refTo(LifecycleRun),
    description: 'How far a run has come, or how it ended.',
  },
  async (deps, { principal, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#lifecycle/runs/$entity`,
      ...(await getLifecycleRun(deps, principal, { runId: params.runId })),
    },
  }),
);
