/**
 * Keeps all nodes together within the budgets of calls to Microsoft Graph (budgets.ts). A budget is a row with the
 * times of its last calls. A call reserves, in one statement, the first time at which the windows of all its budgets
 * have room, and waits for it.
 *
 * Calls reserve their time shortly ahead. A person's calls reserve farther ahead than those of jobs, so that jobs
 * never delay a person. The calls of jobs wait in a queue of their node, in which the most urgent work comes first
 * (budgets.ts).
 *
 * A Retry-After pauses calls on every node (budgets.ts). Jobs are delayed until the pause ends, with jitter.
 * Afterwards the budgets spread their calls, and the queue starts no more jobs than a tenant has slots.
 */
import type { Lane } from '../../../engine/suite.ts';
import type { Clock, Sleep } from '../../../kernel/clock.ts';
import { boolean, columns, json, number, type RowOf } from '../../../kernel/columns.ts';
import { counter, peaks } from '../../../kernel/metrics.ts';
import { sql } from '../../../kernel/sql.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { currentRank } from '../../../kernel/urgency.ts';
import {
  BUDGETS,
  type Budget,
  CallQueues,
  type QueuePosition,
  type Rate,
  rateOf,
  SentCallTimes,
  TEAM_RATE,
  ThrottledCalls,
  teamNameOf,
} from './budgets.ts';
import { BUDGET_EXHAUSTED, GraphFailure } from './failure.ts';

const EXHAUSTED = counter(
  'charter_graph_budget_exhausted_total',
  'Calls that were not made, because their budget had no room in time or Microsoft Graph paused it',
  ['budget'],
);
const THROTTLED = counter(
  'charter_graph_throttles_total',
  'Calls that Microsoft Graph throttled, by budget and status',
  ['budget', 'status'],
);

const USED = peaks(
  'charter_graph_budget_used_ratio',
  'Highest part of a budget of a tenant that calls of all nodes used at once, as the calls of this node found it',
  'budget',
);

/** Limits of a call's waits, in milliseconds. */
interface WaitLimits {
  /** How far ahead a call reserves its time. Calls about a busy team must not hold back calls about others. */
  ahead: number;
  /** Maximum total wait for a reservation. */
  longest: number;
  /** Maximum pause that a call waits for. */
  pause: number;
  /** Minimum wait before a call tries to reserve again. */
  again: number;
}

/** Requests reserve farther ahead than background work, so that they find room first. */
const WAIT_LIMITS: Record<Lane, WaitLimits> = {
  requests: { ahead: 1_000, longest: 10_000, pause: 10_000, again: 100 },
  background: { ahead: 400, longest: 15_000, pause: 2_000, again: 10 },
};

/**
 * Delay from which a departure is shared with the other nodes. A shorter delay leaves most of the margin (budgets.ts).
 */
const MUCH_LATER_MILLISECONDS = 50;

const DAY = 24 * 60 * 60_000;

/** Number of call times that a row stores: more than any limit. */
const KEPT = 200;

/** The earliest time at which the calls can be made. Times are in milliseconds since 1970. */
const SLOT = columns(
  {
    /** The first time with room in all budgets. */
    at: number<number>(),
    /** The same for the budgets of the whole tenant, without those of one team. */
    tenantAt: number<number>(),
    /** End of the longest pause of these budgets and calls; null if there is none. */
    pausedUntil: number<number | null>(),
    isReserved: boolean(),
    /** The number of calls in the window of each budget that ends at that time, including these calls. */
    used: json<Record<string, number>>(),
  },
  'slot',
);

/** The budget, team and request that a call counts against. Each has its own limits and pauses. */
export interface Charge {
  budget: Budget;
  /** Cost of the call in the budget. Default: 1. */
  units?: number;
  teamId?: string | undefined;
  method?: string;
  path?: string;
}

/** The number of calls to reserve in one row. */
interface BudgetDemand {
  rate: Rate;
  calls: number;
}

