/** Announces the ends of guests' stays a week before, and removes the guests at the end (docs/guests.md). */

import { findActing } from '../../domain/directory/find-people.ts';
import type { DueStay } from '../../domain/guests/ports.ts';
import {
  endOf,
  endsByInactivity,
  type GuestPolicy,
  inactiveEnd,
  NEW_FOR_MILLISECONDS,
  REMOVAL_RETRY_MILLISECONDS,
} from '../../domain/guests/rules.ts';
import { limitNames, type NewNotification, notificationsTo } from '../../domain/notifications/kinds.ts';
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import { policiesFor } from '../../domain/policies/model.ts';
import type { RemovalReason } from '../../domain/teams/change-members.ts';
import { ownerIdsOf, roleOf, type SuiteTeam, type TeamMember } from '../../domain/teams/model.ts';
import type { PermanenceDeps } from '../../domain/teams/permanence.ts';
import type { Deps } from '../../engine/deps.ts';
import { isFinalRejection } from '../../engine/intents/perform.ts';
import { leaseFor } from '../../engine/leases/lease.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { hasCode } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { findLastSignIns, prepareStays } from './check-guests.ts';
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

/**
 * Notifies the owners and sponsors: each of them once for each end and each reason. Notifies the administrators of
 * stays for which nobody else can act.
 * @param acting the owners and sponsors who can act
 */
async function announce(
  { notifications }: Pick<UnitOfWork, 'notifications'>,
  team: Team,
  due: readonly DueStay[],
  guests: ReadonlyMap<string, TeamMember>,
  { owners, acting }: { owners: readonly string[]; acting: ReadonlySet<string> },
  now: Date,
): Promise<void> {
  const ownerIds = owners.filter((id) => acting.has(id));
  const added: NewNotification[] = [];
  const unattended: Pick<NewNotification, 'kind' | 'facts'>[] = [];
  const byEnd = Map.groupBy(due, (stay) => `${endOf(stay)?.toISOString()} ${endsByInactivity(stay)}`);
  for (const stays of byEnd.values()) {
    const [first] = stays as [DueStay];
    const expiresDateTime = endOf(first)?.toISOString() ?? '';
    const reason = endsByInactivity(first) ? 'guestInactive' : 'guestEnd';
    const about = (of: readonly DueStay[]) => {
      const { names: people, more } = limitNames(of.flatMap(({ userId }) => guests.get(userId) ?? []));
      const ofTeam = { teamId: team.id, teamName: team.displayName };
      return { kind: 'guests_ending', facts: { ...ofTeam, people, more, expiresDateTime, reason } } as const;
    };
    const bySponsor = Map.groupBy(stays, ({ sponsorId }) =>
      sponsorId !== null && acting.has(sponsorId) ? sponsorId : null,
    );
    added.push(...notificationsTo(ownerIds, about(stays)));
    for (const [sponsorId, own] of bySponsor) {
      if (sponsorId !== null && !ownerIds.includes(sponsorId))
        added.push(...notificationsTo([sponsorId], about(own)));
      else if (sponsorId === null && ownerIds.length === 0) unattended.push(about(own));
    }
  }
  await notifications.add(added, now);
  for (const notification of unattended) await notifications.addForAdministrators(notification, now);
}

/** Returns the policy in force for the guests of the team; undefined if there is none. */
async function policyOf(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  { team: { id }, sensitivityLabelId }: SuiteTeam,
): Promise<GuestPolicy | undefined> {
  const { governed, policies } = await store.in(tenantId).policies.findGoverning(id);
  return labelledPolicyFor(policiesFor(policies, governed), 'guests', sensitivityLabelId);
}

/**
 * Restores the earlier end of stay for guests who no longer count as inactive: they have signed in, the latest sign-in
 * is not known any more, or the policy has changed. Returns the other stays, and the policy in force, which is read
 * only if some of the stays end because of inactivity.
 */
async function restoreActive(
  deps: Deps,
  tenantId: string,
  found: SuiteTeam,
  due: readonly DueStay[],
  guests: ReadonlyMap<string, TeamMember>,
): Promise<{ stays: readonly DueStay[]; policy: GuestPolicy | undefined }> {
  const inactive = due.filter(({ inactiveEndsAt }) => inactiveEndsAt !== null);
  if (inactive.length === 0) return { stays: due, policy: undefined };
  const policy = await policyOf(deps, tenantId, found);
  const lastSignIns = await findLastSignIns(deps, tenantId, [policy], inactive);
  const now = deps.clock.now();
  const changed = inactive.flatMap((stay) => {
    const { userId, endsAt } = stay;
    const lastSignIn = lastSignIns.get(userId);
    if (policy !== undefined && inactiveEnd(policy, stay, { endsAt, lastSignIn, now }) !== null) return [];
    const member = { userId, displayName: guests.get(userId)?.displayName ?? userId };
    const after = { ...stay, inactiveEndsAt: null };
    return [{ member, before: stay, after, isSignInKnown: lastSignIn !== undefined }];
  });
  if (changed.length === 0) return { stays: due, policy };
  const { id, displayName } = found.team;
  const write = await prepareStays(deps, tenantId, { team: { id, displayName }, policy }, changed);
  await deps.store.transaction(tenantId, (unit) => write(unit, { actor: SYSTEM_ACTOR, requestId: newId() }));
  const active = new Set(changed.map(({ member }) => member.userId));
  return { stays: due.filter(({ userId }) => !active.has(userId)), policy };
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
  const { stays: present, policy } = await restoreActive(
    deps,
    tenantId,
    found,
    due.filter(({ userId }) => guests.has(userId)),
    guests,
  );
  const announced = present.filter(({ isAnnounced }) => !isAnnounced);
  const sponsors = present.flatMap(({ sponsorId }) => sponsorId ?? []);
  const acting = new Set(await findActing(deps, tenantId, [...new Set([...owners, ...sponsors])]));
  await deps.store.transaction(tenantId, async (unit) => {
    await unit.guestStays.remove(
      id,
      gone.map(({ userId }) => userId),
    );
    await unit.guestStays.announce(announced, leaseUntil);
    await unit.guestStays.postpone(unseen, leaseUntil, new Date(now.getTime() + UNSEEN_MILLISECONDS));
    await announce(unit, team, announced, guests, { owners, acting }, now);
  });
  const ended = present.filter((stay) => {
    const end = endOf(stay);
    return stay.isAnnounced && end !== null && end <= now;
  });
  const remove = (stays: readonly DueStay[], because: RemovalReason) =>
    removePeople(deps, tenantId, {
      team,
      members: stays.flatMap(({ userId }) => guests.get(userId) ?? []),
      because,
      addressees: [...owners, ...stays.flatMap(({ sponsorId }) => sponsorId ?? [])].filter((id) =>
        acting.has(id),
      ),
      // An owner or a review may have extended a stay since it was leased.
      lockDue: ({ guestStays }) => guestStays.lockLeased(stays, leaseUntil),
      announced: new Set(
        stays.filter(({ removalRejectedAt }) => removalRejectedAt !== null).map(({ userId }) => userId),
      ),
    });
  const failures = new Map([
    ...(await remove(
      ended.filter((stay) => !endsByInactivity(stay)),
      { reason: 'guestEnd' },
    )),
    ...(await remove(ended.filter(endsByInactivity), {
      reason: 'guestInactive',
      ...(policy && { policyId: policy.id }),
    })),
  ]);
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
