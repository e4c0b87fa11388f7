/** Keys of the embedded issuer. They belong to the installation, not to a tenant. */
import { type Kysely, sql } from 'kysely';
import type { SigningKeyStore } from '../domain/identity/ports.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables } from './tables.ts';
import { NO_TENANT } from './tenants.ts';

async function listKeys(database: Kysely<CharterTables>): Promise<Record<string, unknown>[]> {
  const rows = await database
    .selectFrom('charter.signing_keys')
    .select('private_jwk')
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => row.private_jwk);
}

export function createSigningKeyStore(databases: TenantDatabases<CharterTables>): SigningKeyStore {
  return {
    list: () => listKeys(databases.for(NO_TENANT)),

    async addFirst(jwk) {
      const { kid } = jwk;
      if (typeof kid !== 'string' || kid === '') throw new Error('A signing key needs a kid.');
      return databases
        .for(NO_TENANT)
        .transaction()
        .execute(async (transaction) => {
          // Nodes that start together must agree on one key.
          await sql`select pg_advisory_xact_lock(hashtextextended('charter.signing_keys', 0))`.execute(
            transaction,
          );
          const existing = await listKeys(transaction);
          if (existing.length > 0) return existing;
          await transaction
            .insertInto('charter.signing_keys')
            .values({ key_id: kid, private_jwk: JSON.stringify(jwk) })
            .execute();
          return listKeys(transaction);
        });
    },
  };
}
