import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { boolean, columns, dateTime, json, number, optional, text, texts, time } from './columns.ts';
import { assigned, inserted, sql, statements, table } from './sql.ts';

interface Sample {
  teamId: string;
  kind: 'a' | 'b';
  at: Date;
  dateTime: string;
  missing: string | undefined;
  facts: { n: number } | null;
}

const SAMPLE = columns<Sample>({
  teamId: text(),
  kind: text(sql`'a'`),
  at: time(),
  dateTime: dateTime('at'),
  missing: optional(text(sql`null::text`)),
  facts: json(),
});

describe('a statement', () => {
  let database: TestDatabase;
  const run = () => statements(database.tenancy.for('one'), 'one');
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
  });
  after(() => database.drop());

  it('reads rows by their columns', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const found = await run().first(SAMPLE)`
      select ${SAMPLE} from (select 'x' as team_id, ${at}::timestamptz as at, ${{ n: 1 }}::jsonb as facts) row`;
    const iso = at.toISOString();
    assert.deepEqual(found, {
      teamId: 'x',
      kind: 'a',
      at,
      dateTime: iso,
      missing: undefined,
      facts: { n: 1 },
    });
  });

  it('reads the only column of each row', async () => {
    const { all, first, exists } = run();
    assert.deepEqual(await all(number())`select * from generate_series(1, ${3}::int)`, [1, 2, 3]);
    assert.deepEqual(await first(texts())`select array['a', 'b']`, ['a', 'b']);
    assert.equal(await first(boolean())`select true where ${false}::boolean`, undefined);
    assert.equal(await exists`select where ${true}::boolean`, true);
    assert.equal(await exists`select where ${false}::boolean`, false);
  });

  it('sends a value created by sql.val once, and other values each time', () => {
    const { tenant } = run();
    const part = sql`b = ${tenant} and c = ${'one'}`;
    const { sql: sent, parameters } = sql`a = ${tenant} and ${part}`.compile(database.tenancy.for('one'));
    assert.equal(sent, 'a = $1 and b = $1 and c = $2');
    assert.deepEqual(parameters, ['one', 'one']);
  });

  it('does not send the values of an earlier statement', () => {
    const value = sql.val('x');
    const db = database.tenancy.for('one');
    assert.deepEqual(sql`a = ${1}, b = ${value}`.compile(db).parameters, [1, 'x']);
    const second = sql`c = ${value}`.compile(db);
    assert.deepEqual([second.sql, second.parameters], ['c = $1', ['x']]);
  });

  it('writes rows by the names of their columns, and counts them', async () => {
    const { tenant, all, write } = run();
    const row = {
      tenant_id: tenant,
      kind: 'name',
      value: 'v',
      job_id: '00000000-0000-7000-8000-000000000001',
    };
    assert.equal(await write`insert into charter.reservations ${inserted(row)}`, 1);
    const changed =
      await write`update charter.reservations set ${assigned({ value: 'w' })} where tenant_id = ${tenant}`;
    assert.equal(changed, 1);
    assert.deepEqual(await all(text())`select value from charter.reservations where tenant_id = ${tenant}`, [
      'w',
    ]);
  });

  it('passes the named members of records as a table', async () => {
    const records = [
      { id: 'a', lease: 1, more: true },
      { id: 'b', lease: 2, more: true },
    ];
    const row = columns<{ id: string; lease: number }>({ id: text(), lease: number() });
    const held = table('held', records, { id: 'text', lease: 'integer' });
    assert.deepEqual(await run().all(row)`select * from ${held}`, [
      { id: 'a', lease: 1 },
      { id: 'b', lease: 2 },
    ]);
    const { parameters } = held.compile(database.tenancy.for('one'));
    assert.deepEqual(parameters, ['[{"id":"a","lease":1},{"id":"b","lease":2}]']);
  });

  it('does not compile with a missing, superfluous or wrongly typed column', () => {
    // @ts-expect-error: `id` is missing.
    columns<{ id: string; at: Date }>({ at: time() });
    // @ts-expect-error: `more` is not a member.
    columns<{ id: string }>({ id: text(), more: text() });
    // @ts-expect-error: `id` is not a time.
    columns<{ id: string }>({ id: time() });
  });
});
