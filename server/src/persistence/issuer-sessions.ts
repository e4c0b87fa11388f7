/** State of the embedded issuer. It belongs to the installation, not to a tenant. */
import type { IssuerSessionStore } from '../domain/identity/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { json } from '../kernel/columns.ts';
import { inserted, type Sql, sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { NO_TENANT } from './tenants.ts';

type Payload = Record<string, unknown>;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function createIssuerSessionStore(databases: TenantDatabases, clock: Clock): IssuerSessionStore {
  const { first, write } = statements(databases.for(NO_TENANT), NO_TENANT);

  const findBy = (kind: string, match: Sql): Promise<Payload | undefined> => first(json<Payload>())`
    select payload from charter.issuer_sessions
     where kind = ${kind} and ${match} and (expires_at is null or expires_at > ${clock.now()})`;

  const removeBy = async (kind: string, match: Sql): Promise<void> => {
    await write`delete from charter.issuer_sessions where kind = ${kind} and ${match}`;
  };

  return {
    async upsert(kind, id, payload, expiresInSeconds) {
      const expiresAt =
        expiresInSeconds === undefined ? null : new Date(clock.now().getTime() + expiresInSeconds * 1000);
      const row = inserted({
        kind,
        id,
        grant_id: textOrNull(payload.grantId),
        // A device code is found by the code that its user types (RFC 8628).
        uid: textOrNull(payload.uid ?? payload.userCode),
        payload,
        expires_at: expiresAt,
      });
      await write`
        insert into charter.issuer_sessions ${row}
        on conflict (kind, id) do update
          set grant_id = excluded.grant_id, uid = excluded.uid, payload = excluded.payload,
              expires_at = excluded.expires_at`;
    },

    find: (kind, id) => findBy(kind, sql`id = ${id}`),

    findByUid: (kind, uid) => findBy(kind, sql`uid = ${uid}`),

    async consume(kind, id) {
      const now = Math.floor(clock.now().getTime() / 1000);
      const consumed = await write`
        update charter.issuer_sessions set payload = payload || jsonb_build_object('consumed', ${now}::bigint)
         where kind = ${kind} and id = ${id} and not payload ? 'consumed'`;
      return consumed === 1;
    },

    destroy: (kind, id) => removeBy(kind, sql`id = ${id}`),

    revokeByGrant: (kind, grantId) => removeBy(kind, sql`grant_id = ${grantId}`),

    removeExpired: () => write`delete from charter.issuer_sessions where expires_at <= ${clock.now()}`,
  };
}
