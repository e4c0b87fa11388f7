/**
 * Members of teams. People are looked up in Charter's copy of the directory, so that unknown ones and guests are
 * known before Graph is asked. Whoever is there already is not added again.
 */
import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import type { TeamMember } from '../../domain/teams/model.ts';
import type { NewMember, SuiteTeams } from '../../domain/teams/suite.ts';
import type { User } from '../../domain/users/model.ts';
import { CharterError } from '../../kernel/errors.ts';
import { unknownUsers } from '../embedded/refusals.ts';
import { comeBack } from './failure.ts';
import { aboutTeam, assertWritable, type GraphParts, inTurn } from './parts.ts';
import { toMember } from './team-answers.ts';
import { at, type GraphTransport } from './transport.ts';

/** A person to add, with the role that they can have: guests stay guests. */
export interface Addition {
  user: User;
  role: 'owner' | 'member' | 'guest';
}

const ROLES = { owner: ['owner'], member: [], guest: ['guest'] } as const;

/** Most people in one call ("conversationMember: add"). */
const MOST_AT_ONCE = 200;

/** Returns each person once, as owner when they are one anywhere. @throws NotFound that names the unknown */
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

/** Reads the members of a team or channel with its path and id. */
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
    if (member === undefined) throw comeBack('Microsoft Graph does not show a new member yet.', 10);
    return member;
  });
}

interface BulkResult {
  value: { userId?: string | null; error?: { code?: string; message?: string } | null }[];
}

export function createTeamMembers(parts: GraphParts) {
  /** One person is added by a call that returns the membership; several by one call for all. */
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
      const failed = body.value.find(({ error }) => error);
      if (failed) {
        const message = `Microsoft Graph did not add ${failed.userId}: ${failed.error?.message || failed.error?.code}`;
        throw new CharterError('SuiteError', message);
      }
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
          const added = await add(tenantId, teamId, missing);
          const all = inOrder(members, present.map(withoutGraphId), promoted, added);
          // Others may have added those who were there.
          await parts.noted.noteMembers(
            tenantId,
            all.map(({ userId }) => ({ teamId, userId })),
          );
          await parts.copy.saveMembers(tenantId, teamId, all);
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
