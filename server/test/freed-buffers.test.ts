/** glibc returns freed pools of Node's buffers to the system in the environment that deploy/ and the programs set. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const FILES = ['Dockerfile', 'runtime/runtime.mjs', 'deploy/systemd/charter-{api,worker}.service'];
const NAME = 'MALLOC_MMAP_THRESHOLD_';
/** Well below the 77 MB that remain when the limit is 131,072 bytes, twice that of a pool. */
const MOST_MEGABYTES = 25;

const header = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
const usesGlibc = header.header.glibcVersionRuntime !== undefined;

/** Prints the growth of the memory in MB after 60,000 buffers of the pools, of which none survives. */
const PROGRAM = `
  const anonymous = () => /RssAnon:\\s+(\\d+)/.exec(require('fs').readFileSync('/proc/self/status', 'utf8'))[1] / 1024;
  const before = anonymous();
  const used = [];
  let young = [];
  for (let number = 0; number < 1_200_000; number += 1) {
    young.push({ number });
    if (young.length === 600_000) young = [];
  }
  const recent = [];
  const allocate = async (round) => {
    if (round === 200) return;
    for (let number = 0; number < 300; number += 1) {
      recent[(300 * round + number) % 3000] = Buffer.allocUnsafe(200 + (number * 7919) % 4000).fill(1);
      if (number % 150 === 0) used.push(Buffer.allocUnsafeSlow(200 + 10 * round));
    }
    await new Promise(setImmediate);
    return allocate(round + 1);
  };
  allocate(0).then(() => {
    recent.length = 0;
    gc({ type: 'major', flavor: 'last-resort' });
    setTimeout(() => console.log(JSON.stringify({ grown: anonymous() - before, used: used.length })), 200);
  });`;

const limits = FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).map((file) => ({
  file,
  limit: new RegExp(`${NAME}(?:=|: ')(\\d+)`).exec(readFileSync(join(ROOT, file), 'utf8'))?.[1],
}));

describe('the memory of freed buffers', () => {
  it("is returned for blocks of the size of a buffer's pool, wherever a node is started", () => {
    assert.equal(limits.length, 4);
    for (const { file, limit } of limits) assert.equal(limit, String(Buffer.poolSize), file);
  });

  it('is returned although other blocks remain in use', { skip: !usesGlibc && 'needs glibc' }, (t) => {
    const output = execFileSync(process.execPath, ['--expose-gc', '--eval', PROGRAM], {
      encoding: 'utf8',
      env: { ...process.env, [NAME]: limits[0]?.limit },
    });
    const { grown } = JSON.parse(output) as { grown: number };
    t.diagnostic(`${grown.toFixed(1)} MB`);
    assert.ok(grown < MOST_MEGABYTES, `${grown} MB`);
  });
});
