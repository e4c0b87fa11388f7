/** State of the embedded issuer. It belongs to the installation, not to a tenant. */
import { sql } from 'kysely';
import type { IssuerSessionStore } from '../domain/identity/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables } from './tables.ts';
import { NO_TENANT } from './tenants.ts';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function createIssuerSessionStore(
  databases: TenantDatabases<CharterTables>,
  clock: Clock,
): IssuerSessionStore {
  const database = () => databases.for(NO_TENANT);

  async function findBy(kind: string, column: 'id' | 'uid', value: string) {
    const row = await database()
      .selectFrom('charter.issuer_sessions')
      .select('payload')
      .where('kind', '=', kind)
      .where(column, '=', value)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', clock.now())]))
      .executeTakeFirst();
    return row?.payload;
  }

  async function removeBy(kind: string, column: 'id' | 'grant_id', value: string): Promise<void> {
    await database()
      .deleteFrom('charter.issuer_sessions')
      .where('kind', '=', kind)
      .where(column, '=', value)
      .execute();
  }

  return {
    async upsert(kind, id, payload, expiresInSeconds) {
      const values = {
        grant_id: textOrNull(payload.grantId),
        uid: textOrNull(payload.uid),
        payload: JSON.stringify(payload),
        expires_at:
          expiresInSeconds === undefined ? null : new Date(clock.now().getTime() + expiresInSeconds * 1000),
      };
      await database()
        .insertInto('charter.issuer_sessions')
        .values({ kind, id, ...values })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(values))
        .execute();
    },

    find: (kind, id) => findBy(kind, 'id', id),

    findByUid: (kind, uid) => findBy(kind, 'uid', uid),

    async consume(kind, id) {
      const now = Math.floor(clock.now().getTime() / 1000);
      const result = await database()
        .updateTable('charter.issuer_sessions')
        .set({ payload: sql<string>`payload || jsonb_build_object('consumed', ${now}::bigint)` })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where(sql<boolean>`not payload ? 'consumed'`)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    destroy: (kind, id) => removeBy(kind, 'id', id),

    revokeByGrant: (kind, grantId) => removeBy(kind, 'grant_id', grantId),

    async removeExpired() {
      const result = await database()
        .deleteFrom('charter.issuer_sessions')
        .where('expires_at', '<=', clock.now())
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
