import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { type CharterError, hasCode, notFound, policyViolation } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';
import { findUsers } from '../directory/find-people.ts';
import { assertTeamAction, authoriseTeamAction, readTeamAccess, userIdOf } from './access.ts';
import { type AdmissionDeps, type AdmittedStay, combineHolds, type StayInput } from './admission.ts';
import { teamAbandonedRecord, teamMemberRemoved, teamMemberUpdated } from './events.ts';
import { memberAdded } from './member-added.ts';
import { type MemberRole, roleOf, type TeamMember } from './model.ts';
import { assertNotPermanent, type PermanenceDeps } from './permanence.ts';
import type { AddedMember, NewMember } from './suite.ts';
import { guestRoleIsFixed } from './suite-rules.ts';
import type { CheckOwnersDeps } from './update-team.ts';

interface AddTeamMemberInput extends StayInput {
  teamId: string;
  /** Id, user principal name or mail address. */
  user: { id: string };
  role: NewMember['role'];
}

interface AddTeamMember {
  team: { id: string; displayName: string };
  member: NewMember;
  /** The person's role before the change; null for a new member. */
  roleBefore: MemberRole | null;
  /** Time just before `roleBefore` was read, RFC 3339; intents of earlier releases lack it. */
  askedAt?: string;
  /** The stay of a new guest. */
  stay?: AdmittedStay;
}

export const addTeamMemberOperation: SuiteOperation<AddTeamMember, AddedMember> = {
  name: 'add-team-member',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, member, roleBefore, askedAt }, { tenantId, isRepeat }) {
    const attempt = askedAt === undefined ? undefined : { askedAt: new Date(askedAt), isRepeat };
    try {
      const [added] = await suite.teams.addMembers(tenantId, team.id, [member], attempt);
      if (added === undefined) throw new Error(`The suite did not say who was added to team ${team.id}.`);
      return added;
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'TeamArchived')) throw error;
      const members = await suite.teams.listMembers(tenantId, team.id);
      const present = members.find(({ userId }) => userId === member.userId);
      // The role has changed: an earlier attempt succeeded before the team was archived.
      if (present !== undefined && roleOf(present.roles) !== roleBefore) return present;
      throw error;
    }
  },
  event: ({ team, roleBefore, stay }, added) => memberAdded(added, { team, roleBefore, stay }),
  // Even a first attempt may repeat another call's change, because adding an existing member succeeds.
  sameChangeSince: ({ askedAt }) => (askedAt === undefined ? undefined : new Date(askedAt)),
};

/**
 * Adds a person to a team, or promotes a member. Nobody is demoted, and guests stay guests (docs/specification.md,
 * section 5). Returns the resulting membership.
 * @throws NotFound, Forbidden, TeamArchived; InvalidRequest at `user.id`, `endDateTime` or `sponsor.id`; PolicyViolation
 * for too many owners, and for a guest whom the team's policy does not allow
 */
export async function addTeamMember(
  deps: Deps & CheckOwnersDeps & AdmissionDeps,
  principal: Principal,
  context: RequestContext,
  input: AddTeamMemberInput,
): Promise<TeamMember> {
  const { suite } = deps;
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, input.teamId, 'addMember');
  const { id, displayName } = suiteTeam.team;
  const [user] = await findUsers(suite, tenantId, [{ path: 'user.id', reference: input.user.id }]);
  const userId = user!.id;
  const askedAt = deps.clock.now().toISOString();
  const before = await suite.teams.access(tenantId, id, userId);
  const team = { id, displayName };
  const { endDateTime, sponsor } = input;
  const people = before?.role === undefined ? [{ user: user!, endDateTime, sponsor, path: '' }] : [];
  const { rejected, stays, hold } = await deps.admitPeople(deps, principal, context, suiteTeam, people);
  const rejection = rejected.get(userId);
  if (rejection !== undefined) throw guestRejection(rejection);
  const holdOwners =
    input.role === 'owner' ? await deps.checkNewOwners(deps, principal, context, team, [userId]) : undefined;
  const stay = stays.get(userId);
  const change = {
    team,
    member: { userId, role: input.role },
    roleBefore: before?.role ?? null,
    askedAt,
    ...(stay && { stay }),
  };
  return perform(deps, principal, context, addTeamMemberOperation, change, combineHolds(hold, holdOwners));
}

/** Returns the error for a guest whom the policy of the team does not allow. */
const guestRejection = (message: Message): CharterError =>
  policyViolation(message, [{ target: 'guests', code: 'PolicyViolation', ...message }]);

interface UpdateTeamMemberInput {
  teamId: string;
  membershipId: string;
  role: MemberRole;
}

interface UpdateTeamMember {
  team: { id: string; displayName: string };
  membershipId: string;
  role: 'owner' | 'member';
  roleBefore: MemberRole;
  /** Time just before `roleBefore` was read, RFC 3339. */
  askedAt: string;
}

