/**
 * Adds a list of people to a team, as "conversationMember: add" of Microsoft Graph does: reports the people whom the
 * suite or a policy rejects, and adds all others.
 */
import type { Deps } from '../../engine/deps.ts';
import {
  isFinalRejection,
  type OperationAttempt,
  perform,
  type SuiteOperation,
} from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { type CharterError, hasCode, isCharterError } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';
import { findUsers } from '../directory/find-people.ts';
import { authoriseTeamAction } from './access.ts';
import { type AdmissionDeps, type AdmittedStay, combineHolds, type StayInput } from './admission.ts';
import { teamAbandonedRecord } from './events.ts';
import { memberAdded } from './member-added.ts';
import { type MemberRole, roleOf } from './model.ts';
import type { AddedMember, NewMember } from './suite.ts';
import type { CheckOwnersDeps } from './update-team.ts';

/** Maximum number of people per call, as in Microsoft Graph. */
export const MAX_NEW_MEMBERS = 200;

export interface AddTeamMembersInput {
  teamId: string;
  /** Each person by id, user principal name or mail address. */
  people: readonly ({ user: { id: string }; role: NewMember['role'] } & StayInput)[];
}

/** The membership of a person, or the reason why the suite or a policy rejected them. */
export interface AddedPerson {
  userId: string;
  member?: AddedMember;
  error?: Message & { code: string };
}

interface AddTeamMembers {
  team: { id: string; displayName: string };
  members: readonly NewMember[];
  /** Roles before the change by user id; new members are absent. */
  rolesBefore: Readonly<Record<string, MemberRole>>;
  /** Time just before the roles were read, RFC 3339. */
  askedAt: string;
  /** The stays of new guests by user id. */
  stays?: Readonly<Record<string, AdmittedStay>>;
}

const reasonOf = ({
  code,
  message,
  messageCode,
  messageParameters,
}: CharterError): NonNullable<AddedPerson['error']> => ({
  code,
  message,
  ...(messageCode !== undefined && { messageCode }),
  ...(messageParameters !== undefined && { messageParameters }),
});

/** Returns the people of the list whom the error names, each with the reason. */
function rejectedIn(error: CharterError, members: readonly NewMember[]): AddedPerson[] {
  const ids = new Set(members.map(({ userId }) => userId));
  return error.details
    .filter(({ target }) => ids.has(target))
    .map(({ target: userId, ...reason }) => ({ userId, error: reason }));
}

/** Returns the people whose roles an earlier attempt changed before the team was archived. */
async function addedEarlier(
  suite: Suite,
  { team, members, rolesBefore }: AddTeamMembers,
  tenantId: string,
): Promise<AddedPerson[]> {
  const wanted = new Set(members.map(({ userId }) => userId));
  const present = await suite.teams.listMembers(tenantId, team.id);
  return present
    .filter(({ userId, roles }) => wanted.has(userId) && roleOf(roles) !== rolesBefore[userId])
    .map((member) => ({ userId: member.userId, member }));
}

async function addAllButRejected(
  suite: Suite,
  input: AddTeamMembers,
  { tenantId, isRepeat }: OperationAttempt,
): Promise<AddedPerson[]> {
  const rejected: AddedPerson[] = [];
  const askedAt = new Date(input.askedAt);
  let members = input.members;
  while (members.length > 0) {
    try {
      // The call that rejected some people may have added others.
      const attempt = { askedAt, isRepeat: isRepeat || rejected.length > 0 };
      const added = await suite.teams.addMembers(tenantId, input.team.id, members, attempt);
      return [...rejected, ...added.map((member) => ({ userId: member.userId, member }))];
    } catch (error) {
      if (!isCharterError(error)) throw error;
      const named = rejectedIn(error, members);
      if (named.length === 0 && isRepeat && hasCode(error, 'TeamArchived')) {
        const earlier = await addedEarlier(suite, input, tenantId);
        if (earlier.length > 0) return earlier;
      }
      if (named.length === 0 && (rejected.length === 0 || !isFinalRejection(error))) throw error;
      const failed =
        named.length > 0 ? named : members.map(({ userId }) => ({ userId, error: reasonOf(error) }));
      rejected.push(...failed);
      const left = new Set(failed.map(({ userId }) => userId));
      members = members.filter(({ userId }) => !left.has(userId));
    }
  }
  return rejected;
}

