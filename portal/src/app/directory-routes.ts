/** The pages of the directory of teams, and of requests to join or own a team. */
import { lazyPage } from '../base/chunks.ts';
import { filtersOf } from '../base/filters.ts';
import { filteredPage, pageAt } from './page-routes.ts';

const directory = filteredPage(
  '/directory',
  filtersOf('search', 'answer'),
  lazyPage(() => import('../features/directory/DirectoryPage.tsx'), 'DirectoryPage'),
);

const directoryTeam = pageAt(
  '/directory/$teamId',
  lazyPage(() => import('../features/directory/DirectoryTeamPage.tsx'), 'DirectoryTeamPage'),
);

const joinRequests = pageAt(
  '/join-requests',
  lazyPage(() => import('../features/join-requests/JoinRequestsPage.tsx'), 'JoinRequestsPage'),
);

const ownerRequests = pageAt(
  '/owner-requests',
  lazyPage(() => import('../features/owners/OwnerRequestsPage.tsx'), 'OwnerRequestsPage'),
);

export const directoryRoutes = [directory, directoryTeam, joinRequests, ownerRequests] as const;
