/** Verifies the audit exports of earlier releases, which `audit-exports/` stores with their checkpoints and keys. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { charter } from './service.ts';

const EXPORTS = join(import.meta.dirname, 'audit-exports');

for (const release of readdirSync(EXPORTS)) {
  describe(`the audit export of ${release}`, () => {
    const folder = join(EXPORTS, release);
    const exported = join(folder, 'audit.ndjson');
    /** Verifies offline: no service runs. */
    const verify = (file: string) =>
      charter({ environment: {} }, [
        ...['audit', 'verify', file, '--json', '--checkpoints', join(folder, 'checkpoints')],
        ...['--public-key', join(folder, 'keys.json')],
      ]);

    it('passes verification against its checkpoints to the end of every trail', async () => {
      const { code, stdout, stderr } = await verify(exported);
      assert.equal(code, 0, stderr);
      const { chains } = JSON.parse(stdout) as {
        chains: { source: string; last: number; fixedThrough: number; records: number }[];
      };
      const records = (await readFile(exported, 'utf8')).trimEnd().split('\n').length;
      assert.ok(chains.length >= 4, stdout);
      for (const { source, last, fixedThrough } of chains) assert.equal(fixedThrough, last, source);
      assert.equal(
        chains.reduce((sum, chain) => sum + chain.records, 0),
        records,
      );
    });

    it('fails verification after a record was changed', async () => {
      const other = await mkdtemp(join(tmpdir(), 'charter-earlier-audit-'));
      try {
        const file = join(other, 'audit.ndjson');
        await writeFile(
          file,
          (await readFile(exported, 'utf8')).replace('"outcome":"success"', '"outcome":"denied"'),
        );
        const { code, stderr } = await verify(file);
        assert.equal(code, 1);
        assert.match(stderr, /does not match its hash/);
      } finally {
        await rm(other, { recursive: true });
      }
    });
  });
}
