/** The operator's recovery of an organisation without GLOBAL_ADMIN. */
import { readConfig } from '../config.ts';
import type { User } from '../domain/directory/model.ts';
import { recoverAdministrator } from '../domain/identity/recover-administrator.ts';
import { invalidRequest } from '../kernel/errors.ts';
import { withDatabase } from './installation.ts';

/**
 * @param tenant id of the organisation; undefined for the only one
 * @throws CharterError when the organisation is unknown or not the only one, and as recoverAdministrator does
 */
export const recoverInDatabase = (person: string, tenant: string | undefined): Promise<User> =>
  withDatabase(readConfig(), async ({ infrastructure, clock }) => {
    const { apps, roleAssignments: roles, suite, tenants } = infrastructure;
    const known = (await tenants.list()).map(({ id }) => id);
    const [tenantId, ...others] = tenant === undefined ? known : known.filter((id) => id === tenant);
    if (tenantId === undefined || others.length > 0) {
      throw invalidRequest(
        `Name the organisation with --tenant: ${known.join(', ') || 'there is none yet'}.`,
      );
    }
    return recoverAdministrator({ suite, apps, roles, clock }, tenantId, person);
  });
