/** Access rules for roles, apps and the directory (docs/specification.md, section 14). */
import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import type { Cause } from './ports.ts';

/** @throws Forbidden */
export function mustBeGlobalAdmin(principal: Principal): void {
  if (principal.roles.has('GLOBAL_ADMIN')) return;
  throw forbidden('Roles, apps and the import of people need the role GLOBAL_ADMIN.');
}

/** Returns the caller as the cause of a change. */
export const causeOf = (principal: Principal, { requestId }: RequestContext, at: Date): Cause => ({
  actor: actorOf(principal),
  requestId,
  at,
});
