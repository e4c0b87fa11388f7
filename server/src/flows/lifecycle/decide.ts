/**
 * The state machine of the lifecycle: what becomes of a team at a time, decided from what is known of it and
 * nothing else. The simulation and the run both ask here, so they can't differ. Table of states:
 * docs/lifecycle.md.
 *
 * What it keeps to, whatever happens (decide.properties.test.ts): nothing is done to a team before the end of
 * the grace that was announced, nor anything worse than what was announced; activity or a renewal since then
 * stops it; a decision that has been written is not made again at the same time.
 */
import {
  addDays,
  type LifecycleAction,
  type LifecycleChange,
  type LifecycleRecord,
  type LifecycleRules,
  latest,
  type TeamFacts,
} from './model.ts';

export interface Situation {
  /** Undefined: no lifecycle, or it is switched off. */
  rules: LifecycleRules | undefined;
  /** `gone`: the suite has no such team any more. `unknown`: it could not say. */
  team: TeamFacts | 'gone' | 'unknown';
  record: LifecycleRecord | undefined;
}

/** What comes next by itself, and when at the earliest. */
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

export type Decision =
  /** It stays as it is. */
  | { kind: 'stay'; reason: (typeof STAY_REASONS)[number]; next: NextStep | null }
  /** It becomes inactive, or its people are asked anew: they have until `expiresAt`. */
  | { kind: 'ask'; reason: (typeof ASK_REASONS)[number]; expiresAt: Date; action: LifecycleAction }
  /** The grace is over. */
  | { kind: 'expire'; reason: (typeof EXPIRE_REASONS)[number]; action: LifecycleAction }
  /** It is active again. */
  | { kind: 'reset'; reason: (typeof RESET_REASONS)[number]; next: NextStep | null };

export type DecisionKind = Decision['kind'];
export type DecisionReason = Decision['reason'];

const SEVERITY: Record<LifecycleAction, number> = { None: 0, Archive: 1, Delete: 2 };

const milder = (one: LifecycleAction, other: LifecycleAction): LifecycleAction =>
  SEVERITY[one] < SEVERITY[other] ? one : other;

const stay = (reason: (typeof STAY_REASONS)[number], next: NextStep | null = null): Decision => ({
  kind: 'stay',
  reason,
  next,
});

const reset = (reason: (typeof RESET_REASONS)[number], next: NextStep | null = null): Decision => ({
  kind: 'reset',
  reason,
  next,
});

const ask = (rules: LifecycleRules, reason: (typeof ASK_REASONS)[number], at: Date): Decision => ({
  kind: 'ask',
  reason,
  expiresAt: addDays(at, rules.graceDays),
  action: rules.action,
});

/** When the team is inactive, unless something happens before. */
const inactiveAt = (rules: LifecycleRules, team: TeamFacts, record: LifecycleRecord | undefined): Date =>
  addDays(latest(team.lastActivityAt, record?.renewedAt), rules.inactivityDays);

function decideActive(rules: LifecycleRules, team: TeamFacts, due: Date, at: Date): Decision {
  if (at < due) return stay('active', { step: 'ask', at: due });
  return team.addresseeIds.length === 0 ? stay('nobody_to_ask') : ask(rules, 'inactive', at);
}

/** Why the team is not inactive any more. */
function stopReason(
  team: TeamFacts,
  record: LifecycleRecord,
  due: Date,
  at: Date,
): (typeof RESET_REASONS)[number] | undefined {
  // Later than what was known when people were asked, not later than the asking: a suite may know it to the day.
  if (record.lastActivityAt !== null && team.lastActivityAt > record.lastActivityAt) return 'activity';
  return at < due ? 'rules_changed' : undefined;
}

/** Of a team whose people were asked, and for which nothing speaks that has happened since. */
function decideAsked(rules: LifecycleRules, team: TeamFacts, record: LifecycleRecord, at: Date): Decision {
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

/** What becomes of the team at `at`. */
export function decide({ rules, team, record }: Situation, at: Date): Decision {
  if (record?.operation === 'pending') return stay('under_way');
  if (team === 'gone') return stay(team);
  const isActive = record === undefined || record.state === 'active';
  // Whatever the suite could say of it, nothing would follow.
  if (rules === undefined && isActive) return stay('switched_off');
  if (team === 'unknown') return stay(team);
  if (rules === undefined) return reset('switched_off');
  const isDone = record?.operation === 'completed';
  if (team.isArchived) return isActive || isDone ? stay('archived') : reset('archived');
  // A run archived it, and somebody brought it back: it begins anew, also where the suite calls that no activity.
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

/** The record of a team that somebody renews at `at`. */
export const renewed = (at: Date): LifecycleChange => ({ ...ACTIVE, renewedAt: at });

/**
 * The record after a decision; undefined when there is nothing to write.
 * @param operationId of the job or intent that does the action
 */
export function changeFor(
  decision: Decision,
  { team, record }: Situation,
  at: Date,
  operationId: string,
): LifecycleChange | undefined {
  const renewedAt = record?.renewedAt ?? null;
  switch (decision.kind) {
    case 'stay':
      return undefined;
    case 'reset':
      // Brought back is as good as renewed.
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
