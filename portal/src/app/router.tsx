/** The pages and their addresses. Mail links to them (server/src/domain/notifications/describe.ts). */
import { createRoute } from '@tanstack/react-router';
import { lazyFirstPage, lazyPage } from '../base/chunks.ts';
import { filtersOf } from '../base/filters.ts';
import { APPROVAL_VIEWS, type ApprovalView } from '../features/approvals/views.ts';
import { NOTIFICATION_VIEWS, type NotificationView } from '../features/notifications/views.ts';
import { TEAM_FILTERS } from '../features/teams/filters.ts';
import { sectionOf, type TeamSection } from '../features/teams/sections.ts';
import { administrationRoutes } from './administration-routes.ts';
import { directoryRoutes } from './directory-routes.ts';
import { filteredPage, pageAt, root } from './page-routes.ts';

const home = pageAt(
  '/',
  lazyFirstPage(() => import('../features/home/HomePage.tsx'), 'HomePage'),
);

const approvals = filteredPage(
  '/approvals',
  (search): { view?: ApprovalView; person?: string; status?: string } => ({
    ...filtersOf('person', 'status')(search),
    ...(APPROVAL_VIEWS.includes(search.view as ApprovalView) && { view: search.view as ApprovalView }),
  }),
  lazyPage(() => import('../features/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
);

const approval = pageAt(
  '/approvals/$approvalId',
  lazyPage(() => import('../features/approvals/ApprovalPage.tsx'), 'ApprovalPage'),
);

const notifications = filteredPage(
  '/notifications',
  ({ view }): { view?: NotificationView } =>
    NOTIFICATION_VIEWS.includes(view as NotificationView) ? { view: view as NotificationView } : {},
  lazyPage(() => import('../features/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
);

const gallery = filteredPage(
  '/request',
  filtersOf('search', 'category'),
  lazyPage(() => import('../features/requests/GalleryPage.tsx'), 'GalleryPage'),
);

const request = pageAt(
  '/request/$templateId',
  lazyPage(() => import('../features/requests/RequestPage.tsx'), 'RequestPage'),
);

const job = filteredPage(
  '/jobs/$jobId',
  filtersOf('outcome'),
  lazyPage(() => import('../features/jobs/JobPage.tsx'), 'JobPage'),
);

const jobs = filteredPage(
  '/jobs',
  filtersOf('search', 'status', 'outcome', 'step', 'type', 'template', 'requester', 'from', 'until'),
  lazyPage(() => import('../features/jobs/JobsPage.tsx'), 'JobsPage'),
);

const hooks = pageAt(
  '/hooks',
  lazyPage(() => import('../features/webhooks/HooksPage.tsx'), 'HooksPage'),
);

const hook = filteredPage(
  '/hooks/$hookId',
  filtersOf('status', 'delivery'),
  lazyPage(() => import('../features/webhooks/HookPage.tsx'), 'HookPage'),
);

const lifecycle = filteredPage(
  '/lifecycle',
  filtersOf('view', 'at', 'scope'),
  lazyPage(() => import('../features/lifecycle/LifecyclePage.tsx'), 'LifecyclePage'),
);

const lifecycleRun = filteredPage(
  '/lifecycle/runs/$runId',
  filtersOf('outcome'),
  lazyPage(() => import('../features/lifecycle/RunPage.tsx'), 'RunPage'),
);

const audit = filteredPage(
  '/audit',
  filtersOf('trail', 'type', 'actor', 'target', 'from', 'until'),
  lazyPage(() => import('../features/audit/AuditPage.tsx'), 'AuditPage'),
);

const ownerSearches = filteredPage(
  '/owners',
  filtersOf('state'),
  lazyPage(() => import('../features/owners/OwnerSearchesPage.tsx'), 'OwnerSearchesPage'),
);

const channelViolations = filteredPage(
  '/channel-violations',
  filtersOf('status'),
  lazyPage(() => import('../features/channel-violations/ChannelViolationsPage.tsx'), 'ChannelViolationsPage'),
);

const policies = filteredPage(
  '/policies',
  filtersOf('kind'),
  lazyPage(() => import('../features/policies/PoliciesPage.tsx'), 'PoliciesPage'),
);

const newPolicy = pageAt(
  '/policies/new',
  lazyPage(() => import('../features/policies/NewPolicyPage.tsx'), 'NewPolicyPage'),
);

const policy = pageAt(
  '/policies/$policyId',
  lazyPage(() => import('../features/policies/PolicyPage.tsx'), 'PolicyPage'),
);

const teams = filteredPage(
  '/teams',
  filtersOf(...TEAM_FILTERS),
  lazyPage(() => import('../features/team-list/TeamsPage.tsx'), 'TeamsPage'),
);

const team = createRoute({
  getParentRoute: () => root,
  path: '/teams/$teamId',
  validateSearch: (search): { section?: TeamSection } => {
    const section = sectionOf(search.section);
    return section === undefined ? {} : { section };
  },
  component: lazyPage(() => import('../features/teams/TeamPage.tsx'), 'TeamPage'),
});

const teamLifecycle = pageAt(
  '/teams/$teamId/lifecycle',
  lazyPage(() => import('../features/teams/TeamPage.tsx'), 'TeamLifecyclePage'),
);

const requestChannel = pageAt(
  '/teams/$teamId/request-channel',
  lazyPage(() => import('../features/channel-requests/RequestChannelPage.tsx'), 'RequestChannelPage'),
);

const reviews = filteredPage(
  '/reviews',
  filtersOf('status', 'kind'),
  lazyPage(() => import('../features/reviews/ReviewsPage.tsx'), 'ReviewsPage'),
);

const review = filteredPage(
  '/reviews/$reviewId',
  filtersOf('decision', 'search'),
  lazyPage(() => import('../features/reviews/ReviewPage.tsx'), 'ReviewPage'),
);

const templates = filteredPage(
  '/templates',
  filtersOf('search', 'state', 'language'),
  lazyPage(() => import('../features/templates/TemplatesPage.tsx'), 'TemplatesPage'),
);

const newTemplate = filteredPage(
  '/templates/new',
  filtersOf('kind'),
  lazyPage(() => import('../features/templates/NewTemplatePage.tsx'), 'NewTemplatePage'),
);

const template = filteredPage(
  '/templates/$templateId',
  filtersOf('view'),
  lazyPage(() => import('../features/templates/TemplatePage.tsx'), 'TemplatePage'),
);

const overview = filteredPage(
  '/overview',
  filtersOf('weeks', 'inactive'),
  lazyPage(() => import('../features/overview/OverviewPage.tsx'), 'OverviewPage'),
);

const reports = filteredPage(
  '/reports',
  filtersOf(...TEAM_FILTERS, 'view', 'question'),
  lazyPage(() => import('../features/reports/ReportsPage.tsx'), 'ReportsPage'),
);

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
  ...administrationRoutes,
  ownerSearches,
  channelViolations,
  ...directoryRoutes,
  policies,
  newPolicy,
  policy,
  reviews,
  review,
  overview,
  reports,
  teams,
  team,
  teamLifecycle,
  requestChannel,
  templates,
  newTemplate,
  template,
]);
