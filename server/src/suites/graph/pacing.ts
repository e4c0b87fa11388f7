/**
 * Keeps all nodes together within the budgets of calls to Microsoft Graph (budgets.ts). A budget is a row with the
 * times of its last calls. A call reserves, in one statement, the first time at which the windows of all its budgets
 * have room. It waits for a short time; a longer wait is rejected, and a job retries later without holding a worker.
 * After a Retry-After of Graph, the row is paused for every node.
 *
 * Jobs that a pause rejects form a line. At the end of the pause, the first of them retry: about half as many as there
 * were calls since the previous pause, because each makes several, and no more than the budget permits at once. The
 * next ones retry after further pauses. A thousand jobs at once would only cause another pause, and most of them would
 * fail again. The line is no longer than Graph has throttled so far, so that an outage delays no job by more than its
 * own length.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { EmbeddedDatabase } from '../embedded/database.ts';
import { BUDGETS, type Budget, backgroundRate, type Lane, ONE_TEAM, type Rate } from './budgets.ts';
import { BUDGET_SPENT, GraphFailure } from './failure.ts';
import { LINE_UP, PAUSE, PAUSED, type Place, REMOVE_UNUSED, RESERVE } from './pacing-statements.ts';

/**
 * The longest wait of a call for its turn. A job returns later instead of holding its worker. A person waits for the
 * answer anyway, so a request waits for its turn and for short pauses.
 */
const LONGEST_WAIT_MILLISECONDS: Record<Lane, number> = { background: 2_000, requests: 10_000 };

/** The longest time in advance of a reservation, so that calls about a busy team hold back no calls about others. */
const MOST_AHEAD_MILLISECONDS = 2_000;

/** Shortest wait before a request looks for a turn again. */
const LOOK_AGAIN_MILLISECONDS = 100;

/** Limits of the line's length, which is otherwise the time since the first of the present pauses. */
const SHORTEST_LINE_MILLISECONDS = 5 * 60_000;
const LONGEST_LINE_MILLISECONDS = 4 * 60 * 60_000;

const DAY = 24 * 60 * 60_000;

/** The turn of a call: its budget, and the team it is about. */
export interface Turn {
  budget: Budget;
  teamId?: string | undefined;
}

export type Sleep = (milliseconds: number) => Promise<void>;

