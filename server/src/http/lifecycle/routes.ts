/** Routes of the lifecycle of teams, its runs and its simulation, with their schemas. */
import Type from 'typebox';
import { EXPIRY_ACTIONS, LIFECYCLE_CAUSES } from '../../domain/teams/model.ts';
import { ASK_REASONS, EXPIRE_REASONS, RESET_REASONS, STAY_REASONS } from '../../flows/lifecycle/decide.ts';
import { LIFECYCLE_STATES, RUN_STATUSES } from '../../flows/lifecycle/model.ts';
import {
  getLifecycleRun,
  getTeamLifecycle,
  listLifecycleRuns,
  listLifecycleRunTeams,
  simulateLifecycle,
} from '../../flows/lifecycle/read-lifecycle.ts';
import { renewTeam } from '../../flows/lifecycle/renew-team.ts';
import { RUN_TEAM_OUTCOMES } from '../../flows/lifecycle/runs.ts';
import { startLifecycleRun } from '../../flows/lifecycle/start-run.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { asNumber, readCursor } from '../cursors.ts';
import { LifecycleRules } from '../lifecycle-rules.ts';
import { collectionOf, PAGE_OPTIONS, Paged, readPage, readTop, suiteIdOf } from '../paging.ts';
import { ApiResponse, route } from '../route.ts';
import { Closed, Collection, DateTime, Id, MessageText, Model, OneOf, Resource, Uuid } from '../schema.ts';
import { TeamParams } from '../teams/schemas.ts';

const STEPS = ['ask', 'expire'] as const;
const REASONS = [...new Set([...STAY_REASONS, ...ASK_REASONS, ...EXPIRE_REASONS, ...RESET_REASONS])];

const WhenDecided = Type.String({
  description: 'Reason of the decision; docs/lifecycle.md explains each',
  enum: REASONS,
});

const Cause = Type.Optional(
  OneOf(LIFECYCLE_CAUSES, {
    description:
      'Why the people of the team were asked. `end`: it reaches its end; `renewal`: a renewal is due; `inactivity`: nobody uses it',
  }),
);

const RunParams = Closed({ runId: Id('The run’s id') });

const TeamLifecycle = Resource('TeamLifecycle', {
  team: Closed({ id: Type.String(), displayName: Type.String() }),
  state: OneOf([...LIFECYCLE_STATES, 'none', 'archived'], {
    description: '`none`: the team has no lifecycle; `archived`: the lifecycle does not apply',
  }),
  reason: WhenDecided,
  cause: Cause,
  nextRun: Type.Optional(
    OneOf(RUN_TEAM_OUTCOMES, { description: 'Outcome of the next run, if nothing changes' }),
  ),
  rules: Type.Optional(LifecycleRules),
  lastActivityDateTime: Type.Optional(DateTime),
  renewedDateTime: Type.Optional(DateTime),
  askedDateTime: Type.Optional(DateTime),
  expiresDateTime: Type.Optional(DateTime),
  action: Type.Optional(OneOf(EXPIRY_ACTIONS, { description: 'Announced or completed action' })),
  nextStep: Type.Optional(OneOf(STEPS)),
  nextDateTime: Type.Optional(DateTime),
});

const Counts = Closed(
  Object.fromEntries(RUN_TEAM_OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
    (typeof RUN_TEAM_OUTCOMES)[number],
    ReturnType<typeof Type.Integer>
  >,
  { description: 'Number of teams by outcome' },
);

const LifecycleRun = Resource('LifecycleRun', {
  id: Uuid,
  status: OneOf(RUN_STATUSES),
  scheduledDateTime: Type.Optional(DateTime),
  requester: Closed({ id: Type.String(), displayName: Type.String() }),
  decidedDateTime: Type.Optional(DateTime),
  governedTeams: Type.Optional(Type.Integer()),
  cap: Type.Optional(
    Type.Integer({ description: 'Maximum number of teams that the run may archive or delete' }),
  ),
  counts: Counts,
  error: Type.Optional(MessageText()),
  createdDateTime: DateTime,
  startedDateTime: Type.Optional(DateTime),
  completedDateTime: Type.Optional(DateTime),
});
const LifecycleRuns = Collection('LifecycleRuns', LifecycleRun);

const decisionFields = {
  teamId: Type.String(),
  displayName: Type.String(),
  decision: OneOf(['stay', 'ask', 'expire', 'reset']),
  reason: WhenDecided,
  cause: Cause,
  action: Type.Optional(OneOf(EXPIRY_ACTIONS, { description: 'Completed or announced action' })),
  state: OneOf(LIFECYCLE_STATES, { description: 'State of the team before the run' }),
  lastActivityDateTime: Type.Optional(DateTime),
  askedDateTime: Type.Optional(DateTime),
  expiresDateTime: Type.Optional(DateTime),
  nextStep: Type.Optional(OneOf(STEPS, { description: 'Next step, if nothing changes' })),
  nextDateTime: Type.Optional(DateTime),
  rules: Type.Optional(LifecycleRules),
};

const LifecycleRunTeam = Model('LifecycleRunTeam', {
  ...decisionFields,
  outcome: Type.Optional(
    OneOf(RUN_TEAM_OUTCOMES, { description: 'Absent in a simulation when the team stays unchanged' }),
  ),
  error: Type.Optional(MessageText()),
});
const LifecycleRunTeams = Collection('LifecycleRunTeams', LifecycleRunTeam);

const LifecycleSimulation = Model('LifecycleSimulation', {
  '@odata.context': Type.String(),
  '@odata.count': Type.Integer(),
  '@odata.nextLink': Type.Optional(Type.String()),
  atDateTime: DateTime,
  governedTeams: Type.Integer(),
  cap: Type.Integer({ description: 'Maximum number of teams that such a run may archive or delete' }),
  counts: Counts,
  value: Type.Array(LifecycleRunTeam),
});

const RunTeamsQuery = Closed({ outcome: Type.Optional(OneOf(RUN_TEAM_OUTCOMES)), ...PAGE_OPTIONS });
const SimulationQuery = Closed({
  at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'RFC 3339: time of the simulated run, on the current data; now by default',
    }),
  ),
  scope: Type.Optional(
    OneOf(['due', 'all'], {
      description: '`all` includes teams that stay unchanged, with their next step; `due` by default',
    }),
  ),
  ...PAGE_OPTIONS,
});

