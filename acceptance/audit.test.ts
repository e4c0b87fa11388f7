/** Tests the work of an auditor: export the trails, wait for the signed checkpoint, and verify both offline. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@charter/sdk';
import { charter, GIVEN_URL } from './service.ts';
import { type Harness, openHarness, rejection } from './stage.ts';

/** Time limit for a checkpoint. The service writes one within a minute of a new record, or later on a busy machine. */
const CHECKPOINT_MILLISECONDS = 90_000;

describe('a service with audit trails', {
  skip: GIVEN_URL !== undefined && 'reads the files of its own service',
}, () => {
  let stage: Harness;
  let folder: string;
  let team: string;
  let exported: string;
  let token: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-auditor-'));
    exported = join(folder, 'audit.ndjson');
    const environment = { CHARTER_AUDIT_CHECKPOINT_DIR: join(folder, 'checkpoints') };
    // An auditor needs the checkpoints from the first record on.
    stage = await openHarness({ environment, isFirst: true });
    token = await stage.token('admin');
    team = (await stage.makeTeam()).team;
    await stage.as('admin').teams.updateTeam(team, { description: 'Seen by an auditor' });
    assert.equal((await rejection(stage.as('stranger').teams.deleteTeam(team))).status, 404);
  });
  after(async () => {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (...args: string[]) => {
    const result = await charter(stage.service, ['audit', ...args], { CHARTER_TOKEN: token });
    return { ...result, lines: result.stdout.trimEnd().split('\n') };
  };
  const exportTrails = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await run('export', '--out', exported, ...args);
    assert.equal(code, 0, stderr);
    return readFile(exported, 'utf8');
  };
  const placesOf = (text: string): Map<string, number> => {
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return new Map(events.map(({ source, sequence }) => [source.split('/').at(-1), Number(sequence)]));
  };

  /** Waits until a checkpoint signs at least these sequence numbers. */
  async function checkpointOf(places: ReadonlyMap<string, number>): Promise<void> {
    const deadline = Date.now() + CHECKPOINT_MILLISECONDS;
    for (;;) {
      const names = await readdir(join(folder, 'checkpoints'));
      const texts = await Promise.all(
        names
          .filter((name) => name.endsWith('.ndjson'))
          .map((name) => readFile(join(folder, 'checkpoints', name), 'utf8')),
      );
      const lines = texts.flatMap((text) => text.trimEnd().split('\n')).filter(Boolean);
      // Observations have heads too, but no number, and do not prove records.
      const checkpoints = lines.map((line) => JSON.parse(line)).filter(({ number }) => number !== undefined);
      const heads = checkpoints.map((checkpoint) => checkpoint.heads as Record<string, { sequence: number }>);
      const signs = (head: (typeof heads)[number]) =>
        [...places].every(([trail, place]) => (head[trail]?.sequence ?? 0) >= place);
      if (heads.some(signs)) return;
      assert.ok(Date.now() < deadline, `no checkpoint covers ${JSON.stringify([...places])}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  it('lists the recorded changes', async () => {
    const { stdout } = await run('list', 'teams', '--filter', `target/id eq '${team}'`, '--json');
    assert.deepEqual(
      JSON.parse(stdout).map(({ type }: { type: string }) => type),
      ['team_updated', 'team_created'],
    );
    assert.match((await run('trails')).stdout, /security +Security +forever/);
  });

  it('records a rejected call in the security trail', async () => {
    const deadline = Date.now() + 15_000;
    for (;;) {
      const { stdout } = await run('list', 'security', '--filter', "type eq 'call_refused'", '--json');
      const found = JSON.parse(stdout).find(({ path }: { path: string }) => path === `/v1.0/teams/${team}`);
      if (found !== undefined) {
        assert.deepEqual([found.operation, found.status, found.outcome], ['deleteTeam', 404, 'denied']);
        return;
      }
      assert.ok(Date.now() < deadline, 'the rejected call is not recorded');
    }
  });

  it('exports every trail as CloudEvents that verify against a checkpoint', async () => {
    const text = await exportTrails();
    for (const line of text.trimEnd().split('\n')) {
      const { specversion, source, id, type, data } = JSON.parse(line);
      assert.equal(specversion, '1.0');
      assert.ok(source.startsWith('/tenants/') && id && type.startsWith('charter.') && data.actor.id);
    }
    await checkpointOf(placesOf(text));
    // Copies the checkpoints before the second export, so that they sign no record that the export lacks.
    await cp(join(folder, 'checkpoints'), join(folder, 'copied'), { recursive: true });
    // Exports again, because the trails have newer records, and stores the keys for offline verification.
    await exportTrails();
    const keys = join(folder, 'keys.json');
    await writeFile(keys, (await run('keys')).stdout);
    const checkpoints = ['--checkpoints', join(folder, 'copied'), '--public-key', keys];
    const good = await run('verify', exported, ...checkpoints, '--json');
    assert.equal(good.code, 0, good.stderr + good.stdout);
    const { chains } = JSON.parse(good.stdout);
    assert.ok(chains.length >= 4);
    for (const { checkpoints: count } of chains) assert.ok(count > 0);
    const edited = join(folder, 'edited.ndjson');
    await writeFile(edited, text.replace('Seen by an auditor', 'Seen by nobody'));
    const bad = await run('verify', edited, ...checkpoints);
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /does not match its hash/);
  });

  it('exports only the records after an earlier export with --after', async () => {
    const before = placesOf(await readFile(exported, 'utf8'));
    await stage.as('admin').teams.updateTeam(team, { description: 'Changed again' });
    const more = join(folder, 'more.ndjson');
    const { code, stderr } = await run('export', '--trail', 'teams', '--after', exported, '--out', more);
    assert.equal(code, 0, stderr);
    const [line, ...others] = (await readFile(more, 'utf8')).trimEnd().split('\n');
    assert.deepEqual(others, []);
    assert.equal(Number(JSON.parse(line ?? '').sequence), (before.get('teams') ?? 0) + 1);
    assert.equal((await run('verify', exported, more, '--trail', 'teams')).code, 0);
  });

  it('exports a CSV table', async () => {
    const { code, lines } = await run('export', '--trail', 'teams', '--format', 'csv');
    assert.equal(code, 0);
    assert.match(lines[0] ?? '', /^trail,sequence,time,type,outcome,actor\.id,.*,teamId,.*,hash\r?$/);
    assert.ok(lines.some((line) => line.includes('team_updated') && line.includes('Changed again')));
  });

  it('rejects an unknown trail, invalid options and a caller without the role', async () => {
    assert.equal((await run('export', '--trail', 'nonsense')).code, 4);
    assert.equal((await run('export', '--after', exported, '--format', 'csv')).code, 2);
    assert.equal((await run('export', '--json')).code, 2);
    const stranger = { CHARTER_TOKEN: await stage.token('stranger') };
    assert.equal((await charter(stage.service, ['audit', 'export'], stranger)).code, 3);
  });

  it('lists the trails for an app with the secret that the first start prints, and rejects any other secret', async () => {
    const shown = /HR onboarding.*: (\S+):(\S+)$/m.exec(stage.service.output());
    const [, appId = '', secret = ''] = shown ?? assert.fail('no credentials are shown');
    const clientWith = (given: string) =>
      createClient({ baseUrl: stage.service.url, basic: { appId, secret: given }, retry: false });
    const app = clientWith(secret);
    assert.ok((await app.audit.getAuditTrails()).value.length > 0);
    assert.equal((await rejection(app.labels.getMyLabels())).status, 403, 'it is nobody');
    assert.equal((await rejection(clientWith(`${secret}x`).users.getUsers())).status, 401);
  });
});
