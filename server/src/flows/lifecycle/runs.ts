/** Reports on teams, by a run or a simulation. */
import type { Actor } from '../../engine/principal.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { LifecycleDecision, LifecycleSituation, NextStep } from './decide.ts';
import type { LifecycleCause, LifecycleRecord, RunStatus } from './model.ts';

/**
 * `asked`: the people of an inactive team were asked. `archived`, `deleted`: the action was started. `expired`: the
 * expiry was announced, without an action. `reset`: the state is `active` again. `left`: the team is beyond the cap and
 * waits for the next run. `blocked`: there is nobody to ask. `failed`: the next run tries again.
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

export interface PlannedDecision {
  teamId: string;
  situation: LifecycleSituation;
  decision: LifecycleDecision;
}

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

function nextOf(decision: LifecycleDecision, graceEnds: Date | null): NextStep | null {
  if (decision.kind === 'stay' || decision.kind === 'reset') return decision.next;
  return decision.kind === 'ask' && graceEnds !== null ? { step: 'expire', at: graceEnds } : null;
}

/** Returns why the people of the team are or were asked; null while it is active. */
export const causeOf = (
  decision: LifecycleDecision,
  record: LifecycleRecord | undefined,
): LifecycleCause | null => {
  if (decision.kind === 'ask') return decision.cause;
  // Records of earlier releases name no cause.
  return record === undefined || record.state === 'active' ? null : (record.cause ?? 'inactivity');
};

/** Describes a decision in API responses; times are RFC 3339 UTC. */
export function showDecision({ teamId, situation, decision }: PlannedDecision) {
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
    cause: causeOf(decision, record),
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

export type ShownDecision = ReturnType<typeof showDecision>;

/** A run's report on a team. */
export interface RunTeam extends ShownDecision {
  outcome: RunTeamOutcome;
  /** Why the action failed, for administrators; null without a failure. */
  error: Message | null;
}

const OUTCOMES_OF_ACTIONS = { None: 'expired', Archive: 'archived', Delete: 'deleted' } as const;

/** Returns the outcome of a decision that is applied; undefined when the team stays unchanged. */
export function runOutcomeOf(decision: LifecycleDecision): RunTeamOutcome | undefined {
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

const UNKNOWN = say(
  'lifecycle.activityUnknown',
  'The suite did not return the time of the team’s last activity. The next run asks again.',
);

export const reportOn = (
  planned: PlannedDecision,
  outcome: RunTeamOutcome,
  error: Message | null = planned.situation.team === 'unknown' ? UNKNOWN : null,
): RunTeam => ({ ...showDecision(planned), outcome, error });

export type RunCounts = Record<RunTeamOutcome, number>;

export const countsOf = (found: Partial<RunCounts>): RunCounts =>
  Object.fromEntries(RUN_TEAM_OUTCOMES.map((outcome) => [outcome, found[outcome] ?? 0])) as RunCounts;

export interface NewRun {
  id: string;
  /** Scheduled hour; null for a requested run. */
  scheduledFor: Date | null;
  requester: Actor;
  requestId: string;
  createdAt: Date;
}

export interface RunRecord extends NewRun {
  status: RunStatus;
  /** Fencing token: only the latest attempt may write. */
  attempt: number;
  /** Time as of which the latest attempt decides; null before the first one. */
  decidedAt: Date | null;
  governedTeams: number | null;
  /** Maximum number of archived and deleted teams over all attempts. */
  cap: number | null;
  acted: number;
  error: Message | null;
  /** End of the lease; null when no node holds it. */
  leaseUntil: Date | null;
  startedAt: Date | null;
  completedAt: Date | null;
  counts: RunCounts;
}

/** Describes a run in API responses; times are RFC 3339 UTC. */
export const describeRun = (run: RunRecord) => ({
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

export type LifecycleRun = ReturnType<typeof describeRun>;
