/**
 * Access rules for teams (docs/specification.md, section 4): pure functions of the caller and the team, which deny by
 * default. Commands enforce them with `authoriseTeamAction` and `findTeam`, which read the team.
 */
import { ADMIN_ROLES, hasAnyRole, isAdmin, type Principal, type Role } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError, forbidden, hidden, notFound } from '../../kernel/errors.ts';
import { type Message, say, verbatim } from '../../kernel/messages.ts';
import type { SuiteTeam, Team } from './model.ts';
import type { TeamAccess } from './suite.ts';

/**
 * `hidden`: the caller gets a 404. `denied`: the caller may see the team and gets a 403. `archived`: the caller gets a
 * 409 until the team is unarchived.
 */
export type AccessVerdict = 'allowed' | 'hidden' | 'denied' | 'archived';

export type TeamAction =
  | 'get'
  | 'update'
  | 'getOwn'
  | 'describeOwn'
  | 'delete'
  | 'archive'
  | 'unarchive'
  | 'addMember'
  | 'updateMember'
  | 'removeMember'
  | 'leave'
  | 'readMembers'
  | 'readChannels'
  | 'readHistory'
  | 'readLifecycle'
  | 'renewLifecycle'
  | 'readMetadata'
  | 'updateMetadata';

/** Roles that may read and update every team of the tenant (docs/specification.md, section 2). */
export const TEAM_MANAGER_ROLES: readonly Role[] = [...ADMIN_ROLES, 'INTEGRATION_MANAGER'];

/** The parts of a team that the rules read, and the caller's role in it. */
export interface JudgedTeam extends Pick<TeamAccess, 'role'> {
  suiteTeam: { team: Pick<Team, 'visibility' | 'isArchived'> };
}

type Rule = (principal: Principal, access: JudgedTeam) => boolean;

/** Allows members, guests and admins, and everybody in the tenant when the team is public. */
export const canReadTeam: Rule = (principal, { role, suiteTeam }) =>
  isAdmin(principal) || role !== undefined || suiteTeam.team.visibility === 'public';

const isTeamManager: Rule = (principal) => hasAnyRole(principal, TEAM_MANAGER_ROLES);
const isOwner: Rule = (_, { role }) => role === 'owner';
const isOwnerOrAdmin: Rule = (principal, { role }) => isAdmin(principal) || role === 'owner';

interface TeamRule {
  allows: Rule;
  /** Whether the action is forbidden on an archived team. */
  endsWithArchive: boolean;
  /** Message of the 403. */
  rejection: Message;
}

/** Message of the 403 for actions of owners and administrators. */
export const OWNERS_AND_ADMINS = say(
  'teams.ownersOnly',
  'Only owners of the team and administrators may do this. Ask one of them.',
);
const MANAGERS = say('teams.managersOnly', 'This needs one of the roles {roles}.', {
  roles: TEAM_MANAGER_ROLES.join(', '),
});

const OWNERS = say('teams.ownersAlone', 'Only owners of the team may do this.');

/** For actions that are never denied to callers who can see the team. */
const NOBODY = verbatim('');

