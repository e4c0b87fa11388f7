/**
 * Reads and adds members of teams. Looks people up in Charter's copy of the directory (users.ts), so that unknown
 * people are rejected and guests recognised before the first call adds anybody. Skips people who are already members.
 */
import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import type { User } from '../../../domain/directory/model.ts';
import { unknownUsers } from '../../../domain/directory/suite-rules.ts';
import { TEAMS_LIMITS } from '../../../domain/teams/limits.ts';
import { userOfMembership } from '../../../domain/teams/membership-id.ts';
import { type MemberRole, roleOf, type TeamMember } from '../../../domain/teams/model.ts';
import type { AddedMember, AdditionAttempt, NewMember, SuiteTeams } from '../../../domain/teams/suite.ts';
import {
  guestRoleIsFixed,
  lastOwnerConflict,
  memberNotFound,
  tooManyOwners,
} from '../../../domain/teams/suite-rules.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { groupMembersPath } from '../calls/directory.ts';
import {
  type GraphMember,
  listMembersAt,
  memberCall,
  readMembersAt,
  toMember,
  toNewMember,
  withoutGraphId,
} from '../calls/members.ts';
import { hasStatus, notShown } from '../client/failure.ts';
import { at, isMembershipId } from '../client/request.ts';
import type { GraphTransport } from '../client/transport.ts';
import {
  assertTeamWritable,
  callAboutTeam,
  dynamicMembership,
  inTeamQueue,
  readSharedTeam,
} from '../mirror/teams.ts';
import type { GraphParts } from './effects.ts';
import { assertAddable, assertNobodyDeleted } from './people.ts';

/** A person to add, with the permitted role: guests stay guests. */
export interface PersonToAdd {
  user: User;
  role: 'owner' | 'member' | 'guest';
}

/** Maximum number of people in one call ("conversationMember: add"). */
const MAX_AT_ONCE = 200;

/**
 * Returns each person once, by id: as owner when any entry says owner, but always as guest if they are one.
 * @throws NotFound that names unknown people
 */
export async function peopleToAdd(
  parts: GraphParts,
  tenantId: string,
  members: readonly NewMember[],
): Promise<Map<string, PersonToAdd>> {
  const ids = [...new Set(members.map(({ userId }) => userId))];
  const users = await parts.users.resolve(tenantId, ids);
  const unknown = ids.filter((id, index) => users[index]?.id !== id);
  if (unknown.length > 0) throw unknownUsers(unknown);
  const owners = new Set(members.filter(({ role }) => role === 'owner').map(({ userId }) => userId));
  return new Map(
    (users as User[]).map((user) => {
      const role = owners.has(user.id) ? 'owner' : 'member';
      return [user.id, { user, role: user.userType === 'Guest' ? 'guest' : role }];
    }),
  );
}

/** Promotes the present members whom `people` has as owners. Returns the changed memberships. */
export async function promote(
  graph: GraphTransport,
  path: string,
  teamId: string,
  present: readonly GraphMember[],
  people: ReadonlyMap<string, PersonToAdd>,
): Promise<TeamMember[]> {
  const promoted: TeamMember[] = [];
  for (const member of present) {
    if (people.get(member.userId)?.role !== 'owner' || member.roles.length > 0) continue;
    await graph.call({
      method: 'PATCH',
      path: `${path}${at`/members/${member.graphId}`}`,
      budget: 'writeTeams',
      teamId,
      body: { '@odata.type': '#microsoft.graph.aadUserConversationMember', roles: ['owner'] },
    });
    promoted.push({ ...withoutGraphId(member), roles: ['owner'] });
  }
  return promoted;
}

/**
 * Returns the memberships in the order of the request. @throws ServiceUnavailable when Graph does not show one of them
 * yet
 */
export function inRequestOrder(
  members: readonly NewMember[],
  ...lists: readonly (readonly AddedMember[])[]
): AddedMember[] {
  const byUser = new Map(lists.flat().map((member) => [member.userId, member]));
  return members.map(({ userId }) => {
    const member = byUser.get(userId);
    if (member === undefined) throw notShown('member');
    return member;
  });
}

