/**
 * The published throttling limits of one app in one tenant ("Microsoft Graph service-specific throttling limits").
 * Each limit applies to a sliding window.
 */
import { throttled } from './errors.ts';

export interface Budget {
  calls: number;
  seconds: number;
}

export const BUDGETS = {
  /** GET team, channel, tab, installedApps, appCatalogs, and other GET of Teams. */
  teamsGet: { calls: 30, seconds: 1 },
  /** GET /teams/{id}, joinedTeams */
  teamGet: { calls: 30, seconds: 1 },
  teamMembersGet: { calls: 60, seconds: 1 },
  teamChannelsGet: { calls: 60, seconds: 1 },
  channelMembersGet: { calls: 60, seconds: 1 },
  /** POST and PUT channel, tab, installedApps, appCatalogs */
  teamsPost: { calls: 30, seconds: 1 },
  teamsPatch: { calls: 30, seconds: 1 },
  teamsDelete: { calls: 15, seconds: 1 },
  teamPost: { calls: 10, seconds: 1 },
  /** PUT /groups/{id}/team, clone */
  teamPut: { calls: 6, seconds: 1 },
  teamsOther: { calls: 30, seconds: 1 },
  channelMessagePost: { calls: 50, seconds: 1 },
  /** One team or channel, over all calls of the app. */
  oneTeam: { calls: 4, seconds: 1 },
  /** Resource units of the directory in a tenant with under 50 users; larger tenants have more. */
  directory: { calls: 3500, seconds: 10 },
  directoryWrite: { calls: 3000, seconds: 150 },
  /** Each report has its own budget. */
  report: { calls: 14, seconds: 600 },
  /** Resource units of SharePoint in a tenant with up to 1,000 licences; larger tenants have more. */
  sharePoint: { calls: 1200, seconds: 60 },
  /** Planner has no published limit. */
  planner: { calls: 10_000, seconds: 60 },
  /** The mailbox of a group, for photos. */
  outlook: { calls: 10_000, seconds: 600 },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;

/** Base costs, in resource units, of routes that cost more than one. */
const UNITS: Record<string, number> = {
  'GET /groups/{group}/members': 3,
  'GET /groups/{group}/transitiveMembers/microsoft.graph.user': 5,
  'GET /groups/{group}/transitiveMembers': 5,
  'POST /directoryObjects/getByIds': 3,
  'GET /users': 2,
  'GET /users/{user}/memberOf': 2,
  'GET /users/{user}/transitiveMemberOf': 2,
};

/**
 * Returns the resource units of a call: the base cost of its route, one less for `$select`, one less for a `$top` under
 * 20, one more for `$expand`, and at least one.
 */
function directoryUnitsOf(route: string, parameters: URLSearchParams): number {
  let units = UNITS[route] ?? 1;
  if (parameters.has('$select')) units -= 1;
  if (parameters.has('$expand')) units += 1;
  const top = parameters.get('$top');
  if (top !== null && Number(top) < 20) units -= 1;
  return Math.max(1, units);
}

/**
 * Returns the resource units that SharePoint counts ("Avoid getting throttled or blocked in SharePoint Online"): one
 * for a single item, two for a list or a change.
 */
const sharePointUnitsOf = (route: string): number =>
  route.startsWith('GET ') && !/\/(children|lists|microsoft\.graph\.sitePage)$/.test(route) ? 1 : 2;

/** Returns the cost of the call in the budget. */
export function unitsOf(budget: BudgetName, route: string, parameters: URLSearchParams): number {
  if (budget === 'directory') return directoryUnitsOf(route, parameters);
  return budget === 'sharePoint' ? sharePointUnitsOf(route) : 1;
}

interface SpentUnits {
  at: number;
  units: number;
}

/** Counts the spent units of each app in each tenant. */
export class Spending {
  readonly #spent = new Map<string, SpentUnits[]>();

  /**
   * Spends the units of one call in each of its budgets.
   * @param scope app and tenant
   * @throws GraphError 429 when a budget is exhausted; then nothing is spent
   * @returns the exceeded budgets when `isEnforced` is false
   */
  spend(
    scope: string,
    costs: readonly { budget: BudgetName; object?: string | undefined; units: number }[],
    now: number,
    isEnforced = true,
  ): string[] {
    const exceeded: string[] = [];
    let wait = 0;
    const windows = costs.map(({ budget, object = '', units }) => {
      const { calls, seconds } = BUDGETS[budget];
      const key = `${scope} ${budget} ${object}`;
      const window = (this.#spent.get(key) ?? []).filter(({ at }) => at > now - seconds * 1000);
      this.#spent.set(key, window);
      if (window.reduce((sum, one) => sum + one.units, units) > calls) {
        exceeded.push(object === '' ? budget : `${budget} ${object}`);
        wait = Math.max(wait, Math.ceil(((window[0]?.at ?? now) + seconds * 1000 - now) / 1000));
      }
      return { window, units };
    });
    if (exceeded.length > 0 && isEnforced) throw Object.assign(throttled(Math.max(1, wait)), { exceeded });
    for (const { window, units } of windows) window.push({ at: now, units });
    return exceeded;
  }
}
