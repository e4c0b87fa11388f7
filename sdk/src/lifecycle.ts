/** The lifecycle of teams: where each is, and the runs that ask, archive and delete. */
import { type Api, bodyOf, type ToInit } from './caller.ts';
import type * as models from './models.ts';
import type { CallOptions, PostOptions } from './options.ts';
import { itemsOf } from './pages.ts';

export function lifecycle(api: Api, init: ToInit) {
  const getLifecycleRuns = (
    query: models.LifecycleRunQuery = {},
    options: CallOptions = {},
  ): Promise<models.LifecycleRuns> =>
    bodyOf(api.GET('/v1.0/lifecycle/runs', { ...init(options), params: { query } }));
  const getLifecycleSimulation = (
    query: models.LifecycleSimulationQuery = {},
    options: CallOptions = {},
  ): Promise<models.LifecycleSimulation> =>
    bodyOf(api.GET('/v1.0/lifecycle/simulation', { ...init(options), params: { query } }));
  const getLifecycleRunTeams = (
    runId: string,
    query: models.LifecycleRunTeamQuery = {},
    options: CallOptions = {},
  ): Promise<models.LifecycleRunTeams> =>
    bodyOf(
      api.GET('/v1.0/lifecycle/runs/{runId}/teams', { ...init(options), params: { path: { runId }, query } }),
    );
  return {
    getTeamLifecycle: (teamId: string, options: CallOptions = {}): Promise<models.TeamLifecycle> =>
      bodyOf(api.GET('/v1.0/teams/{teamId}/lifecycle', { ...init(options), params: { path: { teamId } } })),

    /** Says that the team is still needed. */
    renewTeamLifecycle: (teamId: string, options: PostOptions = {}): Promise<models.TeamLifecycle> =>
      bodyOf(
        api.POST('/v1.0/teams/{teamId}/lifecycle/renew', { ...init(options), params: { path: { teamId } } }),
      ),

    /** What a run would do; one page. */
    getLifecycleSimulation,

    /** Every team that the simulation finds, page by page. */
    simulated: (query: models.LifecycleSimulationQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.LifecycleSimulationQuery, models.LifecycleRunTeam>(query, (page) =>
        getLifecycleSimulation(page, options),
      ),

    /** One page. */
    getLifecycleRuns,

    /** Every run, page by page. */
    list: (query: models.LifecycleRunQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.LifecycleRunQuery, models.LifecycleRun>(query, (page) =>
        getLifecycleRuns(page, options),
      ),

    /** A worker begins it within seconds; read it back with getLifecycleRun. */
    startLifecycleRun: (options: PostOptions = {}): Promise<models.LifecycleRun> =>
      bodyOf(api.POST('/v1.0/lifecycle/runs', { ...init(options) })),

    getLifecycleRun: (runId: string, options: CallOptions = {}): Promise<models.LifecycleRun> =>
      bodyOf(api.GET('/v1.0/lifecycle/runs/{runId}', { ...init(options), params: { path: { runId } } })),

    /** What became of teams in a run; one page. */
    getLifecycleRunTeams,

    /** Every team of the run, page by page. */
    teams: (runId: string, query: models.LifecycleRunTeamQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.LifecycleRunTeamQuery, models.LifecycleRunTeam>(query, (page) =>
        getLifecycleRunTeams(runId, page, options),
      ),
  };
}
