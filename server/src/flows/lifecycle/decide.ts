/**
 * State machine of the lifecycle: decides about a team from its current facts only. Simulation and run share it, so
 * their results agree. docs/lifecycle.md has the table of states. Invariants (decide.properties.test.ts): no action
 * before the end of the announced grace period, and none more severe than announced. A renewal resets any team, later
 * activity resets an unused team, and a later end date resets a team that was to end. Once a decision is written,
 * deciding again at the same time changes nothing.
 */
import { monthsAfter } from '../../kernel/clock.ts';
import {
  addDays,
  LIFECYCLE_CAUSES,
  type LifecycleAction,
  type LifecycleCause,
  type LifecycleChange,
  type LifecycleRecord,
  type LifecycleRules,
  type LifecycleTeamFacts,
  latest,
} from './model.ts';

export interface LifecycleSituation {
  /** Undefined when the team has no lifecycle rules, or they are switched off. */
  rules: LifecycleRules | undefined;
  /** `gone`: the suite has no such team. `unknown`: the suite returned an error. */
  team: LifecycleTeamFacts | 'gone' | 'unknown';
  record: LifecycleRecord | undefined;
}

/** The next step if nobody uses the team, and its earliest time. */
export interface NextStep {
  step: 'ask' | 'expire';
  at: Date;
}

export const STAY_REASONS = [
  'active',
  'grace',
  'expired',
  'under_way',
  'archived',
  'switched_off',
  'gone',
  'unknown',
  'nobody_to_ask',
] as const;
export const ASK_REASONS = ['inactive', 'renewal_due', 'end_due', 'rules_changed'] as const;
export const EXPIRE_REASONS = ['grace_over', 'action_failed'] as const;
export const RESET_REASONS = [
  'activity',
  'restored',
  'rules_changed',
  'end_moved',
  'switched_off',
  'archived',
] as const;

export type LifecycleDecision =
  | { kind: 'stay'; reason: (typeof STAY_REASONS)[number]; next: NextStep | null }
  /**
   * The team becomes inactive, its rules have become stricter, or its end is due. The people who are asked can react
   * until `expiresAt`.
   */
  | {
      kind: 'ask';
      reason: (typeof ASK_REASONS)[number];
      cause: LifecycleCause;
      expiresAt: Date;
      action: LifecycleAction;
    }
  | { kind: 'expire'; reason: (typeof EXPIRE_REASONS)[number]; action: LifecycleAction }
  | { kind: 'reset'; reason: (typeof RESET_REASONS)[number]; next: NextStep | null };

const SEVERITY: Record<LifecycleAction, number> = { None: 0, Archive: 1, Delete: 2 };

const milder = (one: LifecycleAction, other: LifecycleAction): LifecycleAction =>
  SEVERITY[one] < SEVERITY[other] ? one : other;

const stay = (reason: (typeof STAY_REASONS)[number], next: NextStep | null = null): LifecycleDecision => ({
  kind: 'stay',
  reason,
  next,
});

const reset = (reason: (typeof RESET_REASONS)[number], next: NextStep | null = null): LifecycleDecision => ({
  kind: 'reset',
  reason,
  next,
});

/** Returns the time from which the people are asked because the team ends; undefined for a team without an end. */
const endDue = ({ endDateTime, graceDays }: LifecycleRules): Date | undefined =>
  endDateTime === undefined ? undefined : addDays(new Date(endDateTime), -graceDays);

/** Whether the team ends so soon that a renewal would not keep it. */
export const isEnding = (rules: LifecycleRules, at: Date): boolean => {
  const due = endDue(rules);
  return due !== undefined && at >= due;
};

/** Returns the times from which the people of the team are asked, for each cause that its rules have. */
function duesOf(
  rules: LifecycleRules,
  team: LifecycleTeamFacts,
  record: Pick<LifecycleRecord, 'renewedAt'> | undefined,
): Record<LifecycleCause, Date | undefined> {
  const { inactivityDays, emptyDays, renewalMonths } = rules;
  const days = team.isEmpty ? Math.min(inactivityDays, emptyDays ?? inactivityDays) : inactivityDays;
  return {
    end: endDue(rules),
    renewal:
      renewalMonths === undefined
        ? undefined
        : monthsAfter(latest(team.createdAt, record?.renewedAt), renewalMonths),
    inactivity: addDays(latest(team.lastActivityAt, record?.renewedAt), days),
  };
}

type DueTimes = ReturnType<typeof duesOf>;

const isDue = (dues: DueTimes, cause: LifecycleCause, at: Date): boolean => {
  const due = dues[cause];
  return due !== undefined && at >= due;
};

const REASON_OF = { end: 'end_due', renewal: 'renewal_due', inactivity: 'inactive' } as const;

/**
 * The end of the grace period when people are asked at `askedAt`; for the cause `end`, never before the team's end
 * date.
 */
const graceEnd = ({ graceDays, endDateTime }: LifecycleRules, cause: LifecycleCause, askedAt: Date): Date =>
  latest(
    addDays(askedAt, graceDays),
    cause === 'end' && endDateTime !== undefined ? new Date(endDateTime) : undefined,
  );

const ask = (
  rules: LifecycleRules,
  cause: LifecycleCause,
  reason: (typeof ASK_REASONS)[number],
  at: Date,
): LifecycleDecision => ({
  kind: 'ask',
  reason,
  cause,
  expiresAt: graceEnd(rules, cause, at),
  action: rules.action,
});

