import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { DatabaseClock } from './database-clock.ts';

const TEN_MINUTES = 600_000;

/** A database whose clock is ahead of this machine's. */
const ahead = (milliseconds: number) => ({
  query: async () => ({ rows: [{ time: String((Date.now() + milliseconds) / 1000) }] }),
});

const isNear = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < TEN_MINUTES / 10, `${actual} is not near ${expected}`);

describe('the database clock', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  before(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it("returns the database's time and the skew of the machine's clock", async () => {
    const clock = new DatabaseClock();
    await clock.synchronise(ahead(TEN_MINUTES) as unknown as pg.Pool);
    isNear(clock.now().getTime(), Date.now() + TEN_MINUTES);
    isNear(clock.skew(), -TEN_MINUTES);
    await clock.synchronise(pool);
    isNear(clock.now().getTime(), Date.now());
    isNear(clock.skew(), 0);
  });

  it('reads the clock of PostgreSQL, whatever the search path of its role', async () => {
    await pool.query(`
      create schema attack;
      create function attack.clock_timestamp() returns timestamptz language sql as $$ select 'epoch'::timestamptz $$;
      set search_path = attack, pg_catalog`);
    const clock = new DatabaseClock();
    await clock.synchronise(pool);
    isNear(clock.now().getTime(), Date.now());
  });
});
