import type { Deps } from '../../engine/deps.ts';
import type { Suite } from '../../engine/suite.ts';
import { findById } from '../directory/find-people.ts';
import type { DescribedStay } from '../teams/admission.ts';
import type { NewStay } from './ports.ts';
import { endOf } from './rules.ts';

/** Describes stays with the names of the sponsors. A sponsor who has left the directory is shown by id. */
export async function describeStays(
  { suite }: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  stays: readonly NewStay[],
): Promise<{ userId: string; shown: DescribedStay }[]> {
  const ids = [...new Set(stays.flatMap(({ sponsorId }) => sponsorId ?? []))];
  const found = ids.length === 0 ? [] : await findById(suite.users, tenantId, ids);
  const names = new Map(ids.map((id, index) => [id, found[index]?.displayName ?? id]));
  return stays.map(({ userId, sponsorId, ...stay }) => ({
    userId,
    shown: {
      endDateTime: endOf(stay)?.toISOString() ?? null,
      sponsor: sponsorId === null ? null : { id: sponsorId, displayName: names.get(sponsorId) ?? sponsorId },
    },
  }));
}

/** Returns the stays of the guests in a team, by user id. Without guests, nothing is read. */
export async function findStays(
  deps: Pick<Deps, 'store' | 'suite'>,
  tenantId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, DescribedStay>> {
  if (userIds.length === 0) return new Map();
  const stays = await deps.store.in(tenantId).guestStays.of(teamId, userIds);
  const described = await describeStays(deps, tenantId, stays);
  return new Map(described.map(({ userId, shown }) => [userId, shown]));
}
