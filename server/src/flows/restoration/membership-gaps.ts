/** Finds the permanent members who are missing in a team or in its private and shared channels. */

import type { User } from '../../domain/directory/model.ts';
import { roleOf, type TeamMember } from '../../domain/teams/model.ts';
import type { Suite } from '../../engine/suite.ts';

export interface PermanentPerson {
  id: string;
  displayName: string;
  role: 'owner' | 'member';
}

/** All permanent people, each in their highest role. */
export interface PermanentPeople {
  people: readonly PermanentPerson[];
  /** Ids of the guests, who can't join shared channels. */
  guests: ReadonlySet<string>;
}

export interface ChannelGap {
  id: string;
  displayName: string;
  people: PermanentPerson[];
}

export interface MembershipGaps {
  people: PermanentPerson[];
  channels: ChannelGap[];
}

export const hasNoGaps = ({ people, channels }: MembershipGaps): boolean =>
  people.length === 0 && channels.length === 0;

/** Merges owners and members. Omits people who left the directory, and guests among the owners. */
export function toPermanentPeople(
  owners: readonly (User | undefined)[],
  members: readonly (User | undefined)[],
): PermanentPeople {
  const people = new Map<string, PermanentPerson>();
  const guests = new Set<string>();
  const add = (user: User | undefined, role: PermanentPerson['role']): void => {
    if (user === undefined || people.has(user.id)) return;
    if (user.userType === 'Guest') {
      if (role === 'owner') return;
      guests.add(user.id);
    }
    people.set(user.id, { id: user.id, displayName: user.displayName, role });
  };
  for (const user of owners) add(user, 'owner');
  for (const user of members) add(user, 'member');
  return { people: [...people.values()], guests };
}

/** Returns the people who are missing or lack their role. */
export function findMissing(
  wanted: readonly PermanentPerson[],
  present: readonly Pick<TeamMember, 'userId' | 'roles'>[],
): PermanentPerson[] {
  const roles = new Map(present.map(({ userId, roles }) => [userId, roleOf(roles)]));
  return wanted.filter(({ id, role }) => {
    const is = roles.get(id);
    return is === undefined || (role === 'owner' && is !== 'owner');
  });
}

/** Compares the permanent people with the members of the team and of its private and shared channels. */
export async function findMembershipGaps(
  suite: Pick<Suite, 'teams' | 'channels'>,
  tenantId: string,
  teamId: string,
  { people, guests }: PermanentPeople,
): Promise<MembershipGaps> {
  if (people.length === 0) return { people: [], channels: [] };
  const [members, channels] = await Promise.all([
    suite.teams.listMembers(tenantId, teamId),
    suite.channels.list(tenantId, teamId),
  ]);
  const gaps: ChannelGap[] = [];
  for (const { id, displayName, membershipType } of channels) {
    if (membershipType === 'standard') continue;
    const wanted = membershipType === 'shared' ? people.filter((person) => !guests.has(person.id)) : people;
    const missing = findMissing(wanted, await suite.channels.listMembers(tenantId, teamId, id));
    if (missing.length > 0) gaps.push({ id, displayName, people: missing });
  }
  return { people: findMissing(people, members), channels: gaps };
}
