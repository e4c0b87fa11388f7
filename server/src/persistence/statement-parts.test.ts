import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { sql } from '../kernel/sql.ts';
import { limitFor } from './statement-parts.ts';

describe('the limit of a page', () => {
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const rowsFor = (top: number): number => Number(sql`${limitFor(top)}`.compile(db).sql);

  it('reads more rows than the page has', () => {
    for (let top = 1; top < 1_100; top += 1) assert.ok(rowsFor(top) > top, String(top));
  });

  it('is one of five values for all pages up to 999', () => {
    const texts = new Set(Array.from({ length: 999 }, (_, index) => rowsFor(index + 1)));
    assert.equal(texts.size, 5);
  });

  it('reads only one row more than the page for the usual page sizes', () => {
    for (const top of [25, 100, 250, 500, 999, 1_000, 2_000]) assert.equal(rowsFor(top), top + 1);
  });
});
