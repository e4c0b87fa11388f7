/** Access rule for policies: only administrators may read and change them (docs/specification.md, section 4). */
import { assertAdmin, type Principal } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';

/** @throws Forbidden */
export const assertCanManagePolicies = (principal: Principal): void =>
  assertAdmin(principal, (facts) =>
    say('policies.managersOnly', 'Managing policies needs one of the roles {roles}.', facts),
  );
