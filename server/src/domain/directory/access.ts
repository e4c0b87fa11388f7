/** Who may read groups. The name of a group can reveal what its members work on. */
import { isAdmin, type Principal } from '../../engine/principal.ts';

/** Everybody may list the groups that they are a direct member of (list-my-groups.ts). */
export const canListGroups = (principal: Principal): boolean => isAdmin(principal);

export const canReadGroupMembers = (principal: Principal, isMember: boolean): boolean =>
  isMember || isAdmin(principal);
