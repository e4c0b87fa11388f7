/** Access rules for groups. The name of a group can reveal what its members work on. */
import { assertAdmin, isAdmin, type Principal } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';

/**
 * Only administrators may list all groups. Everybody may list the groups that they are a direct member of
 * (read-groups.ts).
 * @throws Forbidden
 */
export const assertCanListGroups = (principal: Principal): void =>
  assertAdmin(principal, (facts) =>
    say('groups.readers', 'Listing groups needs one of the roles {roles}.', facts),
  );

export const canReadGroupMembers = (principal: Principal, isMember: boolean): boolean =>
  isMember || isAdmin(principal);
