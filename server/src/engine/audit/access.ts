/** Decides who may read the audit trails (docs/specification.md, section 2). */
import { say } from '../../kernel/messages.ts';
import { mustBeAdmin, type Principal } from '../principal.ts';

/** @throws Forbidden */
export const mustReadAudit = (principal: Principal): void =>
  mustBeAdmin(principal, (facts) =>
    say('audit.readersOnly', 'Reading the audit trails needs one of the roles {roles}.', facts),
  );