interface BulkResult {
  value: { userId?: string | null; error?: { code?: string; message?: string } | null }[];
}

type Failed = BulkResult['value'][number];

const reasonOf = ({ userId, error }: Failed): string =>
  `Microsoft Graph did not add ${userId}: ${error?.message || error?.code}`;

/** Codes with which Graph rejects a person permanently. */
const REJECTED = ['BadRequest', 'Forbidden'];

/** The error when a call for several people did not add all of them. Its details name each person not added. */
class PeopleNotAdded extends CharterError {
  constructor(failed: readonly [Failed, ...Failed[]]) {
    const isFinal = failed.some(({ error }) => REJECTED.includes(error?.code ?? ''));
    super(isFinal ? 'InvalidRequest' : 'SuiteError', reasonOf(failed[0]), {
      details: failed.map((one) => ({
        target: one.userId ?? '',
        code: one.error?.code || 'SuiteError',
        message: reasonOf(one),
      })),
    });
  }
}

/** @throws ServiceUnavailable for a member who is to become an owner, and whom Graph does not show yet */
function assertPromotable(hidden: readonly TeamMember[], people: ReadonlyMap<string, PersonToAdd>): void {
  const isToPromote = ({ userId, roles }: TeamMember): boolean =>
    people.get(userId)?.role === 'owner' && roles.length === 0;
  if (hidden.some(isToPromote)) throw notShown('member');
}

/** Returns the ids of the members of the team's group, whom Teams may show hours later. */
async function readGroupMembers(parts: GraphParts, tenantId: string, teamId: string): Promise<Set<string>> {
  const charge = { budget: 'readDirectory' } as const;
  const members = await parts.graphOf(tenantId).list<{ id: string }>(groupMembersPath(teamId), charge);
  return new Set(members.map(({ id }) => id));
}

/**
 * Returns the earlier roles of the people who are in the team although Teams does not show them. Teams accepts the
 * addition of such a person again, so the copy and the group show the earlier membership. The call that adds a guest
 * rejects one who is in the group, so guests are looked up only in a repetition.
 */
async function findUnshown(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  missing: readonly PersonToAdd[],
  attempt: AdditionAttempt | undefined,
): Promise<ReadonlyMap<string, MemberRole>> {
  if (attempt === undefined) return new Map();
  const { askedAt, isRepeat } = attempt;
  const people = missing.filter(({ role }) => isRepeat || role !== 'guest');
  const ids = people.map(({ user }) => user.id);
  const copied = await parts.memberCopy.findRoles(tenantId, teamId, ids, isRepeat ? askedAt : undefined);
  if (copied.size === 0) return copied;
  try {
    const inGroup = await readGroupMembers(parts, tenantId, teamId);
    return new Map([...copied].filter(([userId]) => inGroup.has(userId)));
  } catch (error) {
    // Without Member.Read.Hidden, Graph does not show the members of a group with hidden membership.
    if (hasStatus(error, 403)) return new Map();
    throw error;
  }
}

