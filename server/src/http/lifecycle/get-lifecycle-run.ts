import { getLifecycleRun } from '../../flows/lifecycle/list-runs.ts';
import { route } from '../route.ts';
import { LifecycleRun, RunParams } from './schemas.ts';

export const getLifecycleRunRoute = route(
  {
    summary: 'Get a lifecycle run',
    params: RunParams,
    response: LifecycleRun,
    description: 'Shows the progress or the result of a run.',
  },
  (deps, { principal, params }) => getLifecycleRun(deps, principal, params),
);
