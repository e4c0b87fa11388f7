/** Registered apps. `find` runs before the tenant is known; everything else is per tenant. */
import { sql } from 'kysely';
import { appChanged, appRegistered } from '../domain/identity/identity-records.ts';
import type { AppStore } from '../domain/identity/ports.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import type { CharterTables } from './tables.ts';
import { NO_TENANT } from './tenants.ts';

const UNIQUE_VIOLATION = '23505';

const COLUMNS = [
  'tenant_id as tenantId',
  'app_id as appId',
  'display_name as displayName',
  'secret_hash as secretHash',
  'roles',
  'enabled',
] as const;

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

export function createAppStore(databases: TenantDatabases<CharterTables>): AppStore {
  return {
    async find(appId) {
      // Row-level security admits only the row whose id this transaction names.
      return databases
        .for(NO_TENANT)
        .transaction()
        .execute(async (transaction) => {
          await sql`select set_config('charter.app_id', ${appId}, true)`.execute(transaction);
          return transaction
            .selectFrom('charter.apps')
            .select(COLUMNS)
            .where('app_id', '=', appId)
            .executeTakeFirst();
        });
    },

    async save(app, cause) {
      const changeable = {
        display_name: app.displayName,
        secret_hash: app.secretHash,
        roles: app.roles,
        enabled: app.enabled,
      };
      try {
        await databases
          .for(app.tenantId)
          .transaction()
          .execute(async (transaction) => {
            const { is_new } = await transaction
              .insertInto('charter.apps')
              .values({ tenant_id: app.tenantId, app_id: app.appId, ...changeable })
              .onConflict((conflict) => conflict.columns(['tenant_id', 'app_id']).doUpdateSet(changeable))
              // xmax is 0 only for a row version that this statement inserted.
              .returning(sql<boolean>`xmax = 0`.as('is_new'))
              .executeTakeFirstOrThrow();
            const record = (is_new ? appRegistered : appChanged).record(app, cause);
            await auditStore(transaction, app.tenantId).append([record], cause.at);
          });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new CharterError(
          'Conflict',
          say('identity.appIdTaken', "The app id '{id}' is taken. Choose another one.", { id: app.appId }),
          {
            cause: error,
          },
        );
      }
    },

    list: (tenantId) =>
      databases
        .for(tenantId)
        .selectFrom('charter.apps')
        .select(COLUMNS)
        .where('tenant_id', '=', tenantId)
        .orderBy('app_id')
        .execute(),
  };
}
