/**
 * Tests the mutation run on a folder with a source file and its test. Each case starts processes, and the run changes
 * rarely.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { mutantsOf } from './mutants.ts';
import { runMutations } from './run.ts';

const RULE = `export const mayVote = (age: number): boolean => age >= 18;
export const never = (): boolean => false;
`;

const testOf = (...assertions: string[]): string => `
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mayVote, never } from './rule.ts';
it('decides who may vote', () => {
  ${assertions.join('\n  ')}
});
`;

const AT_18 = 'assert.equal(mayVote(18), true);';
const AT_17 = 'assert.equal(mayVote(17), false);';
const NEVER = 'assert.equal(never(), false);';

describe('a mutation run', () => {
  let folder: string;
  let printed: string[];

  const run = (
    tests: readonly string[],
    { line, ...options }: { line?: number; signal?: AbortSignal; minimumTimeoutMilliseconds?: number } = {},
  ): Promise<boolean> => {
    for (const [index, text] of tests.entries()) writeFileSync(join(folder, `rule-${index}.test.ts`), text);
    const names = tests.map((_, index) => `rule-${index}.test.ts`);
    return runMutations({
      areas: { rules: [{ file: 'rule.ts', tests: names, ...(line !== undefined && { line }) }] },
      root: folder,
      folder: join(folder, 'run'),
      print: (line) => void printed.push(line.replace(/ \(\d+ s\)$/, '')),
      signal: new AbortController().signal,
      lanes: 2,
      clean: async () => undefined,
      ...options,
    });
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'charter-mutation-test-'));
    mkdirSync(join(folder, 'run'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'rule.ts'), RULE);
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    printed = [];
  });

  it('succeeds when the tests detect each mutant', async () => {
    assert.equal(await run([testOf(AT_18, NEVER), testOf(AT_17, NEVER)]), true);
    assert.deepEqual(printed, [
      '[1/1] rules rule.ts',
      'rule.ts: 3 of 3 mutants detected',
      'rules: 3 of 3 mutants detected, 100.0 %',
    ]);
  });

  it('fails and prints the mutants that no test detects', async () => {
    assert.equal(await run([testOf(AT_17, NEVER)]), false);
    // Two mutants are tested at once, so the order is not fixed.
    assert.deepEqual(printed.slice(1, 3).sort(), ['  1/3 rule.ts:1 >= → >', '  2/3 rule.ts:1 18 → 19']);
    assert.deepEqual(printed.slice(3), [
      'rule.ts: 1 of 3 mutants detected',
      'rules: 1 of 3 mutants detected, 33.3 %, below 90 %',
    ]);
  });

  it('can be limited to one line of a source file', async () => {
    assert.equal(await run([testOf(AT_17, NEVER)], { line: 2 }), true);
    assert.deepEqual(printed.at(-1), 'rules: 1 of 1 mutants detected, 100.0 %');
  });

  it('counts a mutant as detected when it makes a test hang', async () => {
    assert.equal(
      await run([testOf(AT_17, 'while (mayVote(18) === false);', NEVER)], { minimumTimeoutMilliseconds: 1 }),
      true,
    );
    assert.ok(printed.includes('  2/3 rule.ts:1 18 → 19 (detected by the time limit)'));
    assert.ok(printed.includes('rule.ts: 3 of 3 mutants detected, 2 by their time limit'));
  });

  it('marks the undetected mutants that no test executes', async () => {
    assert.equal(await run([testOf(AT_18, AT_17)]), false);
    assert.ok(printed.includes('  3/3 rule.ts:2 false → true (no test executes it)'));
  });

  it('rejects tests that fail with the original sources', async () => {
    await assert.rejects(
      run([testOf('assert.equal(mayVote(17), true);')]),
      /rule-0\.test\.ts with the original sources/,
    );
  });

  it('ends when it is interrupted', async () => {
    await assert.rejects(run([testOf(AT_18)], { signal: AbortSignal.abort() }), /interrupted/);
  });

  it('does not change the source files', async () => {
    assert.equal(readFileSync(join(folder, 'rule.ts'), 'utf8'), RULE);
  });
});

describe('the mutants of a source file', () => {
  const editsOf = (source: string): string[] => mutantsOf(source).map(({ from, to }) => `${from} → ${to}`);

  it('replace each condition of an SQL text with true, except those on the tenant', () => {
    const source = 'const F = `delete from t where t.tenant_id = $1 and a = $2 and due between $3 and $4`;';
    assert.deepEqual(editsOf(source), [
      'a = $2 → (true or a = $2)',
      'due between $3 and $4 → (true or due between $3 and $4)',
    ]);
  });

  it('replace the conditions of SQL clauses with true, and remove those of query builders', () => {
    assert.deepEqual(editsOf(`const c = { where: 'due <= $2' };`), [
      `'due <= $2' → '(true or ' + 'due <= $2' + ')'`,
    ]);
    assert.deepEqual(editsOf(`rows = db.selectFrom('t').where('a', '=', 1).execute();`), [
      `.where('a', '=', 1) → `,
    ]);
  });

  it('change neither texts that are not conditions nor conditions that end with a template expression', () => {
    assert.deepEqual(editsOf('const t = `you and they`, s = `where a = $' + '{b}`;'), []);
  });
});
