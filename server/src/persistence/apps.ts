/** Registered apps. `find` runs before the tenant is known; everything else is per tenant. */
import { appChanged, appRegistered } from '../domain/identity/identity-records.ts';
import type { AppStore, RegisteredApp } from '../domain/identity/ports.ts';
import { boolean, columns, text, texts } from '../kernel/columns.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import { inserted, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import { NO_TENANT } from './tenants.ts';

const UNIQUE_VIOLATION = '23505';

const APP = columns<RegisteredApp>({
  tenantId: text(),
  appId: text(),
  displayName: text(),
  secretHash: text(),
  roles: texts(),
  enabled: boolean(),
});

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

export function createAppStore(databases: TenantDatabases): AppStore {
  return {
    find: (appId) =>
      databases
        .for(NO_TENANT)
        .transaction()
        .execute(async (transaction) => {
          const { first, write } = statements(transaction, NO_TENANT);
          // Row-level security admits only the row whose id this transaction names.
          await write`select set_config('charter.app_id', ${appId}, true)`;
          return first(APP)`select ${APP} from charter.apps where app_id = ${appId}`;
        }),

    async save(app, cause) {
      const { tenantId, appId, displayName, secretHash, roles, enabled } = app;
      try {
        await databases
          .for(tenantId)
          .transaction()
          .execute(async (transaction) => {
            const { tenant, first } = statements(transaction, tenantId);
            const row = { display_name: displayName, secret_hash: secretHash, roles, enabled };
            // xmax is 0 only for a row version that this statement inserted.
            const isNew = await first(boolean())`
              insert into charter.apps ${inserted({ tenant_id: tenant, app_id: appId, ...row })}
              on conflict (tenant_id, app_id) do update
                set display_name = excluded.display_name, secret_hash = excluded.secret_hash,
                    roles = excluded.roles, enabled = excluded.enabled
              returning xmax = 0`;
            const record = (isNew ? appRegistered : appChanged).record(app, cause);
            await auditStore(transaction, tenantId).append([record], cause.at);
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

    list(tenantId) {
      const { tenant, all } = statements(databases.for(tenantId), tenantId);
      return all(APP)`select ${APP} from charter.apps where tenant_id = ${tenant} order by app_id`;
    },
  };
}
