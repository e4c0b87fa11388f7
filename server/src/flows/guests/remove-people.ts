/** Removes people from a team as Charter itself, with the reason. */
import { limitNames } from '../../domain/notifications/kinds.ts';
import { notifyOwners } from '../../domain/notifications/notify-owners.ts';
import {
  type RemovalReason,
  type RemoveTeamMember,
  removeTeamMemberOperation,
} from '../../domain/teams/change-members.ts';
import type { TeamMember } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { keyedIntentId, recordKeyedIntent } from '../../engine/intents/keyed-intent.ts';
import { executeIntent } from '../../engine/intents/perform.ts';
import type { Intent } from '../../engine/intents/ports.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { newId } from '../../kernel/ids.ts';

/** Maximum number of people of one call, so that their intents are performed within their lease. */
export const MAX_REMOVED = 50;

const keyOf = (teamId: string, userId: string): string[] => [teamId, userId];

/** Returns the people whose removal has begun and is not recorded yet: they may have left the team already. */
export async function beingRemoved(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = new Map(
    userIds.map((userId) => [keyedIntentId(removeTeamMemberOperation, keyOf(teamId, userId)), userId]),
  );
  const open = await store.in(tenantId).intents.open([...ids.keys()]);
  return new Set(open.flatMap((id) => ids.get(id) ?? []));
}

interface Removal {
  team: { id: string; displayName: string };
  members: readonly TeamMember[];
  because: RemovalReason;
  /**
   * Ids of the people who can act and are notified of the removals. If there are none, the administrators are notified.
   * Null for removals that need no notification.
   */
  addressees: readonly string[] | null;
  /** Ids of people about whose removal the addressees were notified before. */
  announced?: ReadonlySet<string>;
  /**
   * Returns the ids of the people who must still be removed, and locks their stays until the intents are recorded.
   * Default: everybody is removed.
   */
  lockDue?(unit: UnitOfWork): Promise<readonly string[]>;
}

/** Records the intents with one notification, in one transaction. Takes over intents that are unfinished. */
const record = (
  deps: Deps,
  tenantId: string,
  { team, members: found, because, addressees, announced, lockDue }: Removal,
): Promise<Intent[]> => {
  const { clock, store } = deps;
  const now = clock.now();
  return store.transaction(tenantId, async (unit) => {
    const due = lockDue && new Set(await lockDue(unit));
    const members = due === undefined ? found : found.filter(({ userId }) => due.has(userId));
    const intents: Intent[] = [];
    const begun = new Set<TeamMember>();
    for (const member of members.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))) {
      const askedAt = now.toISOString();
      const input: RemoveTeamMember = { team, member, askedAt, because, eventId: newId() };
      const key = keyOf(team.id, member.userId);
      const stores = { clock, intents: unit.intents };
      const intent = await recordKeyedIntent(stores, tenantId, removeTeamMemberOperation, key, input);
      intents.push(intent);
      if (intent.attempt === 1 && !announced?.has(member.userId)) begun.add(member);
    }
    const removed = members.filter((member) => begun.has(member));
    if (removed.length === 0 || addressees === null) return intents;
    const { names, more } = limitNames(removed);
    const { reason } = because;
    const facts = { teamId: team.id, teamName: team.displayName, reason, people: names, more };
    await notifyOwners(unit, [...new Set(addressees)], { kind: 'people_removed', facts }, now);
    return intents;
  });
};

/**
 * Removes people from a team. Intents and notifications are recorded before the changes. The id of an intent is derived
 * from team and person, so that a node that finds one unfinished takes it over. Returns the errors by user id.
 * @param removal at most MAX_REMOVED people
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
