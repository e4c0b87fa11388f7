/** The lifecycle of teams, its runs and its simulation. */
import Type from 'typebox';
import { ASK_REASONS, EXPIRE_REASONS, RESET_REASONS, STAY_REASONS } from '../../flows/lifecycle/decide.ts';
import { LIFECYCLE_STATES, RUN_STATUSES } from '../../flows/lifecycle/model.ts';
import { RUN_TEAM_OUTCOMES } from '../../flows/lifecycle/runs.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Id, Nullable, named, OneOf, refTo } from '../schema.ts';

const ACTIONS = ['None', 'Archive', 'Delete'] as const;
const STEPS = ['ask', 'expire'] as const;
const REASONS = [...new Set([...STAY_REASONS, ...ASK_REASONS, ...EXPIRE_REASONS, ...RESET_REASONS])];

const WhenDecided = Type.String({ description: 'Why; docs/lifecycle.md has a line for each', enum: REASONS });

export const TeamParams = Closed({ teamId: Id('The team’s id') });
export const RunParams = Closed({ runId: Id('The run’s id') });

export const LifecycleRules = named(
  'LifecycleRules',
  Closed(
    {
      inactivityDays: Type.Integer({ description: 'Days without activity after which a team is inactive' }),
      graceDays: Type.Integer({ description: 'Days that its owners have from then on' }),
      action: OneOf(ACTIONS, { description: 'What is done then' }),
      source: Closed({ type: OneOf(['policy', 'template']), id: Type.String(), name: Type.String() }),
    },
    { description: 'What a team’s lifecycle goes by, and what says so' },
  ),
);

export const TeamLifecycle = named(
  'TeamLifecycle',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    team: Closed({ id: Type.String(), displayName: Type.String() }),
    state: OneOf([...LIFECYCLE_STATES, 'none', 'archived'], {
      description: '`none`: the team has no lifecycle; `archived`: it is left alone',
    }),
    reason: WhenDecided,
    nextRun: Nullable(
      OneOf(RUN_TEAM_OUTCOMES, { description: 'What the next run makes of it, as things are' }),
    ),
    rules: Nullable(refTo(LifecycleRules)),
    lastActivityDateTime: Nullable(DateTime),
    renewedDateTime: Nullable(DateTime),
    askedDateTime: Nullable(DateTime),
    expiresDateTime: Nullable(DateTime),
    action: Nullable(OneOf(ACTIONS, { description: 'What was announced, or done' })),
    nextStep: Nullable(OneOf(STEPS)),
    nextDateTime: Nullable(DateTime),
  }),
);

const Counts = Closed(
  Object.fromEntries(RUN_TEAM_OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
    (typeof RUN_TEAM_OUTCOMES)[number],
    ReturnType<typeof Type.Integer>
  >,
  { description: 'How many teams met which end' },
);

export const LifecycleRun = named(
  'LifecycleRun',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String({ format: 'uuid' }),
    status: OneOf(RUN_STATUSES),
    scheduledDateTime: Nullable(DateTime),
    requester: Closed({ id: Type.String(), displayName: Type.String() }),
    decidedDateTime: Nullable(DateTime),
    governedTeams: Nullable(Type.Integer()),
    cap: Nullable(Type.Integer({ description: 'How many teams it may archive or delete' })),
    counts: Counts,
    error: Nullable(Type.String()),
    createdDateTime: DateTime,
    startedDateTime: Nullable(DateTime),
    completedDateTime: Nullable(DateTime),
  }),
);
export const LifecycleRuns = Collection('LifecycleRuns', LifecycleRun);

const decisionFields = {
  teamId: Type.String(),
  displayName: Type.String(),
  decision: OneOf(['stay', 'ask', 'expire', 'reset']),
  reason: WhenDecided,
  action: Nullable(OneOf(ACTIONS, { description: 'What is done, or announced' })),
  state: OneOf(LIFECYCLE_STATES, { description: 'Where the team was' }),
  lastActivityDateTime: Nullable(DateTime),
  askedDateTime: Nullable(DateTime),
  expiresDateTime: Nullable(DateTime),
  nextStep: Nullable(OneOf(STEPS, { description: 'What comes next by itself, unless something happens' })),
  nextDateTime: Nullable(DateTime),
  rules: Nullable(refTo(LifecycleRules)),
};

export const LifecycleRunTeam = named(
  'LifecycleRunTeam',
  Closed({
    ...decisionFields,
    outcome: Nullable(
      OneOf(RUN_TEAM_OUTCOMES, { description: 'Null in a simulation: the team stays as it is' }),
    ),
    error: Nullable(Type.String()),
  }),
);
export const LifecycleRunTeams = Collection('LifecycleRunTeams', LifecycleRunTeam);

export const LifecycleSimulation = named(
  'LifecycleSimulation',
  Closed({
    '@odata.context': Type.String(),
    '@odata.count': Type.Integer(),
    '@odata.nextLink': Type.Optional(Type.String()),
    atDateTime: DateTime,
    governedTeams: Type.Integer(),
    cap: Type.Integer({ description: 'How many teams such a run may archive or delete' }),
    counts: Counts,
    value: Type.Array(refTo(LifecycleRunTeam)),
  }),
);

export const RunsQuery = Closed(PAGE_OPTIONS);
export const RunTeamsQuery = Closed({ outcome: Type.Optional(OneOf(RUN_TEAM_OUTCOMES)), ...PAGE_OPTIONS });
export const SimulationQuery = Closed({
  at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'RFC 3339: as if the run took place then, with everything as it is now. Default: now',
    }),
  ),
  scope: Type.Optional(
    OneOf(['due', 'all'], {
      description: '`all`: also the teams that stay as they are, with what comes next. Default: `due`',
    }),
  ),
  ...PAGE_OPTIONS,
});