export const addTeamMembersOperation: SuiteOperation<AddTeamMembers, AddedPerson[]> = {
  name: 'add-team-members',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  execute: addAllButRejected,
  event: () => undefined,
  events: ({ team, rolesBefore, stays }, people) =>
    people.flatMap(({ userId, member }) => {
      if (member === undefined) return [];
      return memberAdded(member, { team, roleBefore: rolesBefore[userId], stay: stays?.[userId] }) ?? [];
    }),
  // Even a first attempt may repeat another call's change, because adding an existing member succeeds.
  sameChangeSince: ({ askedAt }) => new Date(askedAt),
};

/** Returns each person once, as owner if any entry says so. */
function distinct(members: readonly NewMember[]): NewMember[] {
  const owners = new Set(members.filter(({ role }) => role === 'owner').map(({ userId }) => userId));
  return [...new Set(members.map(({ userId }) => userId))].map((userId) => ({
    userId,
    role: owners.has(userId) ? 'owner' : 'member',
  }));
}

/**
 * Adds people to a team, or promotes members. Nobody is demoted, and guests stay guests. Returns the result of each
 * person, in the order of the list.
 * @throws NotFound, Forbidden, TeamArchived; InvalidRequest that names each unknown person, or a wrong end or sponsor,
 * and PolicyViolation for too many owners, before anybody is added
 */
export async function addTeamMembers(
  deps: Deps & CheckOwnersDeps & AdmissionDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, people }: AddTeamMembersInput,
): Promise<AddedPerson[]> {
  const { suite } = deps;
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'addMember');
  const { id, displayName } = suiteTeam.team;
  const named = people.map(({ user }, index) => ({ path: `values[${index}].user.id`, reference: user.id }));
  const users = await findUsers(suite, tenantId, named);
  const members = people.map(({ role }, index) => ({ userId: users[index]!.id, role }));
  const askedAt = deps.clock.now().toISOString();
  const before = await suite.teams.listMembers(tenantId, id);
  const present = new Map(before.map(({ userId, roles }) => [userId, roleOf(roles)]));
  const added = people.flatMap(({ endDateTime, sponsor }, index) => {
    const user = users[index]!;
    return present.has(user.id) ? [] : [{ user, endDateTime, sponsor, path: `values[${index}].` }];
  });
  const team = { id, displayName };
  const { rejected, stays, hold } = await deps.admitPeople(deps, principal, context, suiteTeam, added);
  const admitted = distinct(members).filter(({ userId }) => !rejected.has(userId));
  const owners = admitted.filter(({ role }) => role === 'owner').map(({ userId }) => userId);
  const holdOwners =
    owners.length > 0 ? await deps.checkNewOwners(deps, principal, context, team, owners) : undefined;
  const change = {
    team,
    members: admitted,
    rolesBefore: Object.fromEntries(
      admitted.flatMap(({ userId }) => {
        const role = present.get(userId);
        return role === undefined ? [] : [[userId, role]];
      }),
    ),
    askedAt,
    ...(stays.size > 0 && { stays: Object.fromEntries(stays) }),
  };
  const results =
    admitted.length === 0
      ? []
      : await perform(
          deps,
          principal,
          context,
          addTeamMembersOperation,
          change,
          combineHolds(hold, holdOwners),
        );
  const byUser = new Map(results.map((result) => [result.userId, result]));
  for (const [userId, message] of rejected)
    byUser.set(userId, { userId, error: { code: 'PolicyViolation', ...message } });
  return members.map(({ userId }) => byUser.get(userId) ?? { userId });
}
