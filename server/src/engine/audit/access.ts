/** Decides who may read the audit trails (docs/specification.md, section 2). */
import { say } from '../../kernel/messages.ts';
import { assertAdmin, type Principal } from '../principal.ts';

/** @throws Forbidden */
export const assertCanReadAudit = (principal: Principal): void =>
  assertAdmin(principal, (facts) =>
    say('audit.readersOnly', 'Reading the audit trails needs one of the roles {roles}.', facts),
  );
