/** Who may manage the lifecycle of all teams of a tenant (docs/specification.md, section 4). */
import { assertAdmin, type Principal } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';

/** @throws Forbidden */
export const assertCanManageLifecycle = (principal: Principal): void =>
  assertAdmin(principal, (facts) =>
    say('lifecycle.adminsOnly', 'This needs one of the roles {roles}.', facts),
  );
