import type { Lane } from '../../../engine/suite.ts';

/**
 * Budgets of calls: Microsoft's published limits for one app in one tenant, and Charter's shares of them. Source:
 * Microsoft Graph, "Service-specific throttling limits" (Microsoft Teams; identity and access; Microsoft 365
 * reports), and "teamsAsyncOperation resource type" for polling.
 */

/** A limit: `calls` in any period of `milliseconds`, with at least `gap` milliseconds between two calls. */
export interface Rate {
  calls: number;
  milliseconds: number;
  gap: number;
}

/**
 * Windows are longer than Microsoft's by this margin, because calls that leave here one second apart can arrive up to
 * 150 ms closer together. Late departures use the rest (`LATE_MILLISECONDS`). Jobs still use four fifths of each
 * limit.
 */
const MARGIN = 1.16;

const inWindow = (calls: number, seconds: number): Rate => ({
  calls,
  milliseconds: seconds * 1000 * MARGIN,
  gap: 0,
});

const perSecond = (calls: number): Rate => inWindow(calls, 1);

/** The limit of calls that change something. They are spread evenly, as Microsoft recommends. */
const spread = (calls: number): Rate => ({ ...perSecond(calls), gap: (1000 * MARGIN) / calls });

export const BUDGETS = {
  /** GET team, channel, tab, installedApps, appCatalogs. */
  readTeams: perSecond(30),
  /** GET the members or the channels of a team, and the members of a channel. */
  listInTeams: perSecond(60),
  /** POST, PUT and PATCH of team, channel, tab, member and installedApps; archive and unarchive of team and channel. */
  writeTeams: spread(30),
  /** DELETE channel, tab, installedApps. */
  deleteInTeams: spread(15),
  /** PUT /groups/{id}/team, and clone. */
  makeTeams: spread(6),
  /** 3,500 units in 10 s for the smallest tenant; a call with $select costs one or two units. */
  readDirectory: perSecond(150),
  /** 3,000 writes in 150 s. */
  writeDirectory: spread(20),
  /** 14 in 10 minutes for one report. */
  reports: { calls: 14, milliseconds: 600_000, gap: 0 },
  /** POST messages: 10 in 10 s ("Send chatMessage in a channel"). */
  postMessages: { calls: 10, milliseconds: 10_500, gap: 0 },
  /**
   * Resource units of SharePoint: 1,200 a minute in the smallest tenant ("Avoid getting throttled or blocked in
   * SharePoint Online"). A single item costs one, a list or a change two. A shorter window enforces the limit of a
   * minute too.
   */
  files: inWindow(150, 7.5),
  /** Calls without a published limit, for example those of Planner. */
  others: perSecond(10),
} satisfies Record<string, Rate>;
export type Budget = keyof typeof BUDGETS;

/**
 * Calls about any one team. The limit is so low that one late call exceeds it, so this window is longer than
 * Microsoft's second by a wider margin than `perSecond`.
 */
export const TEAM_RATE: Rate = { calls: 4, milliseconds: 1_300, gap: 0 };

/**
 * Milliseconds between two polls of the same operation. More than the 30 s that Graph requires, because the earlier
 * poll may have left late.
 */
export const POLL_MILLISECONDS = 33_000;

/** Budgets of calls that only jobs and other background work make. */
const OF_JOBS: readonly Budget[] = ['makeTeams', 'reports', 'postMessages'];

/** Share of the other budgets that background work may use, so that a person's call always finds room. */
const BACKGROUND_SHARE = 0.95;

/** Returns the part of the budget that the lane may use. The calls of both lanes count. */
export function rateOf(budget: Budget, lane: Lane): Rate {
  const rate: Rate = BUDGETS[budget];
  if (lane === 'requests' || OF_JOBS.includes(budget)) return rate;
  return { ...rate, calls: Math.floor(rate.calls * BACKGROUND_SHARE) };
}

const MAX_IN_A_BATCH = 20;

/** Splits calls into batches of at most 20, with no more calls about one team than Graph permits in a second. */
export function batchesOf<Call extends { teamId?: string }>(calls: readonly Call[]): Call[][] {
  const batches: Call[][] = [];
  for (const call of calls) {
    const last = batches.at(-1);
    const sameTeam = last?.filter(({ teamId }) => teamId !== undefined && teamId === call.teamId) ?? [];
    const fits = last && last.length < MAX_IN_A_BATCH && sameTeam.length < TEAM_RATE.calls;
    if (fits) last.push(call);
    else batches.push([call]);
  }
  return batches;
}