export const getTeamLifecycleRoute = route(
  {
    summary: 'Get the lifecycle of a team',
    errors: [502],
    params: TeamParams,
    response: TeamLifecycle,
    description: 'For owners of the team and administrators.',
  },
  (deps, { principal, params }) => getTeamLifecycle(deps, principal, params),
);

export const renewTeamLifecycleRoute = route(
  {
    summary: 'Renew a team',
    errors: [502],
    params: TeamParams,
    response: TeamLifecycle,
    context: "teams(':teamId')/lifecycle",
    description:
      'Confirms that the team is still needed: its inactivity period starts now, whatever its state. Rejected with 409 `Conflict` when the team has no lifecycle, will end within its grace period, or has expired and is being archived or deleted.',
  },
  (deps, { principal, context, params }) => renewTeam(deps, principal, context, params),
);

/** The first rejected time, so that the dates derived from a valid time also have a four-digit year. */
const LATEST = new Date('9999-01-01T00:00:00Z');

/**
 * Reads the time of the simulated run. Rejects times from LATEST on, and leap seconds, which RFC 3339 allows and
 * JavaScript can't represent. @throws InvalidRequest at `at`
 */
function readTime(text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime()) && time < LATEST) return time;
  throw invalidField('at', say('lifecycle.time', 'Give a time before the year 9999, and no leap second.'));
}

export const getLifecycleSimulationRoute = route(
  {
    summary: 'Simulate a lifecycle run',
    errors: [502],
    querystring: SimulationQuery,
    response: LifecycleSimulation,
    description:
      'Lists what a run would do, with reasons and times, in the order of the run. Changes nothing. Every page is computed for the time of the first one.',
  },
  async (deps, { principal, query, url }) => {
    const top = readTop(query.$top);
    // The number of teams on the previous pages.
    const [begin] = readCursor(query.$skiptoken, asNumber()) ?? [0];
    const { teams, others, ...simulation } = await simulateLifecycle(deps, principal, {
      at: query.at === undefined ? undefined : readTime(query.at),
      scope: query.scope,
    });
    const all = [...teams, ...others.map((team) => ({ ...team, outcome: null, error: null }))];
    const next = all.length > begin + top ? [begin + top] : undefined;
    const page = { items: all.slice(begin, begin + top), next };
    return { ...simulation, ...collectionOf(page, { url, query: { ...query, at: simulation.atDateTime } }) };
  },
);

export const getLifecycleRunsRoute = route(
  {
    summary: 'List lifecycle runs',
    querystring: Paged,
    collection: LifecycleRuns,
    description: 'Newest first.',
  },
  (deps, { principal, query }) => listLifecycleRuns(deps, principal, readPage(query)),
);

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
    return new ApiResponse(run, { location: `${base}/lifecycle/runs/${run.id}` });
  },
);

export const getLifecycleRunRoute = route(
  {
    summary: 'Get a lifecycle run',
    params: RunParams,
    response: LifecycleRun,
    description: 'Shows the progress or the result of a run.',
  },
  (deps, { principal, params }) => getLifecycleRun(deps, principal, params),
);

export const getLifecycleRunTeamsRoute = route(
  {
    summary: 'List the outcomes of a lifecycle run by team',
    params: RunParams,
    querystring: RunTeamsQuery,
    collection: LifecycleRunTeams,
    description: 'By id; without teams that stayed unchanged.',
  },
  (deps, { principal, params, query }) =>
    listLifecycleRunTeams(deps, principal, {
      ...params,
      outcome: query.outcome,
      ...readPage(query, suiteIdOf),
    }),
);
