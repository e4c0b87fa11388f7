/**
 * Start and stop with the embedded PostgreSQL: no process is left, and no data is lost.
 * @long
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '@charter/sdk';
import { CALLERS, MANIFEST, NEWCOMER, TEMPLATE } from './callers.ts';
import { charter, freePort, GIVEN_URL, RAISED_LIMITS, type Service, startNode } from './service.ts';
import { teamOf, waitForCompletedJob } from './stage.ts';

const skip = GIVEN_URL === undefined ? false : 'needs a service of its own';

/** Parent ids of all processes, by process id. */
function processTree(): Map<number, number> {
  if (existsSync('/proc/self/stat')) return processTreeOfLinux();
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const lines = text.trim().split('\n');
  return new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]));
}

/** Reads /proc, because minimal installations have no `ps`. */
function processTreeOfLinux(): Map<number, number> {
  const tree = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The program name is in parentheses and may contain any character.
      tree.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended meanwhile.
    }
  }
  return tree;
}

function descendantsOf(pid: number): number[] {
  const parents = processTree();
  const isBelow = (candidate: number): boolean => {
    const parent = parents.get(candidate);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a service on the embedded PostgreSQL', { skip }, () => {
  let folder: string;
  let environment: Record<string, string>;
  let service: Service | undefined;
  let team: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-life-'));
    const PORT = String(await freePort());
    environment = { ...RAISED_LIMITS, PORT, CHARTER_DATA_DIR: join(folder, 'data') };
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (): Promise<Service> => {
    service = await startNode({ environment });
    return service;
  };

  const clientOf = async (running: Service) => {
    const { stdout, stderr } = await charter(running, ['token', '--user', CALLERS.admin.name]);
    assert.equal(stderr, '');
    return createClient({ baseUrl: running.url, token: stdout.trim(), retry: false });
  };

  it('creates its data at the first start, and prints the address and a sign-in command', async () => {
    const running = await start();
    assert.equal(running.announcedUrl, `http://127.0.0.1:${environment.PORT}`);
    const [ready, login, hint] = running.output().trim().split('\n').slice(-3);
    assert.equal(ready, `Charter is ready at ${running.url}`);
    assert.match(login ?? '', /^Sign in there, or on the command line with: \S+charter login/);
    const [, line = ''] = /^For a script, get a token with: (.*)$/.exec(hint ?? '') ?? [];
    // Runs the printed command as a person would: in a shell, in another folder, without the variables of the service.
    const { PATH } = process.env;
    const { stdout: token } = await promisify(execFile)('/bin/sh', ['-c', line], { cwd: '/', env: { PATH } });
    const me = await fetch(`${running.url}/v1.0/me/labels`, {
      headers: { authorization: `Bearer ${token.trim()}` },
    });
    assert.equal(me.status, 200);
    const client = await clientOf(running);
    await client.catalog.applyCatalogTemplate({ manifest: MANIFEST });
    const job = await client.teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: { name: 'Kept', membership: { owners: [{ id: NEWCOMER }] } },
    });
    team = teamOf(await waitForCompletedJob(client, job.id));
  });

  it('rejects a second service on the same data', async () => {
    const second = { ...environment, PORT: String(await freePort()) };
    await assert.rejects(startNode({ environment: second }), /error: .*\S/);
    assert.equal((await fetch(`${service?.url}/readyz`)).status, 200);
  });

  it('leaves no process after SIGTERM', async () => {
    const running = service as Service;
    const children = descendantsOf(running.pid as number);
    assert.ok(children.length > 0, 'PostgreSQL runs below it');
    assert.deepEqual(await running.stop('SIGTERM'), { code: 0, signal: null });
    service = undefined;
    assert.deepEqual(children.filter(isAlive), []);
    await assert.rejects(fetch(`${running.url}/healthz`));
  });

  it('fails to start on a port that is in use, with an error that names the port', async () => {
    const occupant = createServer().listen(Number(environment.PORT), '127.0.0.1');
    await once(occupant, 'listening');
    await assert.rejects(startNode({ environment }), new RegExp(`error: .*${environment.PORT}`));
    occupant.close();
    await once(occupant, 'close');
  });

  it('keeps its data for the next start, and does not add the sample data again', async () => {
    const client = await clientOf(await start());
    assert.equal((await client.teams.getTeam(team)).displayName, 'Kept');
    const { value } = await client.catalog.getCatalogTemplates({ language: '*' });
    const ids = value.map(({ templateConfiguration }) => templateConfiguration.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes(TEMPLATE));
  });

  it('starts again after SIGKILL', async () => {
    const running = service as Service;
    const children = descendantsOf(running.pid as number);
    await running.stop('SIGKILL');
    const client = await clientOf(await start());
    assert.equal((await client.teams.getTeam(team)).displayName, 'Kept');
    const left = () => children.filter(isAlive).filter((pid) => !isZombie(pid));
    for (let tries = 0; left().length > 0 && tries < 100; tries += 1) await delay(100);
    assert.deepEqual(left(), [], 'the child processes of the killed service are gone');
  });

  it('stops at Ctrl-C during requests', async () => {
    const running = service as Service;
    const client = await clientOf(running);
    const calls = Array.from({ length: 20 }, () => client.users.getUsers({ $top: 999 }));
    const answers = Promise.allSettled(calls);
    const ended = await running.stop('SIGINT');
    assert.deepEqual(ended, { code: 0, signal: null });
    for (const answer of await answers) {
      if (answer.status === 'rejected')
        assert.match(String(answer.reason.name), /^Charter(Connection|Api)Error$/);
    }
    service = undefined;
  });

  it('names each invalid setting, and starts nothing', async () => {
    const wrong = { ...environment, CHARTER_WORKER_CONCURRENCY: 'many', CHARTER_LOG_LEVEL: 'loud' };
    const { code, stderr, stdout } = await charter({ environment: wrong }, ['serve']);
    assert.equal(code, 2);
    assert.match(stderr, /CHARTER_WORKER_CONCURRENCY must be a whole number/);
    assert.match(stderr, /CHARTER_LOG_LEVEL must be one of/);
    assert.equal(stdout, '');
    const open = await charter({ environment: { ...environment, HOST: '0.0.0.0' } }, ['serve']);
    assert.notEqual(open.code, 0);
    assert.match(open.stderr, /CHARTER_EMBEDDED_ISSUER_BEYOND_LOOPBACK/);
  });
});

/** Returns whether the process is a zombie; false where there is no /proc. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
