/** What a run, and the simulation of one, says about teams. */
import type { Actor } from '../../engine/principal.ts';
import type { Decision, DecisionKind, NextStep, Situation } from './decide.ts';
import type { LifecycleAction, LifecycleRules, LifecycleState, RunStatus } from './model.ts';

/**
 * `asked`: it became inactive. `archived`, `deleted`: that was begun. `expired`: told of, as its rules do nothing
 * more. `reset`: it is active again. `left`: the cap is reached, and the next run goes on. `blocked`: nobody could
 * be asked. `failed`: it could not be done, and the next run tries again.
 */
export const RUN_TEAM_OUTCOMES = [
  'asked',
  'archived',
  'deleted',
  'expired',
  'reset',
  'left',
  'blocked',
  'failed',
] as const;
export type RunTeamOutcome = (typeof RUN_TEAM_OUTCOMES)[number];

/** A team with what was decided for it. */
export interface Planned {
  teamId: string;
  situation: Situation;
  decision: Decision;
}

/** What a decision says, as it is shown; times are RFC 3339 UTC. */
export interface ShownDecision {
  teamId: string;
  displayName: string;
  decision: DecisionKind;
  reason: Decision['reason'];
  /** What is done, or announced, if anything. */
  action: LifecycleAction | null;
  /** Where the team was. */
  state: LifecycleState;
  lastActivityDateTime: string | null;
  askedDateTime: string | null;
  /** End of the grace: announced, or now announced. */
  expiresDateTime: string | null;
  /** What comes next by itself, and when at the earliest. */
  nextStep: NextStep['step'] | null;
  nextDateTime: string | null;
  rules: LifecycleRules | null;
}

/** What became of a team in a run, or would in a simulated one. */
export interface RunTeam extends ShownDecision {
  outcome: RunTeamOutcome;
  /** Why it failed, in words for an administrator. */
  error: string | null;
}

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

function nextOf(decision: Decision, graceEnds: Date | null): NextStep | null {
  if (decision.kind === 'stay' || decision.kind === 'reset') return decision.next;
  return decision.kind === 'ask' && graceEnds !== null ? { step: 'expire', at: graceEnds } : null;
}

export function showDecision({ teamId, situation, decision }: Planned): ShownDecision {
  const { record, rules } = situation;
  const team = typeof situation.team === 'string' ? undefined : situation.team;
  const expiresAt = decision.kind === 'ask' ? decision.expiresAt : (record?.expiresAt ?? null);
  const next = nextOf(decision, expiresAt);
  const announced = record?.state === 'inactive' ? record.action : null;
  return {
    teamId,
    displayName: team?.displayName ?? '',
    decision: decision.kind,
    reason: decision.reason,
    action: 'action' in decision ? decision.action : announced,
    state: record?.state ?? 'active',
    lastActivityDateTime: iso(team?.lastActivityAt),
    askedDateTime: iso(record?.askedAt),
    expiresDateTime: iso(expiresAt),
    nextStep: next?.step ?? null,
    nextDateTime: iso(next?.at),
    rules: rules ?? null,
  };
}

const OUTCOMES_OF_ACTIONS = { None: 'expired', Archive: 'archived', Delete: 'deleted' } as const;

/** What a run makes of a decision, when nothing comes between; undefined: nothing, the team stays as it is. */
export function outcomeOf(decision: Decision): RunTeamOutcome | undefined {
  switch (decision.kind) {
    case 'stay':
      if (decision.reason === 'unknown') return 'failed';
      return decision.reason === 'nobody_to_ask' ? 'blocked' : undefined;
    case 'ask':
      return 'asked';
    case 'reset':
      return 'reset';
    case 'expire':
      return OUTCOMES_OF_ACTIONS[decision.action];
  }
}

const UNKNOWN = 'The suite did not return the time of the team’s last activity.';

export const reportOn = (
  planned: Planned,
  outcome: RunTeamOutcome,
  error: string | null = planned.situation.team === 'unknown' ? UNKNOWN : null,
): RunTeam => ({ ...showDecision(planned), outcome, error });

/** How many teams met which end. */
export type RunCounts = Record<RunTeamOutcome, number>;

export const countsOf = (found: Partial<RunCounts>): RunCounts =>
  Object.fromEntries(RUN_TEAM_OUTCOMES.map((outcome) => [outcome, found[outcome] ?? 0])) as RunCounts;

/** A run before it began. */
export interface NewRun {
  id: string;
  /** The hour of the schedule it is for; null when somebody asked for it. */
  scheduledFor: Date | null;
  requester: Actor;
  requestId: string;
  createdAt: Date;
}

export interface RunRecord extends NewRun {
  status: RunStatus;
  /** Number of the latest try; only that one may write. */
  attempt: number;
  /** The time that its decisions are for. */
  decidedAt: Date | null;
  /** When its first try began. */
  governedTeams: number | null;
  /** How many teams it may archive or delete, in all of its tries. */
  cap: number | null;
  acted: number;
  /** Why it failed. */
  error: string | null;
  /** Until then it is its node's, unless that one renews it; null when nobody works on it. */
  leaseUntil: Date | null;
  startedAt: Date | null;
  completedAt: Date | null;
  counts: RunCounts;
}

/** A run as the interface shows it; times are RFC 3339 UTC. */
export interface LifecycleRun {
  id: string;
  status: RunStatus;
  /** The hour of the schedule it was for; null when somebody asked for it. */
  scheduledDateTime: string | null;
  requester: { id: string; displayName: string };
  /** The time that its decisions are for. */
  decidedDateTime: string | null;
  /** When its first try began. */
  governedTeams: number | null;
  /** How many teams it may archive or delete, in all of its tries. */
  cap: number | null;
  counts: RunCounts;
  /** Why it failed. */
  error: string | null;
  createdDateTime: string;
  startedDateTime: string | null;
  completedDateTime: string | null;
}

export const describeRun = (run: RunRecord): LifecycleRun => ({
  id: run.id,
  status: run.status,
  scheduledDateTime: iso(run.scheduledFor),
  requester: { id: run.requester.id, displayName: run.requester.displayName },
  decidedDateTime: iso(run.decidedAt),
  governedTeams: run.governedTeams,
  cap: run.cap,
  counts: run.counts,
  error: run.error,
  createdDateTime: run.createdAt.toISOString(),
  startedDateTime: iso(run.startedAt),
  completedDateTime: iso(run.completedAt),
});
