/**
 * Fails a PostgreSQL cluster over repeatedly under load. One API and one worker node have all its hosts in their URL,
 * two others reach it through HAProxy. Each call gets a response, callers get no errors but documented 503s, and no
 * acknowledged write is lost.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { DatabaseClient } from '../../server/src/persistence/database-client.ts';
import { serviceUrl } from '../../server/src/persistence/service-role.ts';
import { compareAudit } from '../../server/test/audit-comparison.ts';
import { startNode as startInProcess } from '../../server/test/provisioning-world.ts';
import { TEST_SECRET_KEY } from '../../server/test/secrets.ts';
import { subjectOf } from '../callers.ts';
import { charter, freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from '../service.ts';
import { issueToken } from '../tokens.ts';
import { Load } from './load.ts';
import { missingPatroni, PatroniCluster } from './patroni.ts';

const FAILOVERS = Number(process.env.CHARTER_TEST_FAILOVERS ?? 20);
const FIRST_WRITE_MILLISECONDS = 5_000;
const TENANT = '4d657269-6469-4a6e-8000-000000000000';
const WAYS = ['hosts', 'proxy'] as const;

const skip = (GIVEN_URL === undefined ? missingPatroni() : 'needs nodes of its own') ?? false;

describe('a service on a PostgreSQL cluster that fails over', { skip }, () => {
  let cluster: PatroniCluster;
  const nodes: Service[] = [];
  const loads: Load[] = [];
  let folder: string;
  let token: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-failover-'));
    cluster = await PatroniCluster.start();
    const administrator = new DatabaseClient({ connectionString: cluster.urlOfHosts('postgres') });
    await administrator.connect();
    await administrator.query('create database charter');
    await administrator.end();
    const port = String(await freePort());
    for (const way of WAYS) {
      const settings = {
        ...RAISED_LIMITS,
        DATABASE_URL: way === 'hosts' ? cluster.urlOfHosts('charter') : cluster.urlOfProxy('charter'),
        CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
        CHARTER_SECRET_KEY: TEST_SECRET_KEY,
        CHARTER_LOG_LEVEL: 'error',
        CHARTER_AUDIT_CHECKPOINT_DIR: join(folder, 'checkpoints', way),
      };
      // The first node listens on the address of the token issuer.
      const api = await startNode({
        environment: way === 'hosts' ? { ...settings, PORT: port } : settings,
        args: ['--services=api'],
      });
      const worker = await startNode({ environment: settings, args: ['--services=worker'] });
      nodes.push(api, worker);
      const [owner = '', admin = ''] = await Promise.all(
        (['owner', 'admin'] as const).map((caller) => issueToken(api, subjectOf(caller))),
      );
      const load = new Load(() => [api.url], { owner, admin }, { hasOutages: true, name: `Over ${way}` });
      loads.push(load);
      token = admin;
    }
    await loads[0]?.prepare();
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * Kills the primary or switches over. Returns the milliseconds from the promotion to each load's next accepted job.
   */
  async function failOver(isKill: boolean): Promise<number[]> {
    const leader = await cluster.settled();
    const promotion = cluster.promoted(leader);
    await (isKill ? cluster.kill(leader) : cluster.switchOver(leader));
    const promotedAt = await promotion;
    const first = await Promise.all(loads.map((load) => load.acceptedAfter(promotedAt)));
    if (isKill) cluster.run(leader);
    return first.map((time) => time - promotedAt);
  }

  it(`accepts writes within five seconds of each of ${FAILOVERS} promotions`, async (t) => {
    const times: number[][] = [];
    const run = async (): Promise<void> => {
      for (let turn = 0; turn < FAILOVERS; turn += 1) times.push(await failOver(turn % 2 === 0));
      await cluster.settled();
    };
    const [first, second] = loads as [Load, Load];
    await first.during(() => second.during(run));
    const slowest = WAYS.map((_way, index) => Math.max(...times.map((both) => both[index] as number)));
    for (const [index, way] of WAYS.entries()) {
      const { responses, jobs, unavailable, claimed, repeated } = loads[index] as Load;
      const all = times.map((both) => both[index]).join(', ');
      t.diagnostic(
        `${way}: ${responses} responses, ${unavailable} of them 503, ${claimed} 409 to a retry after a 503, ${repeated} calls without a response, ${jobs.size} jobs; first write after ${all} ms`,
      );
    }
    assert.deepEqual(
      loads.flatMap(({ failures }) => failures),
      [],
    );
    // The nodes stay up, so none may drop a call.
    assert.deepEqual(
      loads.map(({ repeated }) => repeated),
      WAYS.map(() => 0),
    );
    assert.ok(Math.max(...slowest) <= FIRST_WRITE_MILLISECONDS, slowest.join());
  });

  it('completes every accepted job, with one team and one audit record for each', async () => {
    for (const load of loads) assert.deepEqual(await load.unfinished(), []);
    const owner = new pg.Client(cluster.urlOfProxy('charter'));
    await owner.connect();
    const { rows } = await owner.query<{ name: string; teams: string }>(
      "select display_name as name, count(*) as teams from directory.teams where display_name like 'Over %' group by 1",
    );
    await owner.end();
    assert.deepEqual(
      rows.map(({ name, teams }) => `${name} ${teams}`).sort(),
      loads.flatMap(({ jobs }) => [...jobs.keys()].map((name) => `${name} 1`)).sort(),
    );
    const audit = async (...args: string[]) => {
      const { code, stdout, stderr } = await charter(nodes[0] as Service, ['audit', ...args], {
        CHARTER_TOKEN: token,
      });
      assert.equal(code, 0, stdout + stderr);
    };
    // Copies the checkpoints before the export: later ones may sign the record of the export, which the export lacks.
    const [exported, signed] = [join(folder, 'audit.ndjson'), join(folder, 'signed')];
    await cp(join(folder, 'checkpoints'), signed, { recursive: true });
    await audit('export', '--out', exported);
    // The first worker signs a gap, because no node checked the records written before it started.
    await audit('verify', exported, '--accept-gap', '--checkpoints', ...WAYS.map((way) => join(signed, way)));
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    const node = await startInProcess(await serviceUrl(cluster.urlOfHosts('charter')));
    try {
      assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
    } finally {
      await node.close();
    }
  });
});
