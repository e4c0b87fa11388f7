/** Access rules for reading and changing the catalog (docs/specification.md, section 2). */

import { hasAnyRole, type Principal, ROLES, type Role } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

const READERS = ROLES.filter((role) => role !== 'AUTHENTICATED_USER');

const EDITORS: readonly Role[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** @throws Forbidden */
export function assertCanReadCatalog(principal: Principal): void {
  if (hasAnyRole(principal, READERS)) return;
  throw forbidden(
    say(
      'catalog.readersOnly',
      'Listing the whole catalog needs one of the roles {roles}. Ask for your own templates instead.',
      { roles: READERS.join(', ') },
    ),
  );
}

/** @throws Forbidden */
export function assertCanEditCatalog(principal: Principal): void {
  if (hasAnyRole(principal, EDITORS)) return;
  throw forbidden(
    say('catalog.editorsOnly', 'Changing the catalog needs one of the roles {roles}.', {
      roles: EDITORS.join(', '),
    }),
  );
}
