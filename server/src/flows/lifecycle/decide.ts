/**
 * State machine of the lifecycle: decides about a team from its current facts only. Simulation and run share it, so
 * their results agree. docs/lifecycle.md has the table of states.
 * Invariants (decide.properties.test.ts): no action before the end of the announced grace period, and none more severe
 * than announced. Later activity or a renewal resets the team. Once a decision is written, deciding again at the same
 * time changes nothing.
 */
import {
  addDays,
  type LifecycleAction,
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
export const ASK_REASONS = ['inactive', 'rules_changed'] as const;
export const EXPIRE_REASONS = ['grace_over', 'action_failed'] as const;
export const RESET_REASONS = ['activity', 'restored', 'rules_changed', 'switched_off', 'archived'] as const;

export type LifecycleDecision =
  | { kind: 'stay'; reason: (typeof STAY_REASONS)[number]; next: NextStep | null }
  /** The team becomes inactive, or its rules became stricter. The people who are asked can react until `expiresAt`. */
  | { kind: 'ask'; reason: (typeof ASK_REASONS)[number]; expiresAt: Date; action: LifecycleAction }
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

const ask = (rules: LifecycleRules, reason: (typeof ASK_REASONS)[number], at: Date): LifecycleDecision => ({
  kind: 'ask',
  reason,
  expiresAt: addDays(at, rules.graceDays),
  action: rules.action,
});

/** Returns the time when the team becomes inactive without further activity. */
const inactiveAt = (
  rules: LifecycleRules,
  team: LifecycleTeamFacts,
  record: LifecycleRecord | undefined,
): Date => addDays(latest(team.lastActivityAt, record?.renewedAt), rules.inactivityDays);

function decideActive(
  rules: LifecycleRules,
  team: LifecycleTeamFacts,
  due: Date,
  at: Date,
): LifecycleDecision {
  if (at < due) return stay('active', { step: 'ask', at: due });
  return team.addresseeIds.length === 0 ? stay('nobody_to_ask') : ask(rules, 'inactive', at);
}

/** Returns why the team is no longer inactive; undefined when it still is. */
function stopReason(
  team: LifecycleTeamFacts,
  record: LifecycleRecord,
  due: Date,
  at: Date,
): (typeof RESET_REASONS)[number] | undefined {
  // Compares with the last activity at the time of asking, not with that time itself, because a suite may report
  // activity by the day.
  if (record.lastActivityAt !== null && team.lastActivityAt > record.lastActivityAt) return 'activity';
  return at < due ? 'rules_changed' : undefined;
}

/** Decides about an inactive or expired team without later activity. */
function decideAsked(
  rules: LifecycleRules,
  team: LifecycleTeamFacts,
  record: LifecycleRecord,
  at: Date,
): LifecycleDecision {
  const { askedAt, action } = record;
  const isWorse = action === null || SEVERITY[rules.action] > SEVERITY[action];
  if (askedAt === null || isWorse) {
    return team.addresseeIds.length === 0 ? stay('nobody_to_ask') : ask(rules, 'rules_changed', at);
  }
  if (record.state === 'expired' && record.operation === null) return stay('expired');
  const expiresAt = latest(record.expiresAt, addDays(askedAt, rules.graceDays));
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
  if (isDone) return reset('restored', { step: 'ask', at: addDays(at, rules.inactivityDays) });
  const due = inactiveAt(rules, team, record);
  if (isActive) return decideActive(rules, team, due, at);
  const stopped = stopReason(team, record, due, at);
  if (stopped === undefined) return decideAsked(rules, team, record, at);
  const anew = decideActive(rules, team, due, at);
  return anew.kind === 'ask' ? anew : reset(stopped, anew.kind === 'stay' ? anew.next : null);
}

const ACTIVE: LifecycleChange = {
  state: 'active',
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
      const { expiresAt, action } = decision;
      const lastActivityAt = typeof team === 'string' ? null : team.lastActivityAt;
      return { ...ACTIVE, state: 'inactive', lastActivityAt, askedAt: at, expiresAt, action, renewedAt };
    }
    case 'expire': {
      const { lastActivityAt = null, askedAt = null, expiresAt = null } = record ?? {};
      const { action } = decision;
      return {
        state: 'expired',
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
