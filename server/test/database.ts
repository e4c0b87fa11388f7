/** A migrated database for a test file, with pools like those of the service. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/persistence/migrate.ts';
import type { CharterTables } from '../src/persistence/tables.ts';
import { createPool, Tenancy, type TenancyOptions } from '../src/persistence/tenancy.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestDatabase {
  /** Connection URL of the owner's role. */
  ownerUrl: string;
  /** Connection URL of the service's role. */
  serviceUrl: string;
  tenancy: Tenancy<CharterTables>;
  /** Opens another node's tenancy on the same database. */
  anotherTenancy(options?: TenancyOptions): Tenancy<CharterTables>;
  drop(): Promise<void>;
}

const PERSISTENCE = resolve(import.meta.dirname, '../src/persistence');

/** A hash of all files that determine the migrated database. */
function migrationsKey(): string {
  const files = [
    ...globSync(join(PERSISTENCE, 'migrations/**/*.ts')),
    join(PERSISTENCE, 'migrate.ts'),
    join(PERSISTENCE, 'migration-records.ts'),
    join(PERSISTENCE, 'queue-schema.ts'),
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
  /** For tests of single stores: disables the audit guard (audit-guard.ts). */
  unaudited?: true;
}

/**
 * Returns the service role's URL for a clone of the template database. A clone keeps the role's rights and password,
 * so that it needs no migration.
 */
async function templateServiceUrl(cloneUrl: string): Promise<string> {
  serviceRole ??= await readServiceRole(cloneUrl);
  const url = new URL(cloneUrl);
  url.username = serviceRole.name;
  url.password = serviceRole.password;
  return url.href;
}

interface ServiceRole {
  name: string;
  password: string;
}

/** The role of the clones, which is the same for all of them. */
let serviceRole: ServiceRole | undefined;

async function readServiceRole(cloneUrl: string): Promise<ServiceRole> {
  const owner = new pg.Client(cloneUrl);
  await owner.connect();
  const { rows } = await owner.query<ServiceRole>(
    `select substr(name, length('password of ') + 1) as name, value as password
       from charter.installation_secrets where name like 'password of %'`,
  );
  await owner.end();
  return rows[0] ?? { name: '', password: '' };
}

export async function createMigratedDatabase(settings: TestDatabaseSettings = {}): Promise<TestDatabase> {
  const database = await createTestDatabase({
    template: { key: migrationsKey(), prepare: async (url) => void (await migrate(url)) },
    ...(settings.unaudited && { setting: 'charter.audited = never' }),
  });
  const url = await templateServiceUrl(database.connectionString);
  // The drop may end sessions that are closing, which is not a failure.
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
