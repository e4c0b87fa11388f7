/** Compares listing 10,000 and 1,000,000 users: first page, later page, search and filter. */

import pg from 'pg';
import type { SuiteUsers } from '../server/src/domain/directory/suite.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { suiteDeps } from '../server/src/persistence/directory/index.ts';
import { migrate } from '../server/src/persistence/migrate.ts';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import { createPool, Tenancy } from '../server/src/persistence/tenancy.ts';
import type { EmbeddedSuiteTables } from '../server/test/embedded-suite-tables.ts';
import { createTestDatabase } from '../server/test/postgres.ts';
import { openStoredSuite } from '../server/test/stored-suite.ts';
import { measureGrowth, SIZES } from './growth.ts';
import type { Measurement } from './measurement.ts';

const PAGE = 100;

/** People with 2,000 distinct names, so that pages contain equal names. */
const INSERT_USERS = `
  insert into directory.users (tenant_id, user_id, display_name, given_name, surname, mail, user_principal_name,
         job_title, department, user_type, account_enabled)
  select $1, 'user-' || n, 'Given' || (n % 50) || ' Surname' || (n % 2000), 'Given' || (n % 50), 'Surname' || (n % 2000),
         'person' || n || '@bench.example', 'person' || n || '@bench.example', 'Title ' || (n % 20), 'Department ' || (n % 40),
         'Member', true
    from generate_series(1, $2::int) n`;

/** Inserts people into the directory of each tenant. */
export async function insertUsers(ownerUrl: string, sizes: Record<string, number>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (const [tenantId, count] of Object.entries(sizes)) await client.query(INSERT_USERS, [tenantId, count]);
  await client.query('vacuum analyze directory.users');
  await client.query('vacuum analyze directory.user_words');
  await client.end();
}

type Listing = (users: SuiteUsers, tenantId: string, call: number) => Promise<unknown>;

async function secondPage(users: SuiteUsers, tenantId: string): Promise<unknown> {
  const { next } = await users.list(tenantId, { top: PAGE });
  if (next === undefined) throw new Error('There is only one page.');
  return users.list(tenantId, { top: PAGE, after: next });
}

const LISTINGS: Record<string, Listing> = {
  'first page': (users, tenantId) => users.list(tenantId, { top: PAGE }),
  'following page': (users, tenantId) => secondPage(users, tenantId),
  // The page is small, because a search in 10,000 users finds only a few dozen.
  search: (users, tenantId, call) => users.list(tenantId, { top: 25, search: `surname${call % 90} given` }),
  'filter by department': (users, tenantId, call) =>
    users.list(tenantId, {
      top: PAGE,
      filter: [{ field: 'department', operator: 'eq', value: `Department ${call % 40}` }],
    }),
};

export async function measureUsers(): Promise<Measurement[]> {
  const database = await createTestDatabase();
  await migrate(database.connectionString);
  await insertUsers(database.connectionString, SIZES);
  const pool = createPool(await serviceUrl(database.connectionString), 2, () => undefined);
  const { users } = await openStoredSuite(suiteDeps(new Tenancy<EmbeddedSuiteTables>(pool), systemClock));
  try {
    const measurements: Measurement[] = [];
    for (const [name, listing] of Object.entries(LISTINGS)) {
      const ask = (tenantId: string, call: number) => listing(users, tenantId, call);
      measurements.push(await measureGrowth(`users, ${name}`, ask));
    }
    return measurements;
  } finally {
    await pool.end();
    await database.drop();
  }
}
