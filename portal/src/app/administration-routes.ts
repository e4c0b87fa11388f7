/** The pages of apps, roles, the organisation, and people who leave. */
import { lazyPage } from '../base/chunks.ts';
import { pageAt } from './page-routes.ts';

const apps = pageAt(
  '/apps',
  lazyPage(() => import('../features/apps/AppsPage.tsx'), 'AppsPage'),
);

const app = pageAt(
  '/apps/$appId',
  lazyPage(() => import('../features/apps/AppPage.tsx'), 'AppPage'),
);

const roles = pageAt(
  '/roles',
  lazyPage(() => import('../features/roles/RolesPage.tsx'), 'RolesPage'),
);

const organization = pageAt(
  '/organization',
  lazyPage(() => import('../features/organization/OrganizationPage.tsx'), 'OrganizationPage'),
);

const leavers = pageAt(
  '/leavers',
  lazyPage(() => import('../features/leavers/LeaversPage.tsx'), 'LeaversPage'),
);

const impact = pageAt(
  '/leavers/$userId',
  lazyPage(() => import('../features/leavers/ImpactPage.tsx'), 'ImpactPage'),
);

export const administrationRoutes = [apps, app, roles, organization, leavers, impact] as const;
