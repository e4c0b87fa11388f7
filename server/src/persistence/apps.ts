/** Registered apps. `find` runs before the tenant is known; everything else is bound to a tenant. */
import { aboutApp, appChanged, appRegistered } from '../domain/identity/app-events.ts';
import type {
  AppQuery,
  AppSecret,
  AppStore,
  ExpiringSecret,
  RegisteredApp,
  TenantAppStore,
} from '../domain/identity/ports.ts';
import { boolean, columns, json, number, text, texts, time } from '../kernel/columns.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import { type Database, inserted, isUniqueViolation, type Sql, sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { eventStore } from './events.ts';
import { NO_TENANT } from './tenants.ts';

/** Shortest time between two recorded uses of a secret. */
const USE_INTERVAL = sql`interval '1 minute'`;

/** A secret as JSON, where times are text. */
type SecretRow = Omit<AppSecret, 'createdAt' | 'expiresAt' | 'lastUsedAt'> &
  Record<'createdAt', string> &
  Record<'expiresAt' | 'lastUsedAt', string | null>;

const APP = columns<Omit<RegisteredApp, 'secrets'> & { secrets: SecretRow[] }>(
  {
    tenantId: text(),
    appId: text(),
    displayName: text(),
    roles: texts(),
    scopes: texts(),
    enabled: boolean(),
    createdAt: time(),
    secrets: json(sql`
      (select coalesce(json_agg(json_build_object(
                'id', s.secret_id, 'displayName', s.display_name, 'hash', s.secret_hash, 'hint', s.hint,
                'createdAt', s.created_at, 'expiresAt', s.expires_at, 'lastUsedAt', s.last_used_at)
                order by s.created_at, s.secret_id), '[]')
         from charter.app_secrets s where s.tenant_id = a.tenant_id and s.app_id = a.app_id)`),
  },
  'a',
);

const ENDING = columns<ExpiringSecret>({
  appId: text('s.app_id'),
  appName: text('a.display_name'),
  secretId: text('s.secret_id'),
  secretName: text('s.display_name'),
  hint: text('s.hint'),
  expiresAt: time('s.expires_at'),
});

const dateOf = (value: string | null): Date | null => (value === null ? null : new Date(value));

const readApp = ({
  secrets,
  ...app
}: Omit<RegisteredApp, 'secrets'> & { secrets: SecretRow[] }): RegisteredApp => ({
  ...app,
  secrets: secrets.map(({ createdAt, expiresAt, lastUsedAt, ...secret }) => ({
    ...secret,
    createdAt: new Date(createdAt),
    expiresAt: dateOf(expiresAt),
    lastUsedAt: dateOf(lastUsedAt),
  })),
});

const selectedBy = ({ search, enabled }: Pick<AppQuery, 'search' | 'enabled'>): Sql => sql`
  ${search === undefined ? sql`` : sql`and position(lower(${search}) in lower(display_name)) > 0`}
  ${enabled === undefined ? sql`` : sql`and enabled = ${enabled}`}`;

