/** Schemas of the lifecycle of teams, its runs and its simulation. */
import Type from 'typebox';
import { EXPIRY_ACTIONS } from '../../domain/teams/model.ts';
import { ASK_REASONS, EXPIRE_REASONS, RESET_REASONS, STAY_REASONS } from '../../flows/lifecycle/decide.ts';
import { LIFECYCLE_STATES, RUN_STATUSES } from '../../flows/lifecycle/model.ts';
import { RUN_TEAM_OUTCOMES } from '../../flows/lifecycle/runs.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Id, Model, OneOf, Resource, Uuid } from '../schema.ts';

const STEPS = ['ask', 'expire'] as const;
const REASONS = [...new Set([...STAY_REASONS, ...ASK_REASONS, ...EXPIRE_REASONS, ...RESET_REASONS])];

const WhenDecided = Type.String({
  description: 'Reason of the decision; docs/lifecycle.md explains each',
  enum: REASONS,
});

export const RunParams = Closed({ runId: Id('The run’s id') });

const LifecycleRules = Model(
  'LifecycleRules',
  {
    inactivityDays: Type.Integer({ description: 'Days without activity after which a team is inactive' }),
    graceDays: Type.Integer({ description: 'Days that owners of an inactive team have to renew it' }),
    action: OneOf(EXPIRY_ACTIONS, { description: 'Action after the grace period' }),
    source: Closed({ type: OneOf(['policy', 'template']), id: Type.String(), name: Type.String() }),
  },
  { description: 'Rules of a team’s lifecycle and their source' },
);

export const TeamLifecycle = Resource('TeamLifecycle', {
  team: Closed({ id: Type.String(), displayName: Type.String() }),
  state: OneOf([...LIFECYCLE_STATES, 'none', 'archived'], {
    description: '`none`: the team has no lifecycle; `archived`: the lifecycle does not apply',
  }),
  reason: WhenDecided,
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

export const LifecycleRun = Resource('LifecycleRun', {
  id: Uuid,
  status: OneOf(RUN_STATUSES),
  scheduledDateTime: Type.Optional(DateTime),
  requester: Closed({ id: Type.String(), displayName: Type.String() }),
  decidedDateTime: Type.Optional(DateTime),
  governedTeams: Type.Optional(Type.Integer()),
  cap: Type.Optional(Type.Integer({ description: 'Most teams that the run may archive or delete' })),
  counts: Counts,
  error: Type.Optional(Type.String()),
  createdDateTime: DateTime,
  startedDateTime: Type.Optional(DateTime),
  completedDateTime: Type.Optional(DateTime),
});
export const LifecycleRuns = Collection('LifecycleRuns', LifecycleRun);

const decisionFields = {
  teamId: Type.String(),
  displayName: Type.String(),
  decision: OneOf(['stay', 'ask', 'expire', 'reset']),
  reason: WhenDecided,
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
  error: Type.Optional(Type.String()),
});
export const LifecycleRunTeams = Collection('LifecycleRunTeams', LifecycleRunTeam);

export const LifecycleSimulation = Model('LifecycleSimulation', {
  '@odata.context': Type.String(),
  '@odata.count': Type.Integer(),
  '@odata.nextLink': Type.Optional(Type.String()),
  atDateTime: DateTime,
  governedTeams: Type.Integer(),
  cap: Type.Integer({ description: 'Most teams that such a run may archive or delete' }),
  counts: Counts,
  value: Type.Array(LifecycleRunTeam),
});

export const RunTeamsQuery = Closed({ outcome: Type.Optional(OneOf(RUN_TEAM_OUTCOMES)), ...PAGE_OPTIONS });
export const SimulationQuery = Closed({
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
