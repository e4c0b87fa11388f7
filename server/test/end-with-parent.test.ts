/** Tests the preload of `npm start` and `npm test` (runtime/end-with-parent.mjs) in child processes. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';

const PRELOAD = new URL('../../runtime/end-with-parent.mjs', import.meta.url).href;

/** Runs the child with the preload, as runtime.mjs does. */
const PARENT = `
  import { spawn } from 'node:child_process';
  const preload = process.argv[2] + '?parent=' + process.pid;
  spawn(process.execPath, ['--import', preload, process.argv[3]], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });`;

/** Runs until it is stopped. */
const CHILD = `
  setInterval(() => undefined, 1_000);
  console.log('running');`;

/** Forks a worker that waits for a message. */
const FORKING_CHILD = `
  import { fork } from 'node:child_process';
  const worker = fork(new URL('./worker.mjs', import.meta.url));
  worker.on('message', (message) => {
    console.log(message);
    if (message === 'ready') worker.send('stop');
  });`;

const WORKER = `
  process.on('message', () => {
    process.send('stopped');
    process.disconnect();
  });
  process.once('beforeExit', () => process.connected && process.send('without work'));
  process.send('ready');`;

describe('the preload of programs on the pinned Node', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-preload-'));
    const programs = { parent: PARENT, child: CHILD, forking: FORKING_CHILD, worker: WORKER };
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, `${name}.mjs`), text);
  });
  after(() => rm(folder, { recursive: true }));

  const start = (child: string): ChildProcess =>
    spawn(process.execPath, [join(folder, 'parent.mjs'), PRELOAD, join(folder, child)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  it('stops the program when its parent is killed', async () => {
    const parent = start('child.mjs');
    const lines = createInterface({ input: parent.stdout! });
    const ended = once(lines, 'close');
    assert.deepEqual(await once(lines, 'line'), ['running']);
    parent.kill('SIGKILL');
    // The output closes only when the child has ended: it holds the other end of the pipe.
    await ended;
  });

  it('lets processes that the program forks wait for messages', async () => {
    const parent = start('forking.mjs');
    const lines: string[] = [];
    for await (const line of createInterface({ input: parent.stdout! })) lines.push(line);
    assert.deepEqual(lines, ['ready', 'stopped']);
  });
});
