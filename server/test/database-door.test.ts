/** Tests that sources reach the database only through `kernel/sql.ts` (docs/adr/0030-one-door-to-the-database.md). */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const SOURCES = resolve(import.meta.dirname, '../src');

/** The database access itself, the driver below it, and the adapter that the queue's library requires. */
const BELOW_THE_DOOR = [
  'kernel/columns.ts',
  'kernel/sql.ts',
  'persistence/tenancy.ts',
  'persistence/queue-database.ts',
];

const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'a positional parameter': /(?<=[\s(=,[])\$\d+\b/g,
  'rows with a type by hand': /\.rows(?:\[\d+\]!?)?(?: as\b|\))|\brows(?:\[\d+\]!?)? as\b/g,
  'a query with a type by hand': /\b(?:query|executeQuery|execute|raw|sql)<[^>(]/g,
};

/** Returns the forbidden constructs in a source, with their lines. */
const findIn = (source: string): string[] =>
  Object.entries(FORBIDDEN).flatMap(([name, pattern]) =>
    [...source.matchAll(pattern)].map(({ 0: found, index }) => {
      const line = source.slice(0, index).split('\n').length;
      return `${name} in line ${line}: ${found}`;
    }),
  );

describe('sources outside of the database layer', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter(
    (file) => !file.endsWith('.test.ts') && !file.includes('migrations/') && !BELOW_THE_DOOR.includes(file),
  );

  it('include more than 300 files', () => assert.ok(files.length > 300, String(files.length)));

  it('have no positional parameters and no hand-written row types', () => {
    const found = files.flatMap((file) =>
      findIn(readFileSync(join(SOURCES, file), 'utf8')).map((what) => `${file}: ${what}`),
    );
    assert.deepEqual(found, []);
  });

  it('are reported when they contain a positional parameter or a hand-written row type', () => {
    for (const planted of [
      "client.query('select from t where a = $1', [a])",
      'const TEXT = `insert into t values ($1, $12)`;',
      'const [row] = (await db.executeQuery(query)).rows as Row[];',
      'return rows[0] as Fact;',
      "await client.query<{ name: string }>('select name from t')",
      'sql.raw<Row>(text)',
    ]) {
      assert.notDeepEqual(findIn(planted), [], planted);
    }
    assert.deepEqual(findIn("text.replace(/(a)/, '$1')"), []);
  });
});