/** The number of calls to reserve in one row. */
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
   * Reserves the first time at which all these calls may be made, and waits for it.
   * @throws GraphFailure, with status 429, when the time is too far away. A job is also rejected when a pause begins
   *   meanwhile; a request then takes another turn.
   */
  async take(tenantId: string, turns: readonly Turn[]): Promise<void> {
    const end = this.#now() + LONGEST_WAIT_MILLISECONDS[this.#lane];
    for (;;) {
      const paused = await this.#takeUntil(end, tenantId, turns);
      if (paused === undefined) return;
      if (this.#lane === 'background') throw paused;
    }
  }

  /**
   * Takes a turn before `end`. Returns the reason to look for another turn: none was near, or a pause has begun during
   * the wait.
   * @throws GraphFailure, with status 429, when there is no turn before `end`
   */
  async #takeUntil(end: number, tenantId: string, turns: readonly Turn[]): Promise<GraphFailure | undefined> {
    const demands = this.#demandsOf(turns);
    const rates = [...demands.values()];
    const now = this.#now();
    const values = [
      [...demands.keys()],
      rates.map(({ calls, rate }) => Math.min(calls, rate.calls)),
      rates.map(({ rate }) => rate.calls),
      rates.map(({ rate }) => rate.milliseconds),
    ];
    const ahead = Math.min(MOST_AHEAD_MILLISECONDS, end - now);
    const [slot] = await this.#database.write<{ at: number }>(RESERVE, tenantId, ...values, now, ahead);
    const wait = slot!.at - now;
    if (slot!.at > end) throw (await this.#rejection(tenantId, turns, 0)) ?? spent(turns, wait);
    if (wait > ahead) {
      await this.#sleep(Math.max(LOOK_AGAIN_MILLISECONDS, wait - ahead));
      return spent(turns, wait);
    }
    if (wait <= 0) return undefined;
    await this.#sleep(wait);
    // Graph may have sent a Retry-After during the wait.
    return this.#rejection(tenantId, turns, 0);
  }

  /**
   * Checks that no pause blocks these calls, without reserving a turn.
   * @throws GraphFailure, with status 429, when a pause lasts longer than a call waits
   */
  async assertOpen(tenantId: string, turns: readonly Turn[]): Promise<void> {
    const failure = await this.#rejection(tenantId, turns, LONGEST_WAIT_MILLISECONDS[this.#lane]);
    if (failure !== undefined) throw failure;
  }

  /**
   * Returns the rejection by a pause, if there is one. A request may retry when the pause ends, a job at its place in
   * the line.
   */
  async #rejection(
    tenantId: string,
    turns: readonly Turn[],
    leastMilliseconds: number,
  ): Promise<GraphFailure | undefined> {
    const demands = this.#demandsOf(turns);
    const names = [...demands.keys()];
    const now = this.#now();
    if (this.#lane === 'requests') {
      const [row] = await this.#database.read<{ until: number | null }>(PAUSED, tenantId, names);
      const left = (row?.until ?? 0) - now;
      return left > leastMilliseconds ? spent(turns, left) : undefined;
    }
    const rates = [...demands.values()].map(({ rate }) => rate.calls);
    const [found] = await this.#database.write<Place>(
      LINE_UP,
      tenantId,
      names,
      rates,
      now,
      now + leastMilliseconds,
      SHORTEST_LINE_MILLISECONDS,
      LONGEST_LINE_MILLISECONDS,
    );
    if (found === undefined) return undefined;
    return spent(turns, timeOf(found) - now, true);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  /** Pauses the budgets of these turns on all nodes for the given time. */
  async pause(tenantId: string, turns: readonly Turn[], seconds: number): Promise<void> {
    const now = this.#now();
    const names = turns.flatMap(({ budget, teamId }) =>
      teamId === undefined ? [budget] : [budget, `team/${teamId}`],
    );
    await this.#database.write(
      PAUSE,
      tenantId,
      [...new Set(names)],
      now + seconds * 1000,
      now,
      SHORTEST_LINE_MILLISECONDS,
    );
  }

  /** Removes the rows of budgets that had no call for a day. */
  async removeUnused(tenantId: string): Promise<void> {
    await this.#database.write(REMOVE_UNUSED, tenantId, this.#clock.now().getTime() - DAY);
  }

  #demandsOf(turns: readonly Turn[]): Map<string, Demand> {
    const demands = new Map<string, Demand>();
    const add = (name: string, rate: Rate): void => {
      demands.set(name, { rate, calls: (demands.get(name)?.calls ?? 0) + 1 });
    };
    for (const { budget, teamId } of turns) {
      add(budget, BUDGETS[budget]);
      if (this.#lane === 'background') add(`${budget}/background`, backgroundRate(budget));
      if (teamId !== undefined) add(`team/${teamId}`, ONE_TEAM);
    }
    return demands;
  }
}

/**
 * Returns the time at which the job retries. Jobs of the line retry in groups, one group per length of the pause.
 */
function timeOf({ until, place, width, lineEnd, length }: Place): number {
  return place < width ? until : until + Math.ceil((lineEnd - until) / length) * length;
}

/** @param hasTurn whether the time is reserved for one job; it is then exact */
const spent = (turns: readonly Turn[], milliseconds: number, hasTurn = false): GraphFailure =>
  new GraphFailure({
    status: 429,
    code: BUDGET_SPENT,
    message: 'The budget of calls is spent.',
    retryAfterSeconds: hasTurn ? milliseconds / 1000 : Math.max(1, Math.ceil(milliseconds / 1000)),
    hasTurn,
    call: turns.map(({ budget }) => budget).join(', '),
    requestId: undefined,
  });
