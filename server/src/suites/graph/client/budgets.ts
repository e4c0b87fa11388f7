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
 * Windows are longer than Microsoft's by this margin, because calls that leave here one second apart can arrive closer
 * together: by up to 150 ms. The rest is `LATE_MILLISECONDS` (node-calls.ts). Jobs still use four fifths of each limit.
 */
const MARGIN = 1.16;

const inWindow = (calls: number, seconds: number): Rate => ({
  calls,
  milliseconds: seconds * 1000 * MARGIN,
  gap: 0,
});

const perSecond = (calls: number): Rate => inWindow(calls, 1);

/** The limit of calls that change something: they are spread evenly, as Microsoft recommends. */
const spread = (calls: number): Rate => ({ ...perSecond(calls), gap: (1000 * MARGIN) / calls });

export const BUDGETS = {
  /** GET team, channel, tab, installedApps, appCatalogs. */
  readTeams: perSecond(30),
  /** GET the members or the channels of a team, and the members of a channel. */
  listInTeams: perSecond(60),
  /** POST, PUT and PATCH of team, channel, tab, member and installedApps; archive and unarchive. */
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
  /** Calls without a published limit. */
  others: perSecond(10),
} satisfies Record<string, Rate>;
export type Budget = keyof typeof BUDGETS;

/**
 * Calls about any one team. The limit is so low that one late call exceeds it, so this window is longer than
 * Microsoft's second by a wider margin than `perSecond`.
 */
export const ONE_TEAM: Rate = { calls: 4, milliseconds: 1_300, gap: 0 };

/**
 * Milliseconds between two polls of the same operation. More than 30 s, because the earlier poll may have waited for
 * its turn.
 */
export const POLL_MILLISECONDS = 33_000;

/** Budgets of calls that only jobs and other background work make. */
const OF_JOBS: readonly Budget[] = ['makeTeams', 'reports', 'postMessages'];

/** The share of the other budgets that background work may use, so that a person's call finds room at once. */
const BACKGROUND_SHARE = 0.95;

/** Returns how much of the budget the lane may use. The calls of both lanes count. */
export function rateOf(budget: Budget, lane: Lane): Rate {
  const rate: Rate = BUDGETS[budget];
  if (lane === 'requests' || OF_JOBS.includes(budget)) return rate;
  return { ...rate, calls: Math.floor(rate.calls * BACKGROUND_SHARE) };
}

const MOST_IN_A_BATCH = 20;

/** Splits calls into batches of at most 20, with no more calls about one team than Graph permits in a second. */
export function batchesOf<Call extends { teamId?: string }>(calls: readonly Call[]): Call[][] {
  const batches: Call[][] = [];
  for (const call of calls) {
    const last = batches.at(-1);
    const sameTeam = last?.filter(({ teamId }) => teamId !== undefined && teamId === call.teamId) ?? [];
    const fits = last && last.length < MOST_IN_A_BATCH && sameTeam.length < ONE_TEAM.calls;
    if (fits) last.push(call);
    else batches.push([call]);
  }
  return batches;
}
