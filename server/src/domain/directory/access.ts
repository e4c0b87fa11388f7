/** Access rules for groups. The name of a group can reveal what its members work on. */
import { isAdmin, mustBeAdmin, type Principal } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';

/** Everybody may list the groups that they are a direct member of (read-groups.ts). @throws Forbidden */
export const mustListGroups = (principal: Principal): void =>
  mustBeAdmin(principal, (facts) =>
    say('groups.readers', 'Listing groups needs one of the roles {roles}.', facts),
  );

export const canReadGroupMembers = (principal: Principal, isMember: boolean): boolean =>
  isMember || isAdmin(principal);
