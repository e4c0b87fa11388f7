/** A migrated database for a test file, reached as the service reaches it: as its own role, tenant by tenant. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate, serviceUrl } from '../src/persistence/migrate.ts';
import type { CharterTables } from '../src/persistence/tables.ts';
import { createPool, Tenancy } from '../src/persistence/tenancy.ts';
import { createTestDatabase } from './postgres.ts';

export interface MigratedDatabase {
  /** Connects as the owner. */
  connectionString: string;
  /** Connections of the service's role. */
  pool: pg.Pool;
  databases: Tenancy<CharterTables>;
  close(): Promise<void>;
}

/** Changes whenever the code that shapes the database does. */
function migrationsKey(): string {
  const persistence = join(import.meta.dirname, '../src/persistence');
  const migrations = join(persistence, 'migrations');
  const files = readdirSync(migrations).map((file) => join(migrations, file));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), join(persistence, 'migrate.ts'), join(persistence, 'queues.ts')]) {
    hash.update(readFileSync(file));
  }
  return `migrated:${hash.digest('hex')}`;
}

/** Call `close` in an `after` hook. */
export async function openMigratedDatabase(): Promise<MigratedDatabase> {
  const database = await createTestDatabase({ template: { key: migrationsKey(), prepare: migrate } });
  const pool = createPool(serviceUrl(database.connectionString), 5, () => undefined);
  return {
    connectionString: database.connectionString,
    pool,
    databases: new Tenancy<CharterTables>(pool),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
