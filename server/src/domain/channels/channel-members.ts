/** The first members of a private or shared channel (docs/specification.md, section 5, TeamChannel). */

import type { Suite } from '../../engine/suite.ts';
import { type ErrorDetail, invalidField, invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findUsers } from '../directory/find-people.ts';
import { type MemberRole, roleOf } from '../teams/model.ts';
import type { NewMember } from '../teams/suite.ts';
import type { ChannelMembershipType } from './model.ts';

export interface ChannelMemberInput {
  /** Id, user principal name or mail address. */
  user: { id: string };
  role: NewMember['role'];
}

export interface ChannelMembersInput {
  teamId: string;
  membershipType: ChannelMembershipType;
  /** Id of the calling user; undefined for an app. */
  caller: string | undefined;
  members: readonly ChannelMemberInput[];
}

/** Path of errors about the caller, whom withOwner adds. */
const CALLER = 'members';

interface WantedMember extends ChannelMemberInput {
  path: string;
}

interface Candidate extends WantedMember {
  userId: string;
  isGuest: boolean;
}

/** @throws InvalidRequest that names each person who can't be a member */
export async function chooseChannelMembers(
  suite: Suite,
  tenantId: string,
  input: ChannelMembersInput,
): Promise<NewMember[]> {
  if (input.membershipType === 'standard') {
    if (input.members.length === 0) return [];
    throw invalidField(
      'members',
      say(
        'channels.standardMembers',
        'A standard channel has the members of its team. Leave members out, or make the channel private or shared.',
      ),
    );
  }
  const wanted = withOwner(input);
  const named = wanted.map(({ path, user }) => ({ path, reference: user.id }));
  const users = await findUsers(suite, tenantId, named);
  const candidates = wanted.map((member, index): Candidate => {
    const { id, userType } = users[index]!;
    return { ...member, userId: id, isGuest: userType === 'Guest' };
  });
  const teamRoles =
    input.membershipType === 'private' ? await rolesInTeam(suite, tenantId, input.teamId) : undefined;
  const details = candidates.flatMap((candidate) => findFaults(candidate, teamRoles));
  if (details.length) {
    throw invalidRequest(
      say('channels.membersInvalid', 'Some people cannot be members of the channel. See details.'),
      details,
    );
  }
  return mergeByUser(candidates);
}

/** Adds the caller as owner when no owner is named. An app can't own a channel. */
function withOwner({ caller, members }: ChannelMembersInput): WantedMember[] {
  const wanted = members.map((member, index) => ({ ...member, path: `members[${index}].user.id` }));
  if (wanted.some(({ role }) => role === 'owner')) return wanted;
  if (caller === undefined) {
    throw invalidField(
      'members',
      say('channels.ownerRequired', 'An app must name at least one owner of the channel.'),
      'OwnerRequired',
    );
  }
  return [...wanted, { path: CALLER, user: { id: caller }, role: 'owner' }];
}

async function rolesInTeam(suite: Suite, tenantId: string, teamId: string): Promise<Map<string, MemberRole>> {
  const members = await suite.teams.listMembers(tenantId, teamId);
  return new Map(members.map(({ userId, roles }) => [userId, roleOf(roles)]));
}

/** @param teamRoles the roles in the team, given for a private channel, whose members must be in the team */
function findFaults(
  { path, userId, isGuest, role }: Candidate,
  teamRoles: Map<string, MemberRole> | undefined,
): ErrorDetail[] {
  const teamRole = teamRoles?.get(userId);
  if (teamRoles !== undefined && teamRole === undefined) {
    const message =
      path === CALLER
        ? say(
            'channels.youNotInTeam',
            'You would own the channel but are not in the team. Name an owner who is.',
          )
        : say(
            'channels.notInTeam',
            'Only members of the team can be in its private channels. Add the person to the team first.',
          );
    return [{ target: path, code: 'NotInTeam', ...message }];
  }
  if (role === 'owner' && (isGuest || teamRole === 'guest')) {
    return [
      {
        target: path,
        code: 'GuestCannotOwn',
        ...say('channels.guestOwner', 'A guest cannot own a channel.'),
      },
    ];
  }
  return [];
}

/** Merges the entries of each person into one with their highest role. */
function mergeByUser(candidates: readonly Candidate[]): NewMember[] {
  const roles = new Map<string, NewMember['role']>();
  for (const { userId, role } of candidates) {
    if (roles.get(userId) !== 'owner') roles.set(userId, role);
  }
  return [...roles].map(([userId, role]) => ({ userId, role }));
}
