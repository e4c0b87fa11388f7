/** Announces the ends of guests' stays a week before, and removes the guests at the end (docs/guests.md). */

import type { DueStay } from '../../domain/guests/ports.ts';
import { NEW_FOR_MILLISECONDS, REMOVAL_RETRY_MILLISECONDS } from '../../domain/guests/rules.ts';
import type { NewNotification } from '../../domain/notifications/kinds.ts';
import { limitNames } from '../../domain/notifications/kinds.ts';
import { ownerIdsOf, roleOf, type TeamMember } from '../../domain/teams/model.ts';
import type { PermanenceDeps } from '../../domain/teams/permanence.ts';
import type { Deps } from '../../engine/deps.ts';
import { isFinalRejection } from '../../engine/intents/perform.ts';
import { leaseFor } from '../../engine/leases/lease.ts';
import { hasCode } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { MAX_REMOVED, removePeople } from './remove-people.ts';

const LEASE_MILLISECONDS = 5 * 60_000;
/** Pause before the suite is asked again for a new guest whom it does not show yet. */
const UNSEEN_MILLISECONDS = 15 * 60_000;

export interface EndStaysDeps extends Deps, PermanenceDeps {
  /** Reports a team whose stays could not be processed. They are due again when their lease ends. */
  report(error: unknown, details: { tenantId: string; teamId: string }): void;
}

interface Team {
  id: string;
  displayName: string;
}

/** Returns the notifications to the owners and sponsors: one for each sponsor and each end. */
function noticesOf(
  team: Team,
  due: readonly DueStay[],
  guests: ReadonlyMap<string, TeamMember>,
  owners: readonly string[],
) {
  const byEnd = Map.groupBy(due, ({ endsAt }) => endsAt.toISOString());
  return [...byEnd].flatMap(([expiresDateTime, stays]): NewNotification[] => {
    const about = (of: readonly DueStay[], addresseeId: string): NewNotification => {
      const { names, more } = limitNames(of.flatMap(({ userId }) => guests.get(userId) ?? []));
      const facts = { teamId: team.id, teamName: team.displayName, people: names, more, expiresDateTime };
      return { id: newId(), addresseeId, kind: 'guests_ending', facts };
    };
    const ofSponsor = Map.groupBy(
      stays.filter(({ sponsorId }) => sponsorId !== null && !owners.includes(sponsorId)),
      ({ sponsorId }) => sponsorId as string,
    );
    return [...owners.map((id) => about(stays, id)), ...[...ofSponsor].map(([id, own]) => about(own, id))];
  });
}

/** Performs the next steps of stays in one team. */
async function endInTeam(
  deps: EndStaysDeps,
  tenantId: string,
  teamId: string,
  due: readonly DueStay[],
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<void> {
  const { guestStays } = deps.store.in(tenantId);
  const found = await deps.suite.teams.find(tenantId, teamId);
  if (found === undefined) {
    return guestStays.remove(
      teamId,
      due.map(({ userId }) => userId),
    );
  }
  const retryAt = new Date(now.getTime() + REMOVAL_RETRY_MILLISECONDS);
  if (found.team.isArchived) return guestStays.postpone(due, leaseUntil, retryAt);
  const { id, displayName } = found.team;
  const team = { id, displayName };
  const [members, permanent] = await Promise.all([
    deps.suite.teams.listMembers(tenantId, id),
    deps.findPermanent(deps, tenantId, id),
  ]);
  const kept = new Set(permanent.map(({ userId }) => userId));
  const guests = new Map(
    members
      .filter(({ roles, userId }) => roleOf(roles) === 'guest' && !kept.has(userId))
      .map((member) => [member.userId, member]),
  );
  const owners = ownerIdsOf(members);
  const isNew = ({ since }: DueStay): boolean => now.getTime() - since.getTime() < NEW_FOR_MILLISECONDS;
  const missing = due.filter(({ userId }) => !guests.has(userId));
  const unseen = missing.filter((stay) => isNew(stay) && !kept.has(stay.userId));
  // People who have left, and permanent members, have no stay that ends.
  const gone = missing.filter((stay) => !unseen.includes(stay));
  const present = due.filter(({ userId }) => guests.has(userId));
  const announced = present.filter(({ isAnnounced }) => !isAnnounced);
  await deps.store.transaction(tenantId, async (unit) => {
    await unit.guestStays.remove(
      id,
      gone.map(({ userId }) => userId),
    );
    await unit.guestStays.announce(announced, leaseUntil);
    await unit.guestStays.postpone(unseen, leaseUntil, new Date(now.getTime() + UNSEEN_MILLISECONDS));
    await unit.notifications.add(noticesOf(team, announced, guests, owners), now);
  });
  const ended = present.filter(({ isAnnounced, endsAt }) => isAnnounced && endsAt <= now);
  const removal = {
    team,
    members: ended.flatMap(({ userId }) => guests.get(userId) ?? []),
    because: { reason: 'guestEnd' as const },
    addressees: [...owners, ...ended.flatMap(({ sponsorId }) => sponsorId ?? [])],
    announced: new Set(
      ended.filter(({ removalRejectedAt }) => removalRejectedAt !== null).map(({ userId }) => userId),
    ),
  };
  const failures = await removePeople(deps, tenantId, removal);
  const failed = ended.filter(({ userId }) => failures.has(userId));
  const isRejected = (error: unknown): boolean => isFinalRejection(error) && !hasCode(error, 'NotFound');
  const rejected = failed.filter(({ userId }) => isRejected(failures.get(userId)));
  await guestStays.reject(
    id,
    rejected.map(({ userId }) => userId),
    now,
  );
  await guestStays.postpone(failed, leaseUntil, retryAt);
  for (const error of failures.values()) if (!isFinalRejection(error)) throw error;
}

/**
 * Performs the due steps of the tenant's stays in batches. Safe to run on several nodes at once.
 * @param stopping when aborted, no further batch begins
 */
export async function endStays(
  deps: EndStaysDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<number> {
  const { guestStays } = deps.store.in(tenantId);
  let count = 0;
  while (!stopping?.aborted) {
    const lease = leaseFor(deps, LEASE_MILLISECONDS);
    const due = await guestStays.leaseDue(lease.now, lease.leaseUntil, MAX_REMOVED);
    for (const [teamId, stays] of Map.groupBy(due, (stay) => stay.teamId)) {
      try {
        await endInTeam(deps, tenantId, teamId, stays, lease);
      } catch (error) {
        deps.report(error, { tenantId, teamId });
      }
    }
    count += due.length;
    if (due.length < MAX_REMOVED) break;
  }
  return count;
}
