/**
 * Keeps all nodes together within the budgets of calls to Microsoft Graph (budgets.ts).
 *
 * A budget is a row with the times of its last calls. A call reserves the first time that leaves the windows of all its
 * budgets free, in one statement. It waits for a short while, and is otherwise sent back: a job then waits without a worker. When
 * Graph says Retry-After, the row is paused for every node at once.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { EmbeddedDatabase } from '../embedded/database.ts';
import { type Budget, type Lane, ONE_TEAM, type Rate, rateOf } from './budgets.ts';
import { GraphFailure } from './failure.ts';

/** The longest wait of a call for its turn. */
const MOST_PAUSE_MILLISECONDS = 2_000;

/** Stamps that a row keeps: more than any budget has. */
const KEPT = 200;

/**
 * Reserves `n` calls at once in each budget, at the first time that leaves all windows free: `most` calls in `span`
 * milliseconds. `$6`: now. `$7`: the longest wait; beyond it nothing is reserved.
 */
const RESERVE = `
  with wanted as (
    select * from unnest($2::text[], $3::int[], $4::int[], $5::float8[]) as w(budget, n, most, span)
  ),
  held as (
    select p.budget, p.times, p.paused_until from graph_suite.pacing p
     where p.tenant_id = $1 and p.budget = any ($2::text[])
     order by p.budget for update
  ),
  slot as (
    select greatest($6::float8, max(greatest(
             held.paused_until, held.times[cardinality(held.times) - wanted.most + wanted.n] + wanted.span))) as at
      from wanted left join held using (budget)
  ),
  written as (
    insert into graph_suite.pacing as p (tenant_id, budget, times)
    select $1, wanted.budget, array_fill(slot.at, array[wanted.n])
      from wanted, slot
     where slot.at <= $6::float8 + $7::float8
     order by wanted.budget
    on conflict (tenant_id, budget) do update
       set times = array(
             select latest.time
               from (select time from unnest(p.times || excluded.times) time order by time desc limit ${KEPT}) latest
              order by 1)
  )
  select at from slot`;

const PAUSE = `
  insert into graph_suite.pacing as p (tenant_id, budget, times, paused_until)
  select $1, budget, '{}', $3 from unnest($2::text[]) budget order by budget
  on conflict (tenant_id, budget) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`;

const PAUSED = `
  select max(paused_until) as until from graph_suite.pacing where tenant_id = $1 and budget = any ($2::text[])`;

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

/** The calls to reserve in one row. */
interface Demand {
  rate: Rate;
  calls: number;
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
    const demands = this.#demandsOf(turns);
    const now = this.#clock.now().getTime();
    const rates = [...demands.values()];
    const values = [
      [...demands.keys()],
      rates.map(({ calls, rate }) => Math.min(calls, rate.calls)),
      rates.map(({ rate }) => rate.calls),
      rates.map(({ rate }) => rate.milliseconds),
    ];
    const [slot] = await this.#database.write<{ at: number }>(
      RESERVE,
      tenantId,
      ...values,
      now,
      MOST_PAUSE_MILLISECONDS,
    );
    const wait = slot!.at - now;
    if (wait > MOST_PAUSE_MILLISECONDS) throw spent(turns, wait);
    if (wait <= 0) return;
    await this.#sleep(wait);
    // Graph may have asked for time meanwhile.
    const [row] = await this.#database.read<{ until: number | null }>(PAUSED, tenantId, [...demands.keys()]);
    const left = (row?.until ?? 0) - this.#clock.now().getTime();
    if (left > 0) throw spent(turns, left);
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

  #demandsOf(turns: readonly Turn[]): Map<string, Demand> {
    const demands = new Map<string, Demand>();
    const add = (name: string, rate: Rate): void => {
      demands.set(name, { rate, calls: (demands.get(name)?.calls ?? 0) + 1 });
    };
    for (const { budget, teamId } of turns) {
      add(`${budget}/${this.#lane}`, rateOf(budget, this.#lane));
      if (teamId !== undefined) add(`team/${teamId}`, ONE_TEAM);
    }
    return demands;
  }
}

const spent = (turns: readonly Turn[], milliseconds: number): GraphFailure =>
  new GraphFailure({
    status: 429,
    code: 'BudgetSpent',
    message: 'The budget of calls is spent.',
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
    call: turns.map(({ budget }) => budget).join(', '),
    requestId: undefined,
  });
