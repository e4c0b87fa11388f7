/** All endpoints of the stand-in. */
import { feedRoutes } from './activity-feed.ts';
import { appRoutes } from './apps.ts';
import { channelRoutes } from './channels.ts';
import { deletedItemRoutes } from './deleted-items.ts';
import { deltaRoutes } from './delta.ts';
import { driveRoutes } from './drives.ts';
import { groupPeopleRoutes } from './group-people.ts';
import { groupRoutes } from './groups.ts';
import { memberRoutes } from './members.ts';
import { messageRoutes } from './messages.ts';
import { newTeamRoutes } from './new-team.ts';
import { operationRoutes } from './operations.ts';
import { organizationRoutes } from './organization.ts';
import { matchPath } from './path.ts';
import { photoRoutes } from './photos.ts';
import { plannerRoutes } from './planner.ts';
import type { Route } from './route.ts';
import { siteRoutes } from './sites.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { tabRoutes } from './tabs.ts';
import { teamRoutes } from './teams.ts';
import { userRoutes } from './users.ts';

/** Fixed paths precede those with a placeholder at the same position. */
const ROUTES: readonly Route[] = [
  ...deltaRoutes,
  ...organizationRoutes,
  ...feedRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...groupPeopleRoutes,
  ...deletedItemRoutes,
  ...photoRoutes,
  ...newTeamRoutes,
  ...teamRoutes,
  ...operationRoutes,
  ...memberRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...tabRoutes,
  ...appRoutes,
  ...subscriptionRoutes,
  ...driveRoutes,
  ...siteRoutes,
  ...plannerRoutes,
];

export type FoundRoute = { route: Route; parameters: Record<string, string> } | 'method' | undefined;

/** Returns the endpoint; `method` when the path exists with other methods. */
export function findRoute(method: string, segments: readonly string[]): FoundRoute {
  let isPathKnown = false;
  for (const route of ROUTES) {
    const parameters = matchPath(route.path, segments);
    if (parameters === undefined) continue;
    if (route.method === method) return { route, parameters };
    isPathKnown = true;
  }
  return isPathKnown ? 'method' : undefined;
}
