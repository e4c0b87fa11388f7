/** The pages and their addresses. Mails link to them (server/src/domain/notifications/describe.ts). */
import { createRootRoute, createRoute } from '@tanstack/react-router';
import { lazyFirstPage, lazyPage } from '../base/chunks.ts';
import { filtersOf } from '../base/filters.ts';
import { APPROVAL_VIEWS, type ApprovalView } from '../features/approvals/views.ts';
import { NOTIFICATION_VIEWS, type NotificationView } from '../features/notifications/views.ts';
import { TEAM_FILTERS } from '../features/teams/filters.ts';
import { sectionOf, type TeamSection } from '../features/teams/sections.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Shell } from './Shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyFirstPage(() => import('../features/home/HomePage.tsx'), 'HomePage'),
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: (search): { view?: ApprovalView; person?: string; status?: string } => ({
    ...filtersOf('person', 'status')(search),
    ...(APPROVAL_VIEWS.includes(search.view as ApprovalView) && { view: search.view as ApprovalView }),
  }),
  component: lazyPage(() => import('../features/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
});

const approval = createRoute({
  getParentRoute: () => root,
  path: '/approvals/$approvalId',
  component: lazyPage(() => import('../features/approvals/ApprovalPage.tsx'), 'ApprovalPage'),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  validateSearch: ({ view }): { view?: NotificationView } =>
    NOTIFICATION_VIEWS.includes(view as NotificationView) ? { view: view as NotificationView } : {},
  component: lazyPage(() => import('../features/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
});

const gallery = createRoute({
  getParentRoute: () => root,
  path: '/request',
  validateSearch: filtersOf('search', 'category'),
  component: lazyPage(() => import('../features/requests/GalleryPage.tsx'), 'GalleryPage'),
});

const request = createRoute({
  getParentRoute: () => root,
  path: '/request/$templateId',
  component: lazyPage(() => import('../features/requests/RequestPage.tsx'), 'RequestPage'),
});

const job = createRoute({
  getParentRoute: () => root,
  path: '/jobs/$jobId',
  validateSearch: filtersOf('outcome'),
  component: lazyPage(() => import('../features/jobs/JobPage.tsx'), 'JobPage'),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  validateSearch: filtersOf(
    'search',
    'status',
    'outcome',
    'step',
    'type',
    'template',
    'requester',
    'from',
    'until',
  ),
  component: lazyPage(() => import('../features/jobs/JobsPage.tsx'), 'JobsPage'),
});

const hooks = createRoute({
  getParentRoute: () => root,
  path: '/hooks',
  component: lazyPage(() => import('../features/webhooks/HooksPage.tsx'), 'HooksPage'),
});

const hook = createRoute({
  getParentRoute: () => root,
  path: '/hooks/$hookId',
  validateSearch: filtersOf('status', 'delivery'),
  component: lazyPage(() => import('../features/webhooks/HookPage.tsx'), 'HookPage'),
});

const lifecycle = createRoute({
  getParentRoute: () => root,
  path: '/lifecycle',
  validateSearch: filtersOf('view', 'at', 'scope'),
  component: lazyPage(() => import('../features/lifecycle/LifecyclePage.tsx'), 'LifecyclePage'),
});

const lifecycleRun = createRoute({
  getParentRoute: () => root,
  path: '/lifecycle/runs/$runId',
  validateSearch: filtersOf('outcome'),
  component: lazyPage(() => import('../features/lifecycle/RunPage.tsx'), 'RunPage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: filtersOf('trail', 'type', 'actor', 'target', 'from', 'until'),
  component: lazyPage(() => import('../features/audit/AuditPage.tsx'), 'AuditPage'),
});

const apps = createRoute({
  getParentRoute: () => root,
  path: '/apps',
  component: lazyPage(() => import('../features/apps/AppsPage.tsx'), 'AppsPage'),
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/apps/$appId',
  component: lazyPage(() => import('../features/apps/AppPage.tsx'), 'AppPage'),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: '/roles',
  component: lazyPage(() => import('../features/roles/RolesPage.tsx'), 'RolesPage'),
});

const leavers = createRoute({
  getParentRoute: () => root,
  path: '/leavers',
  component: lazyPage(() => import('../features/leavers/LeaversPage.tsx'), 'LeaversPage'),
});

const impact = createRoute({
  getParentRoute: () => root,
  path: '/leavers/$userId',
  component: lazyPage(() => import('../features/leavers/ImpactPage.tsx'), 'ImpactPage'),
});

const policies = createRoute({
  getParentRoute: () => root,
  path: '/policies',
  validateSearch: filtersOf('kind'),
  component: lazyPage(() => import('../features/policies/PoliciesPage.tsx'), 'PoliciesPage'),
});

const newPolicy = createRoute({
  getParentRoute: () => root,
  path: '/policies/new',
  component: lazyPage(() => import('../features/policies/NewPolicyPage.tsx'), 'NewPolicyPage'),
});

const policy = createRoute({
  getParentRoute: () => root,
  path: '/policies/$policyId',
  component: lazyPage(() => import('../features/policies/PolicyPage.tsx'), 'PolicyPage'),
});

const teams = createRoute({
  getParentRoute: () => root,
  path: '/teams',
  validateSearch: filtersOf(...TEAM_FILTERS),
  component: lazyPage(() => import('../features/team-list/TeamsPage.tsx'), 'TeamsPage'),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/teams/$teamId',
  validateSearch: (search): { section?: TeamSection } => {
    const section = sectionOf(search.section);
    return section === undefined ? {} : { section };
  },
  component: lazyPage(() => import('../features/teams/TeamPage.tsx'), 'TeamPage'),
});

const teamLifecycle = createRoute({
  getParentRoute: () => root,
  path: '/teams/$teamId/lifecycle',
  component: lazyPage(() => import('../features/teams/TeamPage.tsx'), 'TeamLifecyclePage'),
});

const templates = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  validateSearch: filtersOf('search', 'state', 'language'),
  component: lazyPage(() => import('../features/templates/TemplatesPage.tsx'), 'TemplatesPage'),
});

const newTemplate = createRoute({
  getParentRoute: () => root,
  path: '/templates/new',
  component: lazyPage(() => import('../features/templates/NewTemplatePage.tsx'), 'NewTemplatePage'),
});

const template = createRoute({
  getParentRoute: () => root,
  path: '/templates/$templateId',
  validateSearch: filtersOf('view'),
  component: lazyPage(() => import('../features/templates/TemplatePage.tsx'), 'TemplatePage'),
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/overview',
  validateSearch: filtersOf('weeks', 'inactive'),
  component: lazyPage(() => import('../features/overview/OverviewPage.tsx'), 'OverviewPage'),
});

export const routes = root.addChildren([
  home,
  approvals,
  approval,
  notifications,
  gallery,
  request,
  job,
  jobs,
  hooks,
  hook,
  lifecycle,
  lifecycleRun,
  audit,
  apps,
  app,
  roles,
  leavers,
  impact,
  policies,
  newPolicy,
  policy,
  overview,
  teams,
  team,
  teamLifecycle,
  templates,
  newTemplate,
  template,
]);