function decideActive(
  rules: LifecycleRules,
  team: LifecycleTeamFacts,
  dues: DueTimes,
  at: Date,
): LifecycleDecision {
  const cause = LIFECYCLE_CAUSES.find((each) => isDue(dues, each, at));
  if (cause === undefined) {
    const times = Object.values(dues).filter((due) => due !== undefined);
    const next = new Date(Math.min(...times.map((due) => due.getTime())));
    return stay('active', { step: 'ask', at: next });
  }
  return team.addresseeIds.length === 0 ? stay('nobody_to_ask') : ask(rules, cause, REASON_OF[cause], at);
}

/** Returns why the people of the team need not decide any more; undefined when they still must. */
function stopReason(
  team: LifecycleTeamFacts,
  record: LifecycleRecord,
  cause: LifecycleCause,
  dues: DueTimes,
  at: Date,
): (typeof RESET_REASONS)[number] | undefined {
  // Compares with the last activity at the time of asking, not with that time itself, because a suite may report
  // activity by the day.
  if (cause === 'inactivity' && record.lastActivityAt !== null && team.lastActivityAt > record.lastActivityAt)
    return 'activity';
  if (isDue(dues, cause, at)) return undefined;
  return cause === 'end' ? 'end_moved' : 'rules_changed';
}

/** Decides about an inactive or expired team whose cause is still due. */
function decideAsked(
  rules: LifecycleRules,
  team: LifecycleTeamFacts,
  record: LifecycleRecord,
  { cause, dues }: { cause: LifecycleCause; dues: DueTimes },
  at: Date,
): LifecycleDecision {
  const { askedAt, action } = record;
  const isWorse = action === null || SEVERITY[rules.action] > SEVERITY[action];
  // A renewal does not prevent an end that is due now: the announcement must say so.
  const isEnd = cause !== 'end' && isEnding(rules, at);
  if (askedAt === null || isWorse || isEnd) {
    if (team.addresseeIds.length === 0) return stay('nobody_to_ask');
    return isEnd ? ask(rules, 'end', 'end_due', at) : ask(rules, cause, 'rules_changed', at);
  }
  if (record.state === 'expired' && record.operation === null) return stay('expired');
  const expiresAt = latest(record.expiresAt, graceEnd(rules, cause, askedAt));
  const { end } = dues;
  if (cause !== 'end' && end !== undefined && end <= expiresAt && at < expiresAt)
    return stay('grace', { step: 'ask', at: end });
  if (at < expiresAt) return stay('grace', { step: 'expire', at: expiresAt });
  const reason = record.state === 'expired' ? 'action_failed' : 'grace_over';
  return { kind: 'expire', reason, action: milder(rules.action, action) };
}

export function decide({ rules, team, record }: LifecycleSituation, at: Date): LifecycleDecision {
  if (record?.operation === 'pending') return stay('under_way');
  if (team === 'gone') return stay(team);
  const isActive = record === undefined || record.state === 'active';
  // Precedes the check for `unknown`, because an active team without rules needs no facts from the suite.
  if (rules === undefined && isActive) return stay('switched_off');
  if (team === 'unknown') return stay(team);
  if (rules === undefined) return reset('switched_off');
  const isDone = record?.operation === 'completed';
  if (team.isArchived) return isActive || isDone ? stay('archived') : reset('archived');
  // Somebody unarchived the team after a run had archived it. This starts a new period even if the suite does not count
  // it as activity.
  if (isDone) {
    const anew = decideActive(rules, team, duesOf(rules, team, { renewedAt: at }), at);
    return anew.kind === 'stay' && anew.reason === 'active' ? reset('restored', anew.next) : anew;
  }
  const dues = duesOf(rules, team, record);
  if (isActive) return decideActive(rules, team, dues, at);
  // Records of earlier releases name no cause.
  const cause = record.cause ?? 'inactivity';
  const stopped = stopReason(team, record, cause, dues, at);
  if (stopped === undefined) return decideAsked(rules, team, record, { cause, dues }, at);
  const anew = decideActive(rules, team, dues, at);
  return anew.kind === 'ask' ? anew : reset(stopped, anew.kind === 'stay' ? anew.next : null);
}

const ACTIVE: LifecycleChange = {
  state: 'active',
  cause: null,
  lastActivityAt: null,
  askedAt: null,
  expiresAt: null,
  action: null,
  renewedAt: null,
  expiredAt: null,
  operationId: null,
};

export const renewalChange = (at: Date): LifecycleChange => ({ ...ACTIVE, renewedAt: at });

/**
 * Returns the record after a decision; undefined when nothing changes.
 * @param operationId id of the job or intent that performs the action
 */
export function changeFor(
  decision: LifecycleDecision,
  { team, record }: LifecycleSituation,
  at: Date,
  operationId: string,
): LifecycleChange | undefined {
  const renewedAt = record?.renewedAt ?? null;
  switch (decision.kind) {
    case 'stay':
      return undefined;
    case 'reset':
      // Unarchiving counts as a renewal.
      return { ...ACTIVE, renewedAt: decision.reason === 'restored' ? at : renewedAt };
    case 'ask': {
      const { cause, expiresAt, action } = decision;
      const lastActivityAt = typeof team === 'string' ? null : team.lastActivityAt;
      return {
        ...ACTIVE,
        state: 'inactive',
        cause,
        lastActivityAt,
        askedAt: at,
        expiresAt,
        action,
        renewedAt,
      };
    }
    case 'expire': {
      const { cause = null, lastActivityAt = null, askedAt = null, expiresAt = null } = record ?? {};
      const { action } = decision;
      return {
        state: 'expired',
        cause,
        lastActivityAt,
        askedAt,
        expiresAt,
        action,
        renewedAt,
        expiredAt: at,
        operationId: action === 'None' ? null : operationId,
      };
    }
  }
}