export function appStore(db: Database, tenantId: string): TenantAppStore {
  const { tenant, all, first, write } = statements(db, tenantId);
  return {
    async find(appId, { lock = false } = {}) {
      if (lock) {
        // Locks in its own statement, so that the next statement's snapshot includes committed secrets.
        await write`select from charter.apps where tenant_id = ${tenant} and app_id = ${appId} for update`;
      }
      const found = await first(APP)`
        select ${APP} from charter.apps a where tenant_id = ${tenant} and app_id = ${appId}`;
      return found && readApp(found);
    },

    async listPage({ top, after, ...filters }) {
      const found = await all(APP)`
        select ${APP} from charter.apps a
         where tenant_id = ${tenant} ${selectedBy(filters)}
           ${after === undefined ? sql`` : sql`and app_id > ${after}`}
         order by app_id limit ${top + 1}`;
      return found.map(readApp);
    },

    count: async (filters) =>
      (await first(number<number>())`
        select count(*)::integer from charter.apps where tenant_id = ${tenant} ${selectedBy(filters)}`) ?? 0,

    async put({ appId, displayName, roles, scopes, enabled, createdAt, secrets }, registeredBy) {
      const row = { display_name: displayName, roles, scopes, enabled };
      await write`
        insert into charter.apps ${inserted({ tenant_id: tenant, app_id: appId, ...row, created_at: createdAt, registered_by: registeredBy })}
        on conflict (tenant_id, app_id) do update
          set display_name = excluded.display_name, roles = excluded.roles, scopes = excluded.scopes,
              enabled = excluded.enabled
          where (apps.display_name, apps.roles, apps.scopes, apps.enabled)
                is distinct from (excluded.display_name, excluded.roles, excluded.scopes, excluded.enabled)`;
      await write`
        delete from charter.app_secrets
         where tenant_id = ${tenant} and app_id = ${appId} and secret_id <> all(${secrets.map(({ id }) => id)}::text[])`;
      for (const { id, displayName: name, hash, hint, createdAt: at, expiresAt } of secrets) {
        const key = { tenant_id: tenant, app_id: appId, secret_id: id };
        const secret = { display_name: name, secret_hash: hash, hint, created_at: at, expires_at: expiresAt };
        await write`
          insert into charter.app_secrets ${inserted({ ...key, ...secret })}
          on conflict (tenant_id, app_id, secret_id) do nothing`;
      }
    },

    async remove(appId) {
      await write`delete from charter.apps where tenant_id = ${tenant} and app_id = ${appId}`;
    },

    takeEnding: (notice, before, limit) => all(ENDING)`
      with due as materialized (
        select app_id, secret_id from charter.app_secrets
         where tenant_id = ${tenant} and expires_at <= ${before}
           and ${notice === 'expiring' ? sql`notified is null` : sql`notified is distinct from 'expired'`}
         order by expires_at limit ${limit} for update skip locked)
      update charter.app_secrets s set notified = ${notice}
        from due join charter.apps a on a.tenant_id = ${tenant} and a.app_id = due.app_id
       where s.tenant_id = ${tenant} and s.app_id = due.app_id and s.secret_id = due.secret_id
      returning ${ENDING}`,
  };
}

export function createAppStore(databases: TenantDatabases): AppStore {
  return {
    find: (appId) =>
      databases
        .for(NO_TENANT)
        .transaction()
        .execute(async (transaction) => {
          const { first, write } = statements(transaction, NO_TENANT);
          // Row-level security admits only the rows of the app that this transaction names.
          await write`select charter.set_local('charter.app_id', ${appId})`;
          const found = await first(APP)`select ${APP} from charter.apps a where app_id = ${appId}`;
          return found && readApp(found);
        }),

    async save(app, cause) {
      const { tenantId, appId } = app;
      try {
        await databases
          .for(tenantId)
          .transaction()
          .execute(async (transaction) => {
            const apps = appStore(transaction, tenantId);
            const definition = (await apps.find(appId, { lock: true })) ? appChanged : appRegistered;
            await apps.put(app);
            const { actor, requestId, at } = cause;
            const event = { ...definition.happened(aboutApp(app)), actor, requestId };
            await eventStore(transaction, tenantId).append([event], at);
          });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new CharterError(
          'Conflict',
          say('identity.appIdTaken', "The app id '{id}' is taken. Choose another one.", { id: appId }),
          {
            cause: error,
          },
        );
      }
    },

    async list(tenantId) {
      const { tenant, all } = statements(databases.for(tenantId), tenantId);
      const found = await all(APP)`
        select ${APP} from charter.apps a where tenant_id = ${tenant} order by app_id`;
      return found.map(readApp);
    },

    async recordUse({ tenantId, appId }, secretId, at) {
      const { tenant, write } = statements(databases.for(tenantId), tenantId);
      const now = sql.val(at);
      await write`
        update charter.app_secrets set last_used_at = ${now}
         where tenant_id = ${tenant} and app_id = ${appId} and secret_id = ${secretId}
           and (last_used_at is null or last_used_at <= ${now}::timestamptz - ${USE_INTERVAL})`;
    },
  };
}
