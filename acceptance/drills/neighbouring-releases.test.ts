/**
 * A rolling upgrade under load, from the commit before the last change of the schema to this one and back: two API and
 * two worker nodes on one database, one replaced after the other. No call fails, and nothing is lost or duplicated.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { serviceUrl } from '../../server/src/persistence/service-role.ts';
import { compareAudit } from '../../server/test/audit-comparison.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/postgres.ts';
import {
  type Node as ServiceNode,
  startNode as startInProcess,
} from '../../server/test/provisioning-world.ts';
import { TEST_SECRET_KEY } from '../../server/test/secrets.ts';
import { subjectOf } from '../callers.ts';
import { freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from '../service.ts';
import { issueToken } from '../tokens.ts';
import { checkOut, commitBeforeSchemaChange, type EarlierCheckout } from './earlier-checkout.ts';
import { Load } from './load.ts';

const TENANT = '4d657269-6469-4a6e-8000-000000000000';
const PLACES = ['api', 'api', 'worker', 'worker'] as const;

const commit = commitBeforeSchemaChange();

function skip(): string | false {
  if (GIVEN_URL !== undefined) return 'needs nodes of its own';
  return commit === undefined && 'needs the history of the checkout';
}

describe('a rolling upgrade and downgrade', { skip: skip() }, () => {
  let database: TestDatabase;
  let earlier: EarlierCheckout;
  let owner: pg.Client;
  let settings: Record<string, string>;
  let load: Load;
  const nodes: (Service | undefined)[] = PLACES.map(() => undefined);

  /** @param program path of the earlier `charter.js`, or this checkout's */
  async function start(place: number, program?: string): Promise<void> {
    // The first node has the address of the tokens' issuer.
    const port = place === 0 ? { PORT: new URL(settings.CHARTER_PUBLIC_URL as string).port } : {};
    nodes[place] = await startNode({
      environment: { ...settings, ...port },
      args: [`--services=${PLACES[place]}`],
      ...(program && { program }),
    });
  }
  async function replace(place: number, program?: string): Promise<void> {
    const node = nodes[place];
    nodes[place] = undefined;
    // Kills a node of the earlier release that does not stop in time. Nothing may be lost in this case either.
    await node?.stop();
    await start(place, program);
  }
  before(async () => {
    database = await createTestDatabase();
    earlier = await checkOut(commit as string);
    const port = String(await freePort());
    settings = {
      ...RAISED_LIMITS,
      DATABASE_URL: database.connectionString,
      CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
      CHARTER_SECRET_KEY: TEST_SECRET_KEY,
      CHARTER_LOG_LEVEL: 'error',
    };
    for (const place of PLACES.keys()) await start(place, earlier.program);
    owner = new pg.Client(database.connectionString);
    await owner.connect();
    const first = nodes[0] as Service;
    const [ofOwner = '', ofAdmin = ''] = await Promise.all(
      (['owner', 'admin'] as const).map((caller) => issueToken(first, subjectOf(caller))),
    );
    const urls = () => nodes.slice(0, 2).flatMap((node) => node?.url ?? []);
    load = new Load(urls, { owner: ofOwner, admin: ofAdmin });
    await load.prepare();
  });
  after(async () => {
    await owner?.end();
    await Promise.all(nodes.map((node) => node?.stop()));
    await database?.drop();
    await earlier?.remove();
  });

  it('upgrades each node, restarts one node of each version on the new schema, and downgrades all nodes', async () => {
    await load.during(async () => {
      for (const place of [0, 2]) await replace(place);
      // Two nodes of each version now share the new schema. A node of the earlier one restarts on it.
      for (const place of [1, 3]) await replace(place, earlier.program);
      for (const place of [1, 3]) await replace(place);
      for (const place of PLACES.keys()) await replace(place, earlier.program);
      for (const place of PLACES.keys()) await replace(place);
    });
    console.log(
      `${load.responses} responses, ${load.jobs.size} jobs, ${load.repeated} calls repeated at another node, the slowest after ${load.slowest.toFixed(0)} ms`,
    );
    assert.deepEqual(load.failures, []);
    assert.ok(load.jobs.size > 20, `${load.jobs.size}`);
  });

  it('completes every accepted job, with one team and one audit record for each', async () => {
    assert.deepEqual(await load.unfinished(), []);
    const { rows } = await owner.query<{ name: string; teams: string }>(
      "select display_name as name, count(*) as teams from directory.teams where display_name like 'Drill %' group by 1",
    );
    assert.deepEqual(
      rows.map(({ name, teams }) => `${name} ${teams}`).sort(),
      [...load.jobs.keys()].map((name) => `${name} 1`).sort(),
    );
    await Promise.all(nodes.splice(0).map((node) => node?.stop()));
    const node: ServiceNode = await startInProcess(await serviceUrl(database.connectionString));
    try {
      assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
    } finally {
      await node.close();
    }
  });
});
