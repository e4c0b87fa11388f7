/** Compares listing the records of a trail with 10,000 and with 1,000,000 records: pages, filters, newest. */

import pg from 'pg';
import type { AuditCondition, AuditPosition } from '../server/src/engine/audit/ports.ts';
import { ReadLog } from '../server/src/engine/audit/read-log.ts';
import { listRecords } from '../server/src/engine/audit/read-trails.ts';
import type { Principal } from '../server/src/engine/principal.ts';
import type { Store } from '../server/src/engine/store.ts';
import { TRAILS } from '../server/src/flows/definitions.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { auditStore } from '../server/src/persistence/audit.ts';
import { migrate } from '../server/src/persistence/migrate.ts';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import type { CharterTables } from '../server/src/persistence/tables.ts';
import { createPool, Tenancy } from '../server/src/persistence/tenancy.ts';
import { createTestDatabase } from '../server/test/postgres.ts';
import { testSecrets } from '../server/test/secrets.ts';
import { measureGrowth, SIZES, type Size } from './growth.ts';
import type { Measurement } from './measurement.ts';

const PAGE = 100;
const BEGAN = Date.UTC(2026, 0, 1);
const SECONDS_APART = 10;

/** 100 actors, 2,000 targets and 5 types. A page filtered by actor is full with either number of records. */
const INSERT_RECORDS = `
  insert into charter.audit_records
    (tenant_id, record_id, trail, type, occurred_at, actor_id, actor_kind, actor_name, target_type, target_id,
     target_name, request_id, outcome, fields)
  select $1, lpad(to_hex(n), 32, '0')::uuid, 'teams', 'type_' || (n % 5),
         timestamptz '2026-01-01T00:00:00Z' + make_interval(secs => n * ${SECONDS_APART}),
         'person-' || (n % 100), 'user', 'Person ' || (n % 100), 'team', 'team-' || (n % 2000), 'Team ' || (n % 2000),
         'request-' || n, 'success', json_build_object('teamId', 'team-' || (n % 2000), 'teamName', 'Team ' || n)
    from generate_series(1, $2::int) n`;
const INSERT_CHAIN = `
  insert into charter.audit_chain (tenant_id, trail, sequence, record_id, hash)
  select $1, 'teams', n, lpad(to_hex(n), 32, '0')::uuid, sha256(n::text::bytea) from generate_series(1, $2::int) n`;

async function fill(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (const [tenantId, count] of Object.entries(SIZES)) {
    await client.query(INSERT_RECORDS, [tenantId, count]);
    await client.query(INSERT_CHAIN, [tenantId, count]);
  }
  await client.query('vacuum analyze charter.audit_records');
  await client.query('vacuum analyze charter.audit_chain');
  await client.end();
}

interface Call {
  number: number;
  size: number;
}

interface Page {
  conditions?: (call: Call) => AuditCondition[];
  after?: (call: Call) => AuditPosition;
}

const timeOf = (record: number): Date => new Date(BEGAN + record * SECONDS_APART * 1000);

const PAGES: Record<string, Page> = {
  'newest page': {},
  'page in the middle': {
    after: ({ number, size }) => ({
      time: timeOf(size / 2 + number),
      id: '00000000-0000-0000-0000-000000000000',
    }),
  },
  'by actor': {
    conditions: ({ number }) => [{ field: 'actor/id', operator: 'eq', value: `person-${number}` }],
  },
  'by target': {
    // The lower bound of the time gives both sizes the same number of records for a team.
    conditions: ({ number, size }) => [
      { field: 'target/id', operator: 'eq', value: `team-${number}` },
      { field: 'time', operator: 'ge', value: timeOf(size - 10_000) },
    ],
  },
  'by type and time': {
    conditions: ({ number, size }) => [
      { field: 'type', operator: 'eq', value: `type_${number % 5}` },
      { field: 'time', operator: 'ge', value: timeOf(size / 2) },
      { field: 'time', operator: 'lt', value: timeOf(size / 2 + 2_000) },
    ],
  },
};

const principalOf = (tenantId: string): Principal => ({
  tenantId,
  kind: 'app',
  id: 'bench',
  displayName: 'Bench',
  roles: new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP']),
});

export async function measureAuditList(): Promise<Measurement[]> {
  const database = await createTestDatabase();
  await migrate(database.connectionString);
  await fill(database.connectionString);
  const pool = createPool(await serviceUrl(database.connectionString), 2, () => undefined);
  const tenancy = new Tenancy<CharterTables>(pool);
  const store = {
    in: (tenantId: string) => ({ audit: auditStore(tenancy.for(tenantId), tenantId, testSecrets()) }),
  } as unknown as Store;
  const reads = new ReadLog({ store, clock: systemClock });
  const context = { requestId: newId(), operationId: newId() };

  const ask = async (page: Page, size: Size, number: number): Promise<void> => {
    const call = { number, size: SIZES[size] };
    const after = page.after?.(call);
    const { items } = await listRecords({ store, reads, trails: TRAILS }, principalOf(size), context, {
      code: 'teams',
      order: 'time desc',
      top: PAGE,
      countAll: false,
      filter: '',
      conditions: page.conditions?.(call) ?? [],
      ...(after && { after }),
    });
    if (items.length === 0) throw new Error('A page is empty.');
  };

  try {
    const measurements: Measurement[] = [];
    for (const [name, page] of Object.entries(PAGES)) {
      const list = `audit records, ${name}`;
      measurements.push(await measureGrowth(list, (size, call) => ask(page, size, call)));
    }
    return measurements;
  } finally {
    await pool.end();
    await database.drop();
  }
}