export class Pacing {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;
  readonly #sleep: Sleep;
  readonly #lane: Lane;
  readonly #lines = new CallQueues();
  readonly #departures = new SentCallTimes();
  readonly #throttled = new ThrottledCalls();

  constructor(database: SuiteDatabase, clock: Clock, sleep: Sleep, lane: Lane) {
    this.#database = database;
    this.#clock = clock;
    this.#sleep = sleep;
    this.#lane = lane;
  }

  /**
   * Reserves the first time at which all these calls may be made, and waits for it.
   * @returns a function to call when the calls leave, because that can be later
   * @throws GraphFailure, with status 429, when the wait is too long, or a long pause begins meanwhile
   */
  async take(tenantId: string, charges: readonly Charge[]): Promise<() => void> {
    for (;;) {
      const at = await this.#reserve(tenantId, charges);
      const wait = at - this.#now();
      if (wait <= 0) return this.#leave(tenantId, charges, at);
      await this.#sleep(wait);
      // Graph may have sent a Retry-After during the wait.
      if ((await this.#pauseLeft(tenantId, charges)) <= 0) return this.#leave(tenantId, charges, at);
    }
  }

  /** Waits until the budgets have room, because earlier calls may have left later than reserved. */
  async #leave(tenantId: string, charges: readonly Charge[], reserved: number): Promise<() => void> {
    const demands = new Map(
      [...demandsOf(charges, this.#lane)].map(([name, demand]) => [`${tenantId} ${name}`, demand]),
    );
    for (;;) {
      const { wait, correct } = this.#departures.leave(demands, this.#now());
      if (wait === 0) return () => correct(this.#recordDeparture(tenantId, charges, reserved));
      await this.#sleep(wait);
    }
  }

  /** Returns the current time. Shares it with the other nodes when it is much later than the reserved one. */
  #recordDeparture(tenantId: string, charges: readonly Charge[], reserved: number): number {
    const at = this.#now();
    if (at - reserved < MUCH_LATER_MILLISECONDS) return at;
    const names = [...demandsOf(charges, this.#lane).keys()];
    // Without the correction, the margin of the budgets still covers most of the delay.
    this.#correct(tenantId, names, reserved, at).catch(() => undefined);
    return at;
  }

  /** Replaces the reserved time by the later time of the departure. */
  #correct(tenantId: string, names: readonly string[], reserved: number, at: number): Promise<number> {
    const { tenant, write } = this.#database.in(tenantId);
    return write`
      with held as (
        select budget, array(select time from unnest(array_replace(times, ${reserved}::float8, ${at}::float8)) time
                              order by 1) as times
          from (select budget, times from graph_suite.pacing
                 where tenant_id = ${tenant} and budget = any (${names}::text[]) order by budget for update) locked
      )
      update graph_suite.pacing p set times = held.times
        from held where p.tenant_id = ${tenant} and p.budget = held.budget`;
  }

  /**
   * Checks that no pause blocks these calls, without reserving a time.
   * @throws GraphFailure, with status 429, when a pause lasts longer than calls wait
   */
  async assertOpen(tenantId: string, charges: readonly Charge[]): Promise<void> {
    await this.#pauseLeft(tenantId, charges);
  }

  /**
   * Pauses calls on all nodes for the given time: the same call, and after a 429 also all calls about its team. A 429
   * does not say which limit was reached. After two in a row that are not about the same team, the limit of the tenant
   * counts as reached, and all calls of the budget pause.
   */
  async pause(
    tenantId: string,
    charges: readonly Charge[],
    status: 429 | 503,
    seconds: number,
  ): Promise<void> {
    for (const { budget } of charges) THROTTLED.inc({ budget, status });
    const names = charges.flatMap((charge) => [
      ...callNameOf(charge),
      ...(status === 429 ? this.#throttled.throttle(tenantId, charge) : []),
    ]);
    const { tenant, write } = this.#database.in(tenantId);
    await write`
      insert into graph_suite.pacing as p (tenant_id, budget, times, paused_until)
      select ${tenant}, budget, '{}', ${this.#now() + seconds * 1000}
        from unnest(${[...new Set(names)]}::text[]) budget order by budget
      on conflict (tenant_id, budget) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`;
  }

  /** Records that Graph has not throttled a call of the budget. */
  accepted(tenantId: string, budget: Budget): void {
    this.#throttled.accept(tenantId, budget);
  }

  /** Removes the rows of budgets that had no call for a day. */
  async removeUnused(tenantId: string): Promise<void> {
    const { tenant, write } = this.#database.in(tenantId);
    const since = sql.val(this.#now() - DAY);
    await write`
      delete from graph_suite.pacing
       where tenant_id = ${tenant} and paused_until < ${since} and coalesce(times[cardinality(times)], 0) < ${since}`;
  }

  async #reserve(tenantId: string, charges: readonly Charge[]): Promise<number> {
    if (this.#lane === 'requests') return this.#reserveAt(tenantId, charges);
    const place = this.#lines.enter(`${tenantId} ${charges[0]?.budget}`, currentRank());
    try {
      return await this.#reserveAt(tenantId, charges, place);
    } finally {
      place.leave();
    }
  }

  /** Waits until the call is the first of its queue, and until its time is near enough to reserve. */
  async #reserveAt(tenantId: string, charges: readonly Charge[], place?: QueuePosition): Promise<number> {
    const demands = demandsOf(charges, this.#lane);
    const { ahead, longest, pause, again } = WAIT_LIMITS[this.#lane];
    for (let waited = 0; ; ) {
      const before = place?.before() ?? 0;
      let wait = before * spacingOf(demands);
      let isAside = false;
      if (before === 0) {
        const now = this.#now();
        const slot = await this.#tryReserve(tenantId, charges, demands, now + ahead);
        recordUse(slot.used);
        if (slot.isReserved) return slot.at;
        const left = (slot.pausedUntil ?? 0) - now;
        if (left > pause) throw budgetExhausted(charges, left);
        wait = Math.max(again, slot.at - now - ahead / 2);
        // Only the team's budget is full: calls about other teams go first.
        isAside = slot.tenantAt <= now + ahead;
      } else {
        await this.#pauseLeft(tenantId, charges);
      }
      waited += wait;
      if (waited > longest) throw budgetExhausted(charges, wait);
      if (isAside) place?.leave();
      await this.#sleep(wait);
      if (isAside) place?.enter();
    }
  }

  /**
   * Reserves the calls in each budget, at the first time with room in all windows (`most` calls in `span` milliseconds)
   * and `gap` milliseconds after the latest call, unless that time is after `latest`. Pauses of the calls themselves
   * count too. The budgets of one team have names that begin with `team/`.
   */
  async #tryReserve(
    tenantId: string,
    charges: readonly Charge[],
    demands: ReadonlyMap<string, BudgetDemand>,
    latest: number,
  ): Promise<RowOf<typeof SLOT>> {
    const { tenant, first } = this.#database.in(tenantId);
    const all = [...demands.values()];
    const budgets = sql`${sql.val([...demands.keys()])}::text[]`;
    const now = sql`${sql.val(this.#now())}::float8`;
    const last = sql`${sql.val(latest)}::float8`;
    const slot = await first(SLOT)`
      with wanted as (
        select * from unnest(
          ${budgets},
          ${all.map(({ calls, rate }) => Math.min(calls, rate.calls))}::int[],
          ${all.map(({ rate }) => rate.calls)}::int[],
          ${all.map(({ rate }) => rate.milliseconds)}::float8[],
          ${all.map(({ rate }) => rate.gap)}::float8[]) as w(budget, n, most, span, gap)
      ),
      held as (
        select p.budget, p.times, p.paused_until from graph_suite.pacing p
         where p.tenant_id = ${tenant} and p.budget = any (${budgets} || ${charges.flatMap(callNameOf)}::text[])
         order by p.budget for update
      ),
      free as (
        select held.budget like 'team/%' as is_team, held.paused_until,
               greatest(held.paused_until,
                        held.times[cardinality(held.times) - wanted.most + wanted.n] + wanted.span,
                        held.times[cardinality(held.times)] + wanted.gap) as at
          from held left join wanted using (budget)
      ),
      earliest as (
        select greatest(${now}, max(at)) as at, greatest(${now}, max(at) filter (where not is_team)) as tenant_at,
               max(paused_until) as paused_until, greatest(${now}, max(at)) <= ${last} as is_reserved
          from free
      ),
      slot as (
        select earliest.*,
               (select jsonb_object_agg(wanted.budget, wanted.n + (
                         select count(*) from unnest(held.times) time
                          where time > earliest.at - wanted.span and time <= earliest.at))
                  from wanted left join held using (budget)) as used
          from earliest
      ),
      written as (
        insert into graph_suite.pacing as p (tenant_id, budget, times)
        select ${tenant}, wanted.budget, array_fill(slot.at, array[wanted.n])
          from wanted, slot
         where slot.is_reserved
         order by wanted.budget
        on conflict (tenant_id, budget) do update
           set times = array(
                 select latest.time
                   from (select time from unnest(p.times || excluded.times) time
                          order by time desc limit ${sql.lit(KEPT)}) latest
                  order by 1)
      )
      select ${SLOT} from slot`;
    return slot!;
  }

  /**
   * Returns the remaining milliseconds of the longest pause of these calls; zero or less when none is paused.
   * @throws GraphFailure, with status 429, when it lasts longer than calls wait
   */
  async #pauseLeft(tenantId: string, charges: readonly Charge[]): Promise<number> {
    const names = [...demandsOf(charges, this.#lane).keys(), ...charges.flatMap(callNameOf)];
    const { tenant, first } = this.#database.in(tenantId);
    const until = await first(number<number | null>())`
      select max(paused_until) from graph_suite.pacing where tenant_id = ${tenant} and budget = any (${names}::text[])`;
    const left = (until ?? 0) - this.#now();
    if (left > WAIT_LIMITS[this.#lane].pause) throw budgetExhausted(charges, left);
    return left;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

/** Returns the name under which the call itself is paused; empty when method or path is unknown. */
const callNameOf = ({ method, path }: Pick<Charge, 'method' | 'path'>): string[] =>
  method === undefined || path === undefined ? [] : [`call/${method} ${path.replace(/\?.*/s, '')}`];

/** Returns the number of calls for each row. */
function demandsOf(charges: readonly Charge[], lane: Lane): Map<string, BudgetDemand> {
  const demands = new Map<string, BudgetDemand>();
  const add = (name: string, rate: Rate, units: number): void => {
    demands.set(name, { rate, calls: (demands.get(name)?.calls ?? 0) + units });
  };
  for (const { budget, teamId, units = 1 } of charges) {
    add(budget, rateOf(budget, lane), units);
    if (teamId !== undefined) add(teamNameOf(teamId), TEAM_RATE, 1);
  }
  return demands;
}

function recordUse(used: Readonly<Record<string, number>>): void {
  for (const [name, calls] of Object.entries(used)) {
    // Rows of teams are not budgets.
    if (name in BUDGETS) USED.observe(name, calls / BUDGETS[name as Budget].calls);
  }
}

/** Returns the mean time between two calls of the first budget. */
function spacingOf(demands: ReadonlyMap<string, BudgetDemand>): number {
  const [{ rate } = { rate: TEAM_RATE }] = demands.values();
  return rate.milliseconds / rate.calls;
}

function budgetExhausted(charges: readonly Charge[], milliseconds: number): GraphFailure {
  for (const { budget } of charges) EXHAUSTED.inc({ budget });
  return new GraphFailure({
    status: 429,
    code: BUDGET_EXHAUSTED,
    message: 'The budget of calls is spent.',
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
    call: charges.map(({ budget }) => budget).join(', '),
    requestId: undefined,
  });
}
