import type { Budget, Rate } from './budgets.ts';

/**
 * The calls of this node that wait for their turn, in one line for each tenant and budget. The most urgent work comes
 * first (kernel/urgency.ts), and calls of equal rank keep their order.
 */

interface Waiting {
  rank: number;
  number: number;
}

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.number < other.number);

export interface Place {
  /** Number of calls that come earlier. */
  before(): number;
  /** Leaves the line. `enter` returns to the same place. */
  leave(): void;
  enter(): void;
}

export class CallLines {
  /** Only lines in which a call waits. */
  readonly #lines = new Map<string, Set<Waiting>>();
  #count = 0;

  enter(name: string, rank: number): Place {
    const waiting: Waiting = { rank, number: ++this.#count };
    const enter = (): void => {
      const line = this.#lines.get(name) ?? new Set();
      this.#lines.set(name, line.add(waiting));
    };
    enter();
    return {
      before: () => [...(this.#lines.get(name) ?? [])].filter((other) => isBefore(other, waiting)).length,
      leave: () => {
        const line = this.#lines.get(name);
        line?.delete(waiting);
        if (line?.size === 0) this.#lines.delete(name);
      },
      enter,
    };
  }
}

/*
 * The times at which calls of this process have left. A process that is short of CPU wakes its calls late, and a call
 * can wait for a connection. A late call can leave close to the next ones, so these then wait until their budgets have
 * room by these times, too.
 */

/** Part of the margin of a window (budgets.ts) that a late call may use up. The rest covers the way to Graph. */
const LATE_MILLISECONDS = 10;

const MOST_BUDGETS = 500;

interface Departed {
  at: number;
}

/** `wait`: milliseconds until the budgets have room, 0 when the calls leave now. `correct`: notes that they left later. */
interface Departure {
  wait: number;
  correct(at: number): void;
}

export class Departures {
  /** The latest calls of each budget, twice as many as its limit: some can leave later than the calls after them. */
  readonly #calls = new Map<string, Departed[]>();

  /** Records that calls leave now, if all budgets have room. */
  leave(demands: ReadonlyMap<string, { rate: Rate; calls: number }>, now: number): Departure {
    const waits = [...demands].map(([name, { rate, calls }]) => {
      const times = (this.#calls.get(name) ?? []).map(({ at }) => at).sort((one, other) => one - other);
      const earlier = times[times.length - rate.calls + Math.min(calls, rate.calls) - 1];
      return earlier === undefined ? 0 : earlier + rate.milliseconds - LATE_MILLISECONDS - now;
    });
    const wait = Math.max(0, ...waits);
    const departed: Departed = { at: now };
    const correct = (at: number): void => {
      departed.at = at;
    };
    if (wait > 0) return { wait, correct };
    for (const [name, { rate, calls }] of demands) {
      const all = [...(this.#calls.get(name) ?? []), ...Array<Departed>(calls).fill(departed)];
      this.#calls.delete(name);
      this.#calls.set(name, all.slice(-2 * rate.calls));
    }
    while (this.#calls.size > MOST_BUDGETS) this.#calls.delete(this.#calls.keys().next().value as string);
    return { wait, correct };
  }
}

/*
 * Which rows a 429 pauses. Microsoft limits the calls about one team and those of the whole tenant, and a 429 does not
 * say which limit was reached. The next answers show it: when Graph throttles the tenant, all its calls of the budget
 * get a 429.
 */

/** Returns the name of the row for calls about the team. */
export const teamNameOf = (teamId: string): string => `team/${teamId}`;

interface Call {
  budget: Budget;
  teamId?: string | undefined;
}

export class Throttled {
  /** The latest throttled call of each budget without a later accepted one. */
  readonly #latest = new Map<string, Call>();

  /** Notes a 429, and returns the names of the rows to pause: the team, and the budget when it is the second in a row. */
  throttle(tenantId: string, call: Call): string[] {
    const { budget, teamId } = call;
    const key = `${tenantId} ${budget}`;
    const earlier = this.#latest.get(key);
    this.#latest.set(key, call);
    const ofTeam = teamId === undefined ? [] : [teamNameOf(teamId)];
    // Two calls about one team can both exceed the limit of the team.
    const isOfTenant = earlier !== undefined && (teamId === undefined || earlier.teamId !== teamId);
    return isOfTenant ? [budget, ...ofTeam] : ofTeam;
  }

  /** Notes an answer that was not throttled. */
  accept(tenantId: string, budget: Budget): void {
    this.#latest.delete(`${tenantId} ${budget}`);
  }
}
