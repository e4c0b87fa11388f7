import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { killedAtStatement } from '../../test/killed-at-statement.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../kernel/clock.ts';
import { findExamplePerson } from './issuer.ts';
import { type Infrastructure, openInfrastructure, requestLimits } from './node.ts';

const TENANTS = 200;

describe('the example person for the embedded issuer', () => {
  const config = readConfig({});
  let database: TestDatabase;
  let owner: pg.Client;
  let infrastructure: Infrastructure;

  before(async () => {
    database = await createMigratedDatabase();
    owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    await owner.query(`
      insert into charter.tenants (tenant_id, display_name)
      select 'tenant-' || n, lpad(n::text, 3, '0') from generate_series(1, ${TENANTS}) n;
      insert into directory.users (tenant_id, user_id, display_name, user_principal_name, account_enabled)
      values ('tenant-2', 'gone', 'Aaron', 'aaron@example.com', false), ('tenant-2', 'ada', 'Ada', 'ada@example.com', true)`);
    const log = pino({ level: 'silent' });
    infrastructure = await openInfrastructure(
      config,
      database.serviceUrl,
      log,
      systemClock,
      requestLimits(config),
    );
  });
  after(async () => {
    await infrastructure.pool.end();
    await owner.end();
    await database.drop();
  });

  it('has an enabled account, and is found with fewer statements than there are tenants', async () => {
    let found: string | undefined;
    const statements = await killedAtStatement(undefined, async () => {
      found = await findExamplePerson(config, infrastructure);
    });
    assert.equal(found, 'ada@example.com');
    assert.ok(statements.length < TENANTS / 4, `${statements.length} statements`);
  });
});