/*
 * Queues of calls on this node, one for each tenant and budget. The most urgent work comes first (kernel/urgency.ts);
 * calls of equal rank are served in order of arrival.
 */

interface WaitingCall {
  rank: number;
  number: number;
}

const isBefore = (one: WaitingCall, other: WaitingCall): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.number < other.number);

export interface QueuePosition {
  /** Number of waiting calls that come earlier. */
  before(): number;
  /** Leaves the queue. `enter` returns to the same position. */
  leave(): void;
  enter(): void;
}

export class CallQueues {
  /** Contains only queues with waiting calls. */
  readonly #lines = new Map<string, Set<WaitingCall>>();
  #count = 0;

  enter(name: string, rank: number): QueuePosition {
    const waiting: WaitingCall = { rank, number: ++this.#count };
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
 * The times at which this process sent calls. A call can leave late, because the process is short of CPU or the call
 * waits for a connection, and then closely precedes the next calls. These wait until their budgets have room by the
 * actual times too.
 */

/** Part of a window's margin for calls that leave late. The rest covers delays in the network. */
const LATE_MILLISECONDS = 10;

const MAX_BUDGETS = 500;

interface SentCall {
  /** Time when the call was sent, in milliseconds since 1970. */
  at: number;
}

/**
 * `wait`: milliseconds until the budgets have room, 0 when the calls leave now. `correct`: records a later departure.
 */
interface Departure {
  wait: number;
  correct(at: number): void;
}

export class SentCallTimes {
  /** The latest calls of each budget, twice as many as its limit, because calls can leave out of order. */
  readonly #calls = new Map<string, SentCall[]>();

  /** Records that calls leave now, if all budgets have room. */
  leave(demands: ReadonlyMap<string, { rate: Rate; calls: number }>, now: number): Departure {
    const waits = [...demands].map(([name, { rate, calls }]) => {
      const times = (this.#calls.get(name) ?? []).map(({ at }) => at).sort((one, other) => one - other);
      const earlier = times[times.length - rate.calls + Math.min(calls, rate.calls) - 1];
      return earlier === undefined ? 0 : earlier + rate.milliseconds - LATE_MILLISECONDS - now;
    });
    const wait = Math.max(0, ...waits);
    const departed: SentCall = { at: now };
    const correct = (at: number): void => {
      departed.at = at;
    };
    if (wait > 0) return { wait, correct };
    for (const [name, { rate, calls }] of demands) {
      const all = [...(this.#calls.get(name) ?? []), ...Array<SentCall>(calls).fill(departed)];
      this.#calls.delete(name);
      this.#calls.set(name, all.slice(-2 * rate.calls));
    }
    while (this.#calls.size > MAX_BUDGETS) this.#calls.delete(this.#calls.keys().next().value as string);
    return { wait, correct };
  }
}

/*
 * Decides which rows a 429 pauses. Microsoft limits the calls about one team and those of the whole tenant, and a 429
 * does not say which limit was reached. The next responses show it: when Graph throttles the tenant, all its calls of
 * the budget get a 429.
 */

/** Returns the name of the row for calls about the team. */
export const teamNameOf = (teamId: string): string => `team/${teamId}`;

interface Call {
  budget: Budget;
  teamId?: string | undefined;
}

export class ThrottledCalls {
  /** The latest throttled call of each budget, until a later call of the budget is accepted. */
  readonly #latest = new Map<string, Call>();

  /**
   * Records a 429. Returns the names of the rows to pause: the team's, and the budget's after two 429s in a row that
   * are not about the same team.
   */
  throttle(tenantId: string, call: Call): string[] {
    const { budget, teamId } = call;
    const key = `${tenantId} ${budget}`;
    const earlier = this.#latest.get(key);
    this.#latest.set(key, call);
    const ofTeam = teamId === undefined ? [] : [teamNameOf(teamId)];
    // Consecutive 429s about one team can both come from the limit of the team.
    const isOfTenant = earlier !== undefined && (teamId === undefined || earlier.teamId !== teamId);
    return isOfTenant ? [budget, ...ofTeam] : ofTeam;
  }

  /** Records a response that was not throttled. */
  accept(tenantId: string, budget: Budget): void {
    this.#latest.delete(`${tenantId} ${budget}`);
  }
}
