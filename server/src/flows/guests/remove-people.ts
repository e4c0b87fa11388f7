/** Removes people from a team as Charter itself, with the reason. */
import { createHash } from 'node:crypto';
import { namesFact } from '../../domain/notifications/kinds.ts';
import {
  type RemovalReason,
  type RemoveTeamMember,
  removeTeamMemberOperation,
} from '../../domain/teams/change-members.ts';
import type { TeamMember } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { executeIntent, INTENT_LEASE_MILLISECONDS } from '../../engine/intents/perform.ts';
import type { Intent } from '../../engine/intents/ports.ts';
import { leaseFor } from '../../engine/leases/lease.ts';
import { charterPrincipal } from '../../engine/principal.ts';
import { idFrom, newId } from '../../kernel/ids.ts';

/** Maximum number of people of one call, so that their intents are performed within their lease. */
export const MOST_REMOVED = 50;

interface Removal {
  team: { id: string; displayName: string };
  members: readonly TeamMember[];
  because: RemovalReason;
  /** Ids of the people who are notified of the removals. */
  addressees: readonly string[];
}

const intentIdOf = (teamId: string, userId: string): string =>
  idFrom(createHash('sha256').update(`remove-person\0${teamId}\0${userId}`).digest('hex'));

/** Records the intents with one notification, in one transaction. Takes over intents that are unfinished. */
const record = (
  deps: Deps,
  tenantId: string,
  { team, members, because, addressees }: Removal,
): Promise<Intent[]> => {
  const { now, leaseUntil } = leaseFor(deps, INTENT_LEASE_MILLISECONDS);
  return deps.store.transaction(tenantId, async (unit) => {
    const intents: Intent[] = [];
    for (const member of members.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))) {
      const id = intentIdOf(team.id, member.userId);
      const askedAt = now.toISOString();
      const input: RemoveTeamMember = { team, member, askedAt, because, eventId: newId() };
      const intent = {
        id,
        operation: removeTeamMemberOperation.name,
        input: { ...input },
        principal: charterPrincipal(tenantId),
        context: { requestId: newId(), operationId: id },
      };
      intents.push(await unit.intents.add(intent, leaseUntil, now));
    }
    const begun = new Set(intents.filter(({ attempt }) => attempt === 1).map(({ id }) => id));
    const removed = members.filter(({ userId }) => begun.has(intentIdOf(team.id, userId)));
    if (removed.length === 0) return intents;
    const { names, more } = namesFact(removed);
    const { reason } = because;
    const facts = { teamId: team.id, teamName: team.displayName, reason, people: names, more };
    const notices = [...new Set(addressees)].map((addresseeId) => ({
      ...{ id: newId(), addresseeId, facts },
      kind: 'people_removed' as const,
    }));
    if (notices.length > 0) await unit.notifications.add(notices, now);
    return intents;
  });
};

/**
 * Removes people from a team. Intents and notifications are recorded before the changes. The id of an intent is derived
 * from team and person, so that a node that finds one unfinished takes it over. Returns the errors by user id.
 * @param removal at most MOST_REMOVED people
 */
export async function removePeople(
  deps: Deps,
  tenantId: string,
  removal: Removal,
): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  if (removal.members.length === 0) return failures;
  for (const intent of await record(deps, tenantId, removal)) {
    try {
      await executeIntent(deps, removeTeamMemberOperation, intent);
    } catch (error) {
      failures.set((intent.input as unknown as RemoveTeamMember).member.userId, error);
    }
  }
  return failures;
}
