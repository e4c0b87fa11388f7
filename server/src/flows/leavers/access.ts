/** Access rules for the holdings of people (docs/specification.md, section 14). */
import type { Principal } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

/** The list shows every template, policy and request that names a person. @throws Forbidden */
export function assertCanSeeHoldings({ roles }: Principal): void {
  if (roles.has('GLOBAL_ADMIN')) return;
  throw forbidden(
    say('leavers.globalAdminOnly', 'To see what depends on people, you need the role GLOBAL_ADMIN.'),
  );
}
