/**
 * Keeps all nodes together within the budgets of calls to Microsoft Graph (budgets.ts).
 *
 * A budget is a row with the times of its last calls. A call reserves the first time that leaves the window free, in
 * one statement. It waits for a short while, and is otherwise sent back: a job then waits without a worker. When
 * Graph says Retry-After, the row is paused for every node at once.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { EmbeddedDatabase } from '../embedded/database.ts';
import { type Budget, type Lane, ONE_TEAM, type Rate, rateOf } from './budgets.ts';
import { GraphFailure } from './failure.ts';

/** The longest wait of a call for its turn. */
const MOST_PAUSE_MILLISECONDS = 2_000;

/** First time at which `$4` calls fit: `$3` now, `$5` calls in `$6` milliseconds. */
const FREE =
  'greatest($3::float8, p.paused_until, p.times[cardinality(p.times) - $5::int + $4::int] + $6::float8)';

const RESERVE = `
  insert into graph_suite.pacing as p (tenant_id, budget, times)
  values ($1, $2, array_fill($3::float8, array[$4::int]))
  on conflict (tenant_id, budget) do update
     set times = (p.times || array_fill(${FREE}, array[$4::int]))
                   [greatest(1, cardinality(p.times) + $4::int - $5::int + 1) : cardinality(p.times) + $4::int]
   where ${FREE} <= $3::float8 + $7::float8
  returning p.times[cardinality(p.times)] as at`;

const NEXT_FREE = `
  select ${FREE} as at from graph_suite.pacing p where p.tenant_id = $1 and p.budget = $2`;

const PAUSE = `
  insert into graph_suite.pacing as p (tenant_id, budget, times, paused_until)
  select $1, budget, '{}', $3 from unnest($2::text[]) budget order by budget
  on conflict (tenant_id, budget) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`;

const REMOVE_UNUSED = `
  delete from graph_suite.pacing
   where tenant_id = $1 and paused_until < $2 and coalesce(times[cardinality(times)], 0) < $2`;

const DAY = 24 * 60 * 60_000;

/** What is called: the budget of the call, and the team that it is about. */
export interface Turn {
  budget: Budget;
  teamId?: string | undefined;
}

export type Sleep = (milliseconds: number) => Promise<void>;

interface Row {
  /** Name of the row. */
  name: string;
  rate: Rate;
}

export class Pacing {
  readonly #database: EmbeddedDatabase;
  readonly #clock: Clock;
  readonly #sleep: Sleep;
  readonly #lane: Lane;

  constructor(database: EmbeddedDatabase, clock: Clock, sleep: Sleep, lane: Lane) {
    this.#database = database;
    this.#clock = clock;
    this.#sleep = sleep;
    this.#lane = lane;
  }

  /**
   * Returns when all these calls may be made at once.
   * @throws GraphFailure, a 429 of Charter's own, when that is more than two seconds away
   */
  async take(tenantId: string, turns: readonly Turn[]): Promise<void> {
    // The team first: a call that waits for its team must not hold a place in the budget of all teams.
    for (const [name, { rate, calls }] of this.#rowsOf(turns)) {
      for (let left = calls; left > 0; left -= rate.calls) {
        await this.#reserve(tenantId, { name, rate }, Math.min(left, rate.calls));
      }
    }
  }

  /** Stops all nodes from calling what these turns call, until the time is over. */
  async pause(tenantId: string, turns: readonly Turn[], seconds: number): Promise<void> {
    const until = this.#clock.now().getTime() + seconds * 1000;
    const names = turns.flatMap(({ budget, teamId }) => [
      `${budget}/requests`,
      `${budget}/background`,
      ...(teamId === undefined ? [] : [`team/${teamId}`]),
    ]);
    await this.#database.write(PAUSE, tenantId, [...new Set(names)], until);
  }

  /** Removes rows without a call for a day. */
  async removeUnused(tenantId: string): Promise<void> {
    await this.#database.write(REMOVE_UNUSED, tenantId, this.#clock.now().getTime() - DAY);
  }

  #rowsOf(turns: readonly Turn[]): [string, { rate: Rate; calls: number }][] {
    const rows = new Map<string, { rate: Rate; calls: number }>();
    const add = (name: string, rate: Rate): void => {
      rows.set(name, { rate, calls: (rows.get(name)?.calls ?? 0) + 1 });
    };
    for (const { teamId } of turns) if (teamId !== undefined) add(`team/${teamId}`, ONE_TEAM);
    for (const { budget } of turns) add(`${budget}/${this.#lane}`, rateOf(budget, this.#lane));
    return [...rows];
  }

  async #reserve(tenantId: string, { name, rate }: Row, calls: number): Promise<void> {
    const now = this.#clock.now().getTime();
    const values = [name, now, calls, rate.calls, rate.milliseconds];
    const [reserved] = await this.#database.write<{ at: number }>(
      RESERVE,
      tenantId,
      ...values,
      MOST_PAUSE_MILLISECONDS,
    );
    if (reserved === undefined) throw await this.#busy(tenantId, values, now);
    if (reserved.at > now) await this.#sleep(reserved.at - now);
  }

  async #busy(tenantId: string, values: readonly unknown[], now: number): Promise<Error> {
    const [free] = await this.#database.read<{ at: number }>(NEXT_FREE, tenantId, ...values);
    const seconds = Math.ceil(((free?.at ?? now) - now) / 1000);
    return new GraphFailure({
      status: 429,
      code: 'BudgetSpent',
      message: 'The budget of calls is spent.',
      retryAfterSeconds: Math.max(1, seconds),
      call: String(values[0]),
      requestId: undefined,
    });
  }
}