export const updateTeamMemberOperation: SuiteOperation<UpdateTeamMember, TeamMember> = {
  name: 'update-team-member',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, membershipId, role, roleBefore }, { tenantId, isRepeat }) {
    try {
      return await suite.teams.setMemberRole(tenantId, team.id, membershipId, role);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'TeamArchived')) throw error;
      const present = await suite.teams.findMember(tenantId, team.id, membershipId);
      // The role has changed: an earlier attempt succeeded before the team was archived.
      if (present !== undefined && role !== roleBefore && roleOf(present.roles) === role) return present;
      throw error;
    }
  },
  event({ team, roleBefore }, { userId, displayName, email, roles }) {
    const role = roleOf(roles);
    if (role === roleBefore) return undefined;
    return teamMemberUpdated.happened({
      target: { type: 'member', id: userId, displayName },
      payload: { team, member: { id: userId, displayName, mail: email, role } },
    });
  },
  // Even a first attempt may repeat another call's change, because setting the current role succeeds.
  sameChangeSince: ({ askedAt }) => new Date(askedAt),
};

/**
 * Makes a member an owner, or an owner a member. Guests stay guests. Returns the resulting membership. Writes
 * nothing when the member already has the role.
 * @throws NotFound, Forbidden, TeamArchived, InvalidRequest at `role`, Conflict for the last owner and for a permanent
 * one, PolicyViolation for too many owners
 */
export async function updateTeamMember(
  deps: Deps & PermanenceDeps & CheckOwnersDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, membershipId, role }: UpdateTeamMemberInput,
): Promise<TeamMember> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'updateMember');
  const { id, displayName } = suiteTeam.team;
  const askedAt = deps.clock.now().toISOString();
  const [member, permanent] = await Promise.all([
    deps.suite.teams.findMember(tenantId, id, membershipId),
    deps.findPermanent(deps, tenantId, id),
  ]);
  if (member === undefined) throw notFound('member', membershipId);
  const roleBefore = roleOf(member.roles);
  if (role === roleBefore) return member;
  if (role === 'guest' || roleBefore === 'guest') throw guestRoleIsFixed();
  assertNotPermanent(permanent, member, role);
  const team = { id, displayName };
  const hold =
    role === 'owner' ? await deps.checkNewOwners(deps, principal, context, team, [member.userId]) : undefined;
  const change = { team, membershipId, role, roleBefore, askedAt };
  return perform(deps, principal, context, updateTeamMemberOperation, change, hold);
}

/** Why Charter itself removes a member. */
export interface RemovalReason {
  /**
   * `guestPolicy`: not allowed. `guestEnd`: the stay has ended. `guestInactive`: no sign-in for too long. `review`: a
   * review decided it, or nobody did in time.
   */
  reason: 'guestPolicy' | 'guestEnd' | 'guestInactive' | 'review';
  policyId?: string;
  reviewId?: string;
}

export interface RemoveTeamMember {
  team: { id: string; displayName: string };
  member: TeamMember;
  /** Time just before the member was read, RFC 3339. */
  askedAt: string;
  /** Absent for a removal that a caller asked for. */
  because?: RemovalReason;
  /** Id of the event, when it is not the intent's. */
  eventId?: string;
}

/** Whether the team exists without the member, which shows that an earlier attempt has removed them. */
async function isRemoved(
  { teams }: Suite,
  tenantId: string,
  { team, member }: RemoveTeamMember,
): Promise<boolean> {
  const [found, present] = await Promise.all([
    teams.find(tenantId, team.id),
    teams.findMember(tenantId, team.id, member.id),
  ]);
  return found !== undefined && present === undefined;
}

export const removeTeamMemberOperation: SuiteOperation<RemoveTeamMember, void> = {
  name: 'remove-team-member',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, input, { tenantId, isRepeat }) {
    try {
      await suite.teams.removeMember(tenantId, input.team.id, input.member.id, isRepeat);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'NotFound', 'TeamArchived')) throw error;
      if (!(await isRemoved(suite, tenantId, input))) throw error;
    }
  },
  event({ team, member: { userId, displayName, email, roles }, because, eventId }) {
    return teamMemberRemoved.happened({
      ...(eventId !== undefined && { id: eventId }),
      target: { type: 'member', id: userId, displayName },
      unpublished: because && { ...because },
      payload: { team, member: { id: userId, displayName, mail: email, role: roleOf(roles) } },
    });
  },
  // On a first attempt, a missing member is an error. On a repeat, another call may have recorded the removal after
  // this one was requested. An earlier removal is another change, because the person was added again after it.
  sameChangeSince: ({ askedAt }, { isRepeat }) => (isRepeat ? new Date(askedAt) : undefined),
};

/**
 * Removes a person from a team and from its private channels. Owners and administrators may remove others; everybody
 * may leave.
 * @throws NotFound, Forbidden, TeamArchived, Conflict for the last owner and for a permanent member
 */
export async function removeTeamMember(
  deps: Deps & PermanenceDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, membershipId }: { teamId: string; membershipId: string },
): Promise<void> {
  const { tenantId } = principal;
  const askedAt = deps.clock.now().toISOString();
  const access = await readTeamAccess(deps, principal, teamId);
  const { id, displayName } = access.suiteTeam.team;
  const [member, permanent] = await Promise.all([
    deps.suite.teams.findMember(tenantId, id, membershipId),
    deps.findPermanent(deps, tenantId, id),
  ]);
  const isOwn = member !== undefined && member.userId === userIdOf(principal);
  assertTeamAction(isOwn ? 'leave' : 'removeMember', principal, access, teamId);
  if (member === undefined) throw notFound('member', membershipId);
  assertNotPermanent(permanent, member);
  const change = { team: { id, displayName }, member, askedAt };
  await perform(deps, principal, context, removeTeamMemberOperation, change);
}
