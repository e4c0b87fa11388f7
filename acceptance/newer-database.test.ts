/**
 * Tests the log of a node on a database of a newer version, at the default level.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/postgres.ts';
import { TEST_SECRET_KEY } from '../server/test/secrets.ts';
import { charter, GIVEN_URL, startNode } from './service.ts';

const skip = GIVEN_URL === undefined ? false : 'needs nodes of its own';

describe('a node on a database of a newer version', { skip }, () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    const migrated = await charter({ environment: { DATABASE_URL: database.connectionString } }, ['migrate']);
    assert.equal(migrated.code, 0, migrated.stderr);
    const owner = new pg.Client(database.connectionString);
    await owner.connect();
    await owner.query("insert into charter.migration_records values ('9001-expands', '98.0.0')");
    await owner.end();
  });
  after(() => database?.drop());

  /** Returns the output of a node with the default log level. */
  async function outputOf(environment: Record<string, string>): Promise<string> {
    const node = await startNode({ environment });
    await node.stop();
    return node.output();
  }
  const NEWER = /"level":40,.*9001-expands/;

  it('warns of the newer version and serves, with the owner’s URL', async () => {
    assert.match(await outputOf({ DATABASE_URL: database.connectionString }), NEWER);
  });

  it('warns of the newer version and serves, with only the service’s URL', async () => {
    const url = await serviceUrl(database.connectionString);
    const output = await outputOf({
      CHARTER_SERVICE_DATABASE_URL: url,
      CHARTER_SECRET_KEY: TEST_SECRET_KEY,
      CHARTER_RETENTION_JOBS: '9',
    });
    assert.match(output, NEWER);
    assert.match(output, /"level":40,.*CHARTER_RETENTION_… differs/);
  });
});