export function createTeamMembers(parts: GraphParts) {
  /**
   * Lists the people whom Charter has just added and Graph does not list. Empty in jobs, which rely only on Graph.
   */
  async function listHidden(
    tenantId: string,
    teamId: string,
    listed: readonly TeamMember[],
  ): Promise<TeamMember[]> {
    if (parts.isBackground) return [];
    const known = new Set(listed.map(({ userId }) => userId));
    const added = await parts.memberCopy.listNew(tenantId, teamId);
    return added.filter(({ userId }) => !known.has(userId));
  }

  /** Adds people. A call for one person returns the membership; after a call for several, all members are read. */
  async function add(
    tenantId: string,
    teamId: string,
    additions: readonly PersonToAdd[],
  ): Promise<TeamMember[]> {
    const graph = parts.graphOf(tenantId);
    const path = at`/teams/${teamId}`;
    const [first] = additions;
    if (first === undefined) return [];
    if (additions.length === 1) {
      const { body } = await graph.call<AadUserConversationMember>({
        method: 'POST',
        path: `${path}/members`,
        budget: 'writeTeams',
        teamId,
        body: toNewMember(first, graph.bind),
      });
      return [toMember(teamId, body)];
    }
    for (let start = 0; start < additions.length; start += MAX_AT_ONCE) {
      const values = additions.slice(start, start + MAX_AT_ONCE).map((one) => toNewMember(one, graph.bind));
      const { body } = await graph.call<BulkResult>({
        method: 'POST',
        path: `${path}/members/add`,
        budget: 'writeTeams',
        teamId,
        body: { values },
      });
      const [failed, ...others] = body.value.filter(({ error }) => error);
      if (failed) throw new PeopleNotAdded([failed, ...others]);
    }
    const wanted = new Set(additions.map(({ user }) => user.id));
    return (await listMembersAt(graph, path, teamId, teamId)).filter(({ userId }) => wanted.has(userId));
  }

  return {
    async listMembers(tenantId, teamId) {
      const listed = await callAboutTeam(parts, tenantId, teamId, () =>
        listMembersAt(parts.graphOf(tenantId), at`/teams/${teamId}`, teamId, teamId),
      );
      return [...listed, ...(await listHidden(tenantId, teamId, listed))];
    },

    async addMembers(tenantId, teamId, members, attempt) {
      return inTeamQueue(parts, tenantId, teamId, async () => {
        await assertTeamWritable(parts, tenantId, teamId);
        return callAboutTeam(parts, tenantId, teamId, async () => {
          const people = await peopleToAdd(parts, tenantId, members);
          const graph = parts.graphOf(tenantId);
          const path = at`/teams/${teamId}`;
          const present = await readMembersAt(graph, path, teamId, teamId);
          const hidden = await listHidden(tenantId, teamId, present);
          assertPromotable(hidden, people);
          const known = new Set([...present, ...hidden].map(({ userId }) => userId));
          const missing = [...people.values()].filter(({ user }) => !known.has(user.id));
          const promoted = await promote(graph, path, teamId, present, people);
          const rolesBefore = await findUnshown(parts, tenantId, teamId, missing, attempt);
          const others = missing.filter(({ role }) => role !== 'guest');
          const addedOthers = await add(tenantId, teamId, others).catch(async (error: unknown) => {
            const ids = others.map(({ user }) => user.id);
            if (hasStatus(error, 404) || error instanceof PeopleNotAdded)
              await assertAddable(parts, tenantId, ids);
            throw (
              (error instanceof PeopleNotAdded &&
                (await dynamicMembership(parts.graphOf(tenantId), teamId))) ||
              error
            );
          });
          const guests = missing.filter(({ role }) => role === 'guest').map(({ user }) => user);
          const addedGuests = await addGuests(parts, tenantId, teamId, guests, attempt);
          const added = [...addedOthers, ...addedGuests].map((one): AddedMember => {
            const roleBefore = rolesBefore.get(one.userId);
            return roleBefore === undefined ? one : { ...one, roleBefore };
          });
          const all = inRequestOrder(members, hidden, present.map(withoutGraphId), promoted, added);
          const isChange = ({ roles, roleBefore }: AddedMember): boolean => roleBefore !== roleOf(roles);
          // Others may have added the existing members.
          await parts.pendingChanges.recordMembers(
            tenantId,
            all.map(({ userId }) => ({ teamId, userId })),
          );
          await parts.memberCopy.save(tenantId, teamId, all);
          await parts.pendingChanges.takeBackMembers(
            tenantId,
            [...promoted, ...added.filter(isChange)].map(({ userId }) => ({ teamId, userId })),
          );
          return all;
        });
      });
    },
  } satisfies Partial<SuiteTeams>;
}

/*
 * Adds guests to teams through the team's group. An application can't add a guest to a team ("Add member to team"), but
 * it can add any person to a group ("Add members").
 */

/** Maximum number of people in one call ("Add members"). */
const MAX_IN_A_GROUP_CALL = 20;

/** Whether Graph added nobody because one of the people is already in the group ("Add members"). */
const isPresent = (error: unknown): boolean =>
  hasStatus(error, 400) && /already exist/i.test(error.facts.message);

