/** Tests `npm start` in a copy of the checkout without dependencies. It needs npm's registry or cache. @long */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { root } from '../runtime/root.mjs';

const { dependencies } = JSON.parse(
  execFileSync('git', ['show', 'HEAD:package.json'], { cwd: root, encoding: 'utf8' }),
);

/** A port that no service listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('npm start in a new checkout', { timeout: 240_000 }, () => {
  let folder: string;
  let port: number;
  let service: ChildProcess | undefined;

  /** Starts the service with its own npm, and returns its lines up to the ready line. */
  async function start(...args: string[]): Promise<string[]> {
    service = spawn('npm', ['start', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), CHARTER_LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: service.stdout! })) {
      lines.push(line);
      if (/is ready/.test(line)) break;
    }
    service.stdout?.resume();
    return lines;
  }

  async function stop(): Promise<void> {
    if (service?.pid === undefined || service.exitCode !== null || service.signalCode !== null) return;
    const ended = once(service, 'exit');
    process.kill(-service.pid, 'SIGTERM');
    await ended;
  }

  const page = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).text();

  const run = (...command: string[]): string =>
    execFileSync('npx', command, { cwd: folder, encoding: 'utf8' }).trim();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-first-start-'));
    // The account that runs PostgreSQL must be able to enter the folder.
    await chmod(folder, 0o755);
    port = await freePort();
    for (const file of execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')) {
      if (file !== '') await cp(join(root, file), join(folder, file), { recursive: true });
    }
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('installs the packages, builds the portal, and serves the portal once the ready line is printed', async () => {
    const lines = await start();
    assert.ok(lines.some((line) => line.startsWith('Installing dependencies (first run)')));
    assert.ok(
      lines.some((line) => /^ {2}\d+ of \d+ packages…$/.test(line)),
      lines.join('\n'),
    );
    assert.ok(lines.some((line) => line.startsWith('Built the portal')));
    assert.match(await page('/'), /<script type="module"/);
  });

  it('installs the pinned Node and the commands, and no packages for development', async () => {
    assert.equal(run('node', '--version'), `v${dependencies.node}`);
    assert.match(run('charter', '--help'), /Usage: charter/);
    assert.throws(() => run('--no-install', 'biome', '--version'));
  });

  it('reuses the installation and the portal at the next start', async () => {
    await stop();
    const lines = await start();
    assert.ok(!lines.some((line) => /Installing|Building/.test(line)), lines.join('\n'));
    assert.match(await page('/'), /<script type="module"/);
  });

  it('starts a worker without the portal', async () => {
    await stop();
    await rm(join(folder, 'portal/dist'), { recursive: true });
    const lines = await start('--', '--services=worker');
    assert.equal(lines.at(-1), 'The worker of Charter is ready.');
    assert.ok(!lines.some((line) => /Building/.test(line)), lines.join('\n'));
  });

  it('leaves the packages for development to npm run pack, which installs them', async () => {
    await stop();
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    const output = execFileSync('npm', ['run', 'pack'], { cwd: folder, encoding: 'utf8', env });
    assert.match(output, /Installing dependencies \(those for development\)/);
    assert.match(run('--no-install', 'biome', '--version'), /^Version: /);
  });
});
