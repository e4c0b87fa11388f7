/**
 * A clock that follows PostgreSQL's, which all nodes share. A node with a wrong clock would take over others' leases
 * or lose its own.
 */
import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import type { Clock } from '../kernel/clock.ts';
import { text } from '../kernel/columns.ts';
import { statementsOn } from './connection.ts';

export const SYNCHRONISATION_MILLISECONDS = 10_000;
/** Smaller clock differences are treated as measurement errors. */
const TOLERANCE_MILLISECONDS = 50;

export class DatabaseClock implements Clock {
  /** Unix time in milliseconds at `performance.now()` = 0. That clock is monotonic, so it never steps. */
  #origin = performance.timeOrigin;

  now(): Date {
    return new Date(this.#origin + performance.now());
  }

  /** Returns the milliseconds that this machine's clock is ahead of the database's. */
  skew(): number {
    return Math.round(Date.now() - this.now().getTime());
  }

  /** Adopts the database's time, unless it differs by at most half a round trip or TOLERANCE_MILLISECONDS. */
  async synchronise(pool: Pick<Pool, 'query'>): Promise<void> {
    const sent = performance.now();
    // The schema is named, so that a search path of the role can't put another function in its place.
    const time = await statementsOn(pool).first(text())`
      select extract(epoch from pg_catalog.clock_timestamp())`;
    const received = performance.now();
    const origin = Number(time) * 1000 - (sent + received) / 2;
    const error = Math.max(TOLERANCE_MILLISECONDS, (received - sent) / 2);
    if (Math.abs(origin - this.#origin) > error) this.#origin = origin;
  }
}
