/**
 * Restores a database to a point in time from archived WAL, and checks the restored work, the events that are sent
 * again, and the verdict of `charter audit verify`.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type CharterClient, createClient } from '@charter/sdk';
import { type Receiver, startReceiver } from '../../server/test/receiver.ts';
import { TEST_SECRET_KEY } from '../../server/test/secrets.ts';
import { CALLERS, MANIFEST, subjectOf, TEMPLATE } from '../callers.ts';
import {
  type CommandResult,
  charter,
  freePort,
  GIVEN_URL,
  RAISED_LIMITS,
  type Service,
  startNode,
} from '../service.ts';
import { issueToken } from '../tokens.ts';
import { ArchivedPostgres } from './archived-postgres.ts';
import { serverPrograms } from './debian-postgres.ts';

const TENANT = '4d657269-6469-4a6e-8000-000000000000';
const POLL_MILLISECONDS = 200;
/** Time limit of the drill, within which two checkpoints are due. An event that never arrives exceeds it. */
const LONGEST_MILLISECONDS = 300_000;

const missing =
  serverPrograms() === undefined && "needs PostgreSQL's server programs: apt install postgresql";
const skip = GIVEN_URL === undefined ? missing : 'needs nodes of its own';

describe('a restore to a point in time', { skip, timeout: LONGEST_MILLISECONDS }, () => {
  let server: ArchivedPostgres;
  let folder: string;
  let environment: Record<string, string>;
  let node: Service;
  let client: CharterClient;
  let token: string;
  let receiver: Receiver;
  /** The period of the loss: from the restore point to the start after the restore. */
  let lostSince: string;
  let lostUntil: string;

  const start = async (): Promise<void> => {
    node = await startNode({ environment });
    token = await issueToken(node, subjectOf('admin'));
    client = createClient({ baseUrl: node.url, token });
  };
  const makeTeam = async (name: string): Promise<void> => {
    const membership = { owners: [{ id: CALLERS.owner.name }] };
    const { id } = await client.teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: { name, membership },
    });
    const job = await client.jobs.waitForJob(id, { signal: AbortSignal.timeout(60_000) });
    assert.equal(job.status, 'completed');
  };
  const teams = async (): Promise<unknown[]> => {
    const names =
      "select coalesce(array_agg(display_name order by 1), '{}') from directory.teams where display_name like 'Team %'";
    return (await server.ask(names, 'charter')) as unknown[];
  };
  /** Returns how often each message was received, by its `webhook-id`. */
  const sent = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { headers } of receiver.messages) {
      const id = String(headers['webhook-id']);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };
  /** Waits for a checkpoint that was signed after the time. */
  async function checkpointAfter(time: string): Promise<void> {
    for (;;) {
      const files = (await readdir(join(folder, 'checkpoints'))).filter((name) => name.endsWith('.ndjson'));
      const texts = await Promise.all(
        files.map((name) => readFile(join(folder, 'checkpoints', name), 'utf8')),
      );
      const lines = texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line));
      if (lines.some((line) => line.tenant === TENANT && line.number && line.time > time)) return;
      await delay(POLL_MILLISECONDS);
    }
  }
  const verify = async (...args: string[]): Promise<CommandResult> => {
    const [exported, signed] = [join(folder, 'audit.ndjson'), join(folder, 'signed')];
    // Copies the checkpoints before the export: later ones may sign the record of the export, which the export lacks.
    await cp(join(folder, 'checkpoints'), signed, { recursive: true });
    const { code, stderr } = await charter(node, ['audit', 'export', '--out', exported], {
      CHARTER_TOKEN: token,
    });
    assert.equal(code, 0, stderr);
    const result = await charter(node, [
      ...['audit', 'verify', exported, '--checkpoints', signed, '--accept-gap'],
      ...args,
    ]);
    await Promise.all([exported, signed].map((path) => rm(path, { recursive: true })));
    return result;
  };
  const now = async (): Promise<string> => ((await server.ask('select now()')) as Date).toISOString();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-restored-'));
    server = await ArchivedPostgres.start();
    receiver = await startReceiver();
    await server.ask('create database charter');
    const port = String(await freePort());
    environment = {
      ...RAISED_LIMITS,
      DATABASE_URL: server.url('charter'),
      PORT: port,
      CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
      CHARTER_SECRET_KEY: TEST_SECRET_KEY,
      CHARTER_LOG_LEVEL: 'error',
      CHARTER_DATA_DIR: join(folder, 'data'),
      CHARTER_AUDIT_CHECKPOINT_DIR: join(folder, 'checkpoints'),
    };
    await start();
    await client.catalog.applyCatalogTemplate({ manifest: MANIFEST });
    await client.webhooks.createHook({ events: ['team_created'], config: { url: receiver.url } });
  });
  after(async () => {
    await node?.stop();
    await receiver?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('restores the teams created before that point, and none created later', async () => {
    server.backUp();
    await makeTeam('Team before');
    await receiver.received(1);
    // The receiver delays its response, so the delivery of the next event is not yet recorded at the restore point.
    const held = Promise.withResolvers<ServerResponse>();
    receiver.answer((response) => held.resolve(response));
    await makeTeam('Team in between');
    const response = await held.promise;
    await server.ask("select pg_create_restore_point('before the mistake')", 'charter');
    lostSince = await now();
    receiver.answer((later) => void later.writeHead(200).end());
    response.writeHead(200).end();
    await makeTeam('Team after');
    await receiver.received(3);
    await checkpointAfter(await now());
    const intact = await verify();
    assert.equal(intact.code, 0, intact.stderr);
    await node.stop();
    await server.restore('before the mistake');
    assert.deepEqual(await teams(), ['Team before', 'Team in between']);
    lostUntil = await now();
    await start();
    await makeTeam('Team again');
  });

  it('repeats a delivery that was recorded only after that point, with the same event id', async () => {
    await receiver.received(5);
    assert.deepEqual([...sent().values()], [1, 2, 1, 1]);
  });

  it('leaves audit trails that pass verification only with --accept-loss', async (t) => {
    await checkpointAfter(lostUntil);
    const rejected = await verify();
    assert.equal(rejected.code, 1);
    assert.match(rejected.stderr, /history up to here was rewritten|the end is cut off/);
    t.diagnostic(rejected.stderr);
    const accepted = await verify('--accept-loss', `${lostSince}/${lostUntil}`);
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.match(accepted.stdout + accepted.stderr, /Accepted loss/);
  });
});