const RULES: Record<TeamAction, TeamRule> = {
  get: { allows: isTeamManager, endsWithArchive: false, rejection: MANAGERS },
  update: { allows: isTeamManager, endsWithArchive: true, rejection: MANAGERS },
  // Owners read and describe their team through separate operations: getTeam and updateTeam need a role in the tenant.
  getOwn: { allows: isOwner, endsWithArchive: false, rejection: OWNERS },
  describeOwn: { allows: isOwner, endsWithArchive: true, rejection: OWNERS },
  delete: { allows: isOwnerOrAdmin, endsWithArchive: false, rejection: OWNERS_AND_ADMINS },
  archive: { allows: isOwnerOrAdmin, endsWithArchive: true, rejection: OWNERS_AND_ADMINS },
  unarchive: { allows: isOwnerOrAdmin, endsWithArchive: false, rejection: OWNERS_AND_ADMINS },
  addMember: { allows: isOwnerOrAdmin, endsWithArchive: true, rejection: OWNERS_AND_ADMINS },
  updateMember: { allows: isOwnerOrAdmin, endsWithArchive: true, rejection: OWNERS_AND_ADMINS },
  removeMember: { allows: isOwnerOrAdmin, endsWithArchive: true, rejection: OWNERS_AND_ADMINS },
  leave: { allows: (_, { role }) => role !== undefined, endsWithArchive: true, rejection: NOBODY },
  readMembers: { allows: canReadTeam, endsWithArchive: false, rejection: NOBODY },
  readChannels: { allows: canReadTeam, endsWithArchive: false, rejection: NOBODY },
  readHistory: { allows: isOwnerOrAdmin, endsWithArchive: false, rejection: OWNERS_AND_ADMINS },
  readLifecycle: { allows: isOwnerOrAdmin, endsWithArchive: false, rejection: OWNERS_AND_ADMINS },
  renewLifecycle: { allows: isOwnerOrAdmin, endsWithArchive: true, rejection: OWNERS_AND_ADMINS },
  readMetadata: { allows: isOwnerOrAdmin, endsWithArchive: false, rejection: OWNERS_AND_ADMINS },
  updateMetadata: { allows: isOwnerOrAdmin, endsWithArchive: true, rejection: OWNERS_AND_ADMINS },
};

export const TEAM_ACTIONS = Object.keys(RULES) as TeamAction[];

export function judgeTeamAction(action: TeamAction, principal: Principal, access: JudgedTeam): AccessVerdict {
  const { allows, endsWithArchive } = RULES[action];
  if (!allows(principal, access)) return canReadTeam(principal, access) ? 'denied' : 'hidden';
  return endsWithArchive && access.suiteTeam.team.isArchived ? 'archived' : 'allowed';
}

/** Throws the error of the verdict, unless it is `allowed`. */
export function assertAllowed(
  verdict: AccessVerdict,
  target: { kind: string; id: string },
  rejection: Message,
): void {
  switch (verdict) {
    case 'allowed':
      return;
    case 'hidden':
      throw hidden(target.kind, target.id);
    case 'denied':
      throw forbidden(rejection);
    case 'archived':
      throw new CharterError(
        'TeamArchived',
        say('teams.isArchived', 'The team is archived. Unarchive it before you change it.'),
      );
  }
}

/**
 * @param teamId the id as the caller wrote it, so that hidden and missing teams get the same message
 * @throws NotFound, Forbidden or TeamArchived
 */
export const assertTeamAction = (
  action: TeamAction,
  principal: Principal,
  access: TeamAccess,
  teamId: string,
): void =>
  assertAllowed(
    judgeTeamAction(action, principal, access),
    { kind: 'team', id: teamId },
    RULES[action].rejection,
  );

/** Returns the caller's user id; undefined for an app. */
export const userIdOf = (principal: Principal): string | undefined =>
  principal.kind === 'user' ? principal.id : undefined;

/**
 * Reads the team and the caller's role in it, for an access rule.
 * @throws NotFound
 */
export async function readTeamAccess(
  deps: { suite: Suite },
  principal: Principal,
  teamId: string,
): Promise<TeamAccess> {
  const access = await deps.suite.teams.access(principal.tenantId, teamId, userIdOf(principal));
  if (access === undefined) throw notFound('team', teamId);
  return access;
}

/**
 * Authorises the caller to perform `action` on the team.
 * @throws NotFound, Forbidden or TeamArchived
 */
export async function authoriseTeamAction(
  deps: { suite: Suite },
  principal: Principal,
  teamId: string,
  action: TeamAction,
): Promise<TeamAccess> {
  const access = await readTeamAccess(deps, principal, teamId);
  assertTeamAction(action, principal, access, teamId);
  return access;
}

/**
 * Finds the team for an action that only tenant-wide roles permit, so the caller's role in the team is not read.
 * @throws NotFound, Forbidden, TeamArchived
 */
export async function findTeam(
  { suite }: { suite: Suite },
  principal: Principal,
  teamId: string,
  action: 'get' | 'update',
): Promise<SuiteTeam> {
  const suiteTeam = await suite.teams.find(principal.tenantId, teamId);
  if (suiteTeam === undefined) throw notFound('team', teamId);
  assertTeamAction(action, principal, { suiteTeam, role: undefined }, teamId);
  return suiteTeam;
}
