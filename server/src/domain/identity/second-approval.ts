/**
 * Four eyes (docs/your-own-organisation.md, "Four eyes"): a change by an administrator is a paused job until a second
 * administrator approves it. flows/jobs/decide-job.ts has the decisions.
 */
import type { Deps } from '../../engine/deps.ts';
import type { SecondApproval } from '../../engine/jobs/model.ts';
import type { Actor, Principal, Role } from '../../engine/principal.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { findById } from '../directory/find-people.ts';
import { type ChangeFacts, type NewNotification, notificationsTo } from '../notifications/kinds.ts';

/** The kinds of changes that a second administrator can be required for. */
export const FOUR_EYES = ['bulk-deletion', 'roles'] as const;
export type FourEyesRule = (typeof FOUR_EYES)[number];

export interface FourEyesSettings {
  fourEyes: {
    rules: readonly FourEyesRule[];
    /** Days until an undecided change expires. */
    expiryDays: number;
  };
}

/** Roles that may approve: those that could make the change themselves, for every team. */
const APPROVERS: Readonly<Record<FourEyesRule, readonly Role[]>> = {
  'bulk-deletion': ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'],
  roles: ['GLOBAL_ADMIN'],
};

export interface RequiredApproval {
  secondApproval: SecondApproval;
  /** Line for the log of the job. */
  line: Message;
  /** People whose roles, as the service assigned them, let them approve. */
  approverIds: readonly string[];
}

/** Returns the approval that a change needs under the rule; undefined when the rule is off. */
export async function requireSecondApproval(
  { store, suite, clock, settings }: Deps & { settings: FourEyesSettings },
  principal: Principal,
  rule: FourEyesRule,
): Promise<RequiredApproval | undefined> {
  const { rules, expiryDays } = settings.fourEyes;
  if (!rules.includes(rule)) return undefined;
  const { tenantId } = principal;
  const roles = APPROVERS[rule];
  const holders = await store.in(tenantId).roles.holders(roles);
  const others = holders.filter((id) => id !== principal.id);
  const found = await findById(suite.users, tenantId, others);
  const approverIds = others.filter((_, index) => found[index]?.accountEnabled);
  const expiresAt = clock.now().getTime() + expiryDays * DAY_MILLISECONDS;
  const waits = say('fourEyes.waits', 'Waits for a second administrator, until {expires, date, utc} UTC.', {
    expires: expiresAt,
  });
  const alone = say(
    'fourEyes.alone',
    'Nobody else is known to have one of the roles {roles}. Somebody whose sign-in carries such a role can approve. Otherwise ask the operator of the service to switch the rule off, assign the role to a second person, and switch the rule on again.',
    { roles: roles.join(', ') },
  );
  return {
    secondApproval: { roles: [...roles], expires: new Date(expiresAt).toISOString() },
    line: approverIds.length > 0 ? waits : sentences([waits, alone]),
    approverIds,
  };
}

/** The facts about a change in notifications. */
export type DescribedChange = Omit<ChangeFacts, 'expiresDateTime'>;

export const describeDeletion = (jobId: string, requester: Actor, teamCount: number): DescribedChange => ({
  ...{ jobId, requesterName: requester.displayName, teamCount },
  ...{ change: 'delete', principalName: '', role: '' },
});

/** Returns the notifications to the people who may approve the change. */
export const notificationsForApprovers = (
  { secondApproval, approverIds }: RequiredApproval,
  facts: DescribedChange,
): NewNotification[] =>
  notificationsTo(approverIds, {
    kind: 'change_waits',
    facts: { ...facts, expiresDateTime: secondApproval.expires },
  });

/** The outcome of a change that needed an approval. */
interface Decided {
  outcome: 'approved' | 'rejected' | 'expired' | 'failed';
  /** Name of the administrator who decided; empty when nobody did. */
  actorName: string;
  message?: Message | string | undefined;
}

/** Returns the notification to the requester; none for an app. */
export const notificationsForRequester = (
  { kind, id }: Actor,
  change: DescribedChange,
  { message, ...decided }: Decided,
): NewNotification[] => {
  if (kind !== 'user') return [];
  const facts = { ...change, ...decided, ...(message !== undefined && { message }) };
  return [{ id: newId(), addresseeId: id, kind: 'change_decided', facts }];
};
