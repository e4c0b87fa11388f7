/** Access rules for searches for owners (docs/specification.md, section 4). */
import { assertAdmin, type Principal } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';

/** @throws Forbidden */
export const assertCanSeeSearches = (principal: Principal): void =>
  assertAdmin(principal, (facts) =>
    say('owners.adminsOnly', 'Listing the searches for owners needs one of the roles {roles}.', facts),
  );
