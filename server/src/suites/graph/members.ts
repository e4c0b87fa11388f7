/**
 * Reads and adds members of teams. Looks people up in Charter's copy of the directory (users.ts), so that unknown
 * people are rejected and guests recognised before Graph adds anybody. Does not add people again who are already
 * members.
 */
import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import type { User } from '../../domain/directory/model.ts';
import { unknownUsers } from '../../domain/directory/suite-rules.ts';
import type { TeamMember } from '../../domain/teams/model.ts';
import type { NewMember, SuiteTeams } from '../../domain/teams/suite.ts';
import { CharterError, isCharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertAddable } from './disabled-people.ts';
import { dynamicMembership } from './dynamic-membership.ts';
import { comeBack, hasStatus } from './failure.ts';
import { addGuests } from './guests.ts';
import { aboutTeam, assertWritable, type GraphParts, inTurn } from './parts.ts';
import { toMember } from './team-answers.ts';
import { at, type GraphTransport } from './transport.ts';

/** A person to add, with the allowed role: guests stay guests. */
export interface Addition {
  user: User;
  role: 'owner' | 'member' | 'guest';
}

const ROLES = { owner: ['owner'], member: [], guest: ['guest'] } as const;

/** Maximum number of people in one call ("conversationMember: add"). */
const MOST_AT_ONCE = 200;

/**
 * Returns each person once, by id: as owner when any entry says owner, but always as guest if they are one.
 * @throws NotFound that names unknown people
 */
export async function peopleOf(
  parts: GraphParts,
  tenantId: string,
  members: readonly NewMember[],
): Promise<Map<string, Addition>> {
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

/** A membership with Graph's own id of it. */
export interface GraphMember extends TeamMember {
  graphId: string;
}

/**
 * Reads the members of the team or channel at the path.
 * @param ofId id of the team or channel
 */
export const readMembersAt = async (
  graph: GraphTransport,
  path: string,
  teamId: string,
  ofId: string,
): Promise<GraphMember[]> => {
  const turn = { budget: 'listInTeams', teamId } as const;
  const members = await graph.list<AadUserConversationMember>(`${path}/members`, turn);
  return members.map((member) => ({ ...toMember(ofId, member), graphId: member.id! }));
};

export const withoutGraphId = ({ graphId: _, ...member }: GraphMember): TeamMember => member;

export const listMembersAt = async (...place: Parameters<typeof readMembersAt>): Promise<TeamMember[]> =>
  (await readMembersAt(...place)).map(withoutGraphId);

export const toNewMember = (
  { user, role }: { user: { id: string }; role: Addition['role'] },
  bind: (path: string) => string,
) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  roles: ROLES[role],
  'user@odata.bind': bind(at`/users('${user.id}')`),
});

/** Makes members owners. Returns the changed memberships. */
export async function promote(
  graph: GraphTransport,
  path: string,
  teamId: string,
  present: readonly GraphMember[],
  people: ReadonlyMap<string, Addition>,
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

/** Returns the memberships in the order of the request. @throws ServiceUnavailable when Graph does not show one yet */
export function inOrder(
  members: readonly NewMember[],
  ...lists: readonly (readonly TeamMember[])[]
): TeamMember[] {
  const byUser = new Map(lists.flat().map((member) => [member.userId, member]));
  return members.map(({ userId }) => {
    const member = byUser.get(userId);
    if (member === undefined)
      throw comeBack(
        say('graph.notShown', 'Microsoft Graph does not show the new {what} yet.', { what: 'member' }),
        10,
      );
    return member;
  });
}

interface BulkResult {
  value: { userId?: string | null; error?: { code?: string; message?: string } | null }[];
}

type Failed = BulkResult['value'][number];

const reasonOf = ({ userId, error }: Failed): string =>
  `Microsoft Graph did not add ${userId}: ${error?.message || error?.code}`;

/** Returns the error for the people whom a call for several did not add. Its details name each of them. */
const notAdded = (failed: readonly [Failed, ...Failed[]]): CharterError =>
  new CharterError('SuiteError', reasonOf(failed[0]), {
    details: failed.map((one) => ({
      target: one.userId ?? '',
      code: one.error?.code || 'SuiteError',
      message: reasonOf(one),
    })),
  });

const isNotAdded = (error: unknown): boolean => isCharterError(error) && error.code === 'SuiteError';

export function createTeamMembers(parts: GraphParts) {
  /** Adds people. A call for one person returns the membership; after a call for several, all members are read. */
  async function add(
    tenantId: string,
    teamId: string,
    additions: readonly Addition[],
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
    for (let start = 0; start < additions.length; start += MOST_AT_ONCE) {
      const values = additions.slice(start, start + MOST_AT_ONCE).map((one) => toNewMember(one, graph.bind));
      const { body } = await graph.call<BulkResult>({
        method: 'POST',
        path: `${path}/members/add`,
        budget: 'writeTeams',
        teamId,
        body: { values },
      });
      const [failed, ...others] = body.value.filter(({ error }) => error);
      if (failed) throw notAdded([failed, ...others]);
    }
    return listMembersAt(graph, path, teamId, teamId);
  }

  return {
    async listMembers(tenantId, teamId) {
      return aboutTeam(parts, tenantId, teamId, () =>
        listMembersAt(parts.graphOf(tenantId), at`/teams/${teamId}`, teamId, teamId),
      );
    },

    async addMembers(tenantId, teamId, members) {
      return inTurn(parts, tenantId, teamId, async () => {
        await assertWritable(parts, tenantId, teamId);
        return aboutTeam(parts, tenantId, teamId, async () => {
          const people = await peopleOf(parts, tenantId, members);
          const graph = parts.graphOf(tenantId);
          const path = at`/teams/${teamId}`;
          const present = await readMembersAt(graph, path, teamId, teamId);
          const known = new Set(present.map(({ userId }) => userId));
          const missing = [...people.values()].filter(({ user }) => !known.has(user.id));
          const promoted = await promote(graph, path, teamId, present, people);
          const others = missing.filter(({ role }) => role !== 'guest');
          const addedOthers = await add(tenantId, teamId, others).catch(async (error: unknown) => {
            const ids = others.map(({ user }) => user.id);
            if (hasStatus(error, 404) || isNotAdded(error)) await assertAddable(parts, tenantId, ids);
            throw (isNotAdded(error) && (await dynamicMembership(parts.graphOf(tenantId), teamId))) || error;
          });
          const guests = missing.filter(({ role }) => role === 'guest').map(({ user }) => user);
          const added = [...addedOthers, ...(await addGuests(parts, tenantId, teamId, guests))];
          const all = inOrder(members, present.map(withoutGraphId), promoted, added);
          // Others may have added the people who are members already.
          await parts.noted.noteMembers(
            tenantId,
            all.map(({ userId }) => ({ teamId, userId })),
          );
          await parts.memberCopy.save(tenantId, teamId, all);
          await parts.noted.takeBackMembers(
            tenantId,
            [...promoted, ...added].map(({ userId }) => ({ teamId, userId })),
          );
          return all;
        });
      });
    },
  } satisfies Partial<SuiteTeams>;
}