/** Whether the directory does not show a new group or person everywhere yet ("Add members"). */
const isUnreplicated = (error: unknown): boolean =>
  hasStatus(error, 400) && /not exist/i.test(error.facts.message);

/**
 * Adds people to the group. When one of them is already in it, for example after a lost response, adds each person
 * separately. Returns the people who were already in it.
 */
async function addToGroup(
  graph: GraphTransport,
  groupId: string,
  userIds: readonly string[],
): Promise<string[]> {
  try {
    await graph.call({
      method: 'PATCH',
      path: at`/groups/${groupId}`,
      budget: 'writeDirectory',
      body: { 'members@odata.bind': userIds.map((id) => graph.bind(at`/directoryObjects/${id}`)) },
    });
  } catch (error) {
    if (!isPresent(error)) throw error;
    if (userIds.length === 1) return [...userIds];
    const present: string[] = [];
    for (const userId of userIds) present.push(...(await addToGroup(graph, groupId, [userId])));
    return present;
  }
  return [];
}

/**
 * Adds guests to the team. Returns their memberships without reading them: Teams can take hours to show the members of
 * the group ("Announcing the General Availability of Microsoft Graph Teams Membership API").
 * @throws Conflict under dynamic membership; NotFound for deleted people; ServiceUnavailable for a new group or person
 *   that the directory does not show everywhere
 */
async function addGuests(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  guests: readonly User[],
  attempt: AdditionAttempt | undefined,
): Promise<AddedMember[]> {
  const graph = parts.graphOf(tenantId);
  const ids = guests.map(({ id }) => id);
  const present = new Set<string>();
  try {
    for (let start = 0; start < ids.length; start += MAX_IN_A_GROUP_CALL) {
      const some = ids.slice(start, start + MAX_IN_A_GROUP_CALL);
      for (const id of await addToGroup(graph, teamId, some)) present.add(id);
    }
  } catch (error) {
    if (hasStatus(error, 403)) throw (await dynamicMembership(graph, teamId)) ?? error;
    if (hasStatus(error, 404) || isUnreplicated(error)) await assertNobodyDeleted(parts, tenantId, ids);
    if (isUnreplicated(error)) throw notShown('group', error);
    throw error;
  }
  // An earlier attempt may have added the guests who are in the group.
  const isFirst = attempt?.isRepeat === false;
  return guests.map(({ id, displayName, mail }) => ({
    ...toMember(teamId, { userId: id, displayName, email: mail, roles: ['guest'] }),
    ...(isFirst && present.has(id) && { roleBefore: 'guest' as const }),
  }));
}

/* Finds, changes and removes memberships of teams. */

interface Membership {
  member: GraphMember;
  role: MemberRole;
  owners: number;
}

/** Finds a member by Charter's or by Graph's id of the membership. */
async function findMember(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  id: string,
): Promise<TeamMember | undefined> {
  if (!isUuid(teamId) || !isMembershipId(id) || !(await parts.isRegistered(tenantId))) return undefined;
  const userId = userOfMembership(teamId, id);
  const graph = parts.graphOf(tenantId);
  try {
    if (userId === undefined || !isUuid(userId)) {
      const charge = { budget: 'readTeams', teamId } as const;
      return toMember(teamId, await graph.get(at`/teams/${teamId}/members/${id}`, charge));
    }
    const { path, budget } = memberCall(teamId, at`/teams/${teamId}`, userId);
    const [found] = await graph.list<AadUserConversationMember>(path, { budget, teamId });
    if (found !== undefined) return toMember(teamId, found);
    if (await parts.memberCopy.isNew(tenantId, teamId, userId)) throw notShown('member');
    return undefined;
  } catch (error) {
    if (!hasStatus(error, 400, 404)) throw error;
    // Throws while Graph does not show the team, because the 404 then proves nothing about the member.
    await readSharedTeam(parts, tenantId, teamId);
    return undefined;
  }
}

