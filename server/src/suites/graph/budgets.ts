/**
 * Budgets of calls: Microsoft's published limits for one app in one tenant, and Charter's shares of them. Source:
 * Microsoft Graph, "Service-specific throttling limits" (Microsoft Teams; identity and access; Microsoft 365
 * reports), and "teamsAsyncOperation resource type" for polling.
 */

/** A limit: `calls` in any period of `milliseconds`. */
export interface Rate {
  calls: number;
  milliseconds: number;
}

/**
 * Windows are 5 % longer than Microsoft's, because calls that leave here one second apart can arrive closer together.
 */
const perSecond = (calls: number): Rate => ({ calls, milliseconds: 1_050 });

export const BUDGETS = {
  /** GET team, channel, tab, installedApps, appCatalogs. */
  readTeams: perSecond(30),
  /** GET the members or the channels of a team, and the members of a channel. */
  listInTeams: perSecond(60),
  /** POST, PUT and PATCH of team, channel, tab, member and installedApps; archive and unarchive. */
  writeTeams: perSecond(30),
  /** DELETE channel, tab, installedApps. */
  deleteInTeams: perSecond(15),
  /** PUT /groups/{id}/team, and clone. */
  makeTeams: perSecond(6),
  /** 3,500 units in 10 s for the smallest tenant; a call with $select costs one or two units. */
  readDirectory: { calls: 150, milliseconds: 1_050 },
  /** 3,000 writes in 150 s. */
  writeDirectory: perSecond(20),
  /** 14 in 10 minutes for one report. */
  reports: { calls: 14, milliseconds: 600_000 },
  /** POST messages: 10 in 10 s ("Send chatMessage in a channel"). */
  postMessages: { calls: 10, milliseconds: 10_500 },
  /** Calls without a published limit. */
  others: perSecond(10),
} satisfies Record<string, Rate>;
export type Budget = keyof typeof BUDGETS;

/**
 * Calls about any one team. The limit is so low that one late call exceeds it, so this window is longer than
 * Microsoft's second by a wider margin than `perSecond`.
 */
export const ONE_TEAM: Rate = { calls: 4, milliseconds: 1_300 };

/**
 * Milliseconds between two polls of the same operation. More than 30 s, because the earlier poll may have waited for
 * its turn.
 */
export const POLL_MILLISECONDS = 33_000;

/** The origin of a call: a request of a person who waits, or a job or other background work. */
export type Lane = 'requests' | 'background';

/** The part of each budget that background work may use. It leaves a tenth, and what it does not use, to people. */
const BACKGROUND_SHARE = 0.9;

/** Returns the limit of background work. The whole budget limits it together with people's requests. */
export const backgroundRate = (budget: Budget): Rate => {
  const { calls, milliseconds } = BUDGETS[budget];
  return { calls: Math.max(1, Math.floor(calls * BACKGROUND_SHARE)), milliseconds };
};
