/** A migrated database for a test file, and pools on it as the service has them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/persistence/migrate.ts';
import type { CharterTables } from '../src/persistence/tables.ts';
import { createPool, Tenancy, type TenancyOptions } from '../src/persistence/tenancy.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestDatabase {
  /** URL of the owner. */
  ownerUrl: string;
  /** URL of the role the service connects as. */
  serviceUrl: string;
  tenancy: Tenancy<CharterTables>;
  /** Another node's door to the same database. */
  anotherTenancy(options?: TenancyOptions): Tenancy<CharterTables>;
  drop(): Promise<void>;
}

const PERSISTENCE = resolve(import.meta.dirname, '../src/persistence');

/** A hash of all files that determine the migrated database. */
function migrationsKey(): string {
  const files = [
    ...readdirSync(join(PERSISTENCE, 'migrations')).map((file) => join(PERSISTENCE, 'migrations', file)),
    join(PERSISTENCE, 'migrate.ts'),
    join(PERSISTENCE, 'secure-tables.ts'),
    join(PERSISTENCE, 'service-role.ts'),
    join(PERSISTENCE, 'installation-secrets.ts'),
    join(PERSISTENCE, 'audit-guard.ts'),
    join(PERSISTENCE, 'queues.ts'),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

export interface TestDatabaseSettings {
  /** For tests of single stores: changes need no audit record (audit-guard.ts). */
  unaudited?: true;
}

/**
 * The URL of the service's role of the template that the database is a clone of: cloning keeps its rights
 * and its password, and is far faster than to migrate again.
 */
async function templateServiceUrl(cloneUrl: string): Promise<string> {
  const owner = new pg.Client(cloneUrl);
  await owner.connect();
  const { rows } = await owner.query<{ role: string; password: string }>(
    `select substr(name, length('password of ') + 1) as role, value as password
       from charter.installation_secrets where name like 'password of %'`,
  );
  await owner.end();
  const url = new URL(cloneUrl);
  url.username = rows[0]?.role ?? '';
  url.password = rows[0]?.password ?? '';
  return url.href;
}

/** The same URL, for connections whose changes pass as audited. */
function withoutGuard(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', '-c charter.audited=never');
  return changed.href;
}

export async function createMigratedDatabase(settings: TestDatabaseSettings = {}): Promise<TestDatabase> {
  const database = await createTestDatabase({
    template: { key: migrationsKey(), prepare: (url) => migrate(url) },
  });
  const guarded = await templateServiceUrl(database.connectionString);
  const url = settings.unaudited ? withoutGuard(guarded) : guarded;
  // Sessions that are about to close may still be ended by the drop, which is no failure.
  let dropping = false;
  const open = () =>
    createPool(url, 5, (error) => {
      if (!dropping) throw error;
    });
  const pools = [open()];
  return {
    ownerUrl: database.connectionString,
    serviceUrl: url,
    tenancy: new Tenancy<CharterTables>(pools[0] as (typeof pools)[number]),
    anotherTenancy(options) {
      const pool = open();
      pools.push(pool);
      return new Tenancy<CharterTables>(pool, options);
    },
    async drop() {
      dropping = true;
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
}