export function createMemberChanges(parts: GraphParts) {
  /** Removes the person from the copy, so that the removal does not count as a change by others. */
  async function forget(tenantId: string, teamId: string, userId: string): Promise<void> {
    const removed = [{ teamId, userId }];
    await parts.memberCopy.remove(tenantId, removed);
    await parts.pendingChanges.takeBackMembers(tenantId, removed);
  }

  /**
   * Forgets a person whom an earlier attempt may have removed, and whom Teams does not show. When others have added the
   * person to the group again, Teams shows them hours later: the addition is then an external change.
   */
  async function forgetRemoved(tenantId: string, teamId: string, userId: string): Promise<void> {
    const inGroup = await readGroupMembers(parts, tenantId, teamId);
    if (!inGroup.has(userId)) return forget(tenantId, teamId, userId);
    await parts.pendingChanges.recordReturn(tenantId, { teamId, userId });
  }

  /**
   * Runs a change of an existing membership.
   * @param whenMissing called before NotFound is thrown for a person whom Graph does not show in the team
   * @throws NotFound, TeamArchived
   */
  async function change<Result>(
    tenantId: string,
    teamId: string,
    id: string,
    work: (membership: Membership, path: string) => Promise<Result>,
    whenMissing: (userId: string) => Promise<void> = async () => undefined,
  ): Promise<Result> {
    return inTeamQueue(parts, tenantId, teamId, async () => {
      const path = at`/teams/${teamId}`;
      return callAboutTeam(parts, tenantId, teamId, async () => {
        const isWanted = (one: GraphMember): boolean => one.id === id || one.graphId === id;
        const members = await readMembersAt(parts.graphOf(tenantId), path, teamId, teamId);
        const member = members.find(isWanted);
        if (member === undefined) {
          const userId = userOfMembership(teamId, id) ?? '';
          if (await parts.memberCopy.isNew(tenantId, teamId, userId)) throw notShown('member');
          await whenMissing(userId);
          throw memberNotFound(id);
        }
        await assertTeamWritable(parts, tenantId, teamId);
        const owners = members.filter(({ roles }) => roleOf(roles) === 'owner').length;
        return work({ member, role: roleOf(member.roles), owners }, path);
      });
    });
  }

  return {
    findMember: (tenantId, teamId, id) => findMember(parts, tenantId, teamId, id),

    setMemberRole: (tenantId, teamId, id, wanted) =>
      change(tenantId, teamId, id, async ({ member, role, owners }, path) => {
        if (role === 'guest') throw guestRoleIsFixed();
        if (role === wanted) return withoutGraphId(member);
        if (wanted === 'member' && owners === 1) throw lastOwnerConflict();
        if (wanted === 'owner' && owners >= TEAMS_LIMITS.teamOwners) {
          throw tooManyOwners(TEAMS_LIMITS.teamOwners);
        }
        const roles = wanted === 'owner' ? ['owner'] : [];
        await parts.graphOf(tenantId).call({
          method: 'PATCH',
          path: `${path}${at`/members/${member.graphId}`}`,
          budget: 'writeTeams',
          teamId,
          body: { '@odata.type': '#microsoft.graph.aadUserConversationMember', roles },
        });
        const changed = { teamId, userId: member.userId };
        await parts.memberCopy.setRole(tenantId, { ...changed, role: wanted });
        await parts.pendingChanges.takeBackMembers(tenantId, [changed]);
        return { ...withoutGraphId(member), roles };
      }),

    /** Graph removes the person from the private channels too. */
    removeMember: (tenantId, teamId, id, isRepeat = false) =>
      change(
        tenantId,
        teamId,
        id,
        async ({ member, role, owners }, path) => {
          if (role === 'owner' && owners === 1) throw lastOwnerConflict();
          await parts.graphOf(tenantId).call({
            method: 'DELETE',
            path: `${path}${at`/members/${member.graphId}`}`,
            budget: 'writeTeams',
            teamId,
          });
          await forget(tenantId, teamId, member.userId);
        },
        async (userId) => {
          if (isRepeat) await forgetRemoved(tenantId, teamId, userId);
        },
      ),
  } satisfies Partial<SuiteTeams>;
}
