/** The links of the navigation. A link is shown if its page exists and the person may call its operation. */
import {
  AppsListRegular,
  BotRegular,
  BuildingRegular,
  ChannelAlertRegular,
  CheckmarkCircleRegular,
  ClipboardTaskListLtrRegular,
  DataTrendingRegular,
  DocumentSearchRegular,
  DocumentTableRegular,
  HomeRegular,
  HourglassRegular,
  PeopleCheckmarkRegular,
  PeopleSearchRegular,
  PeopleTeamAddRegular,
  PeopleTeamRegular,
  PersonKeyRegular,
  PersonProhibitedRegular,
  PersonStarRegular,
  PlugConnectedRegular,
  ShieldTaskRegular,
} from '@fluentui/react-icons';
import type { MessageId } from '../base/messages.ts';
import type { OperationId } from '../features/me/queries.ts';

export interface NavigationLink {
  to: string;
  label: MessageId;
  icon: typeof HomeRegular;
  /** Operation that a person must be permitted to call to see the link. Default: everybody sees it. */
  operation?: OperationId;
}

export const PAGES: readonly NavigationLink[] = [
  { to: '/', label: 'nav.home', icon: HomeRegular },
  { to: '/request', label: 'nav.request', icon: PeopleTeamAddRegular },
  { to: '/approvals', label: 'nav.approvals', icon: CheckmarkCircleRegular },
  { to: '/jobs', label: 'nav.jobs', icon: ClipboardTaskListLtrRegular, operation: 'getJobs' },
  { to: '/teams', label: 'nav.teams', icon: PeopleTeamRegular },
  { to: '/directory', label: 'nav.directory', icon: PeopleSearchRegular, operation: 'getDirectoryTeams' },
  { to: '/reviews', label: 'nav.reviews', icon: PeopleCheckmarkRegular, operation: 'getReviews' },
  { to: '/templates', label: 'nav.templates', icon: AppsListRegular, operation: 'getCatalogTemplates' },
];

export const ADMINISTRATION: readonly NavigationLink[] = [
  { to: '/overview', label: 'nav.overview', icon: DataTrendingRegular, operation: 'getOverview' },
  { to: '/reports', label: 'nav.reports', icon: DocumentTableRegular, operation: 'getTeamReport' },
  { to: '/policies', label: 'nav.policies', icon: ShieldTaskRegular, operation: 'getPolicies' },
  { to: '/owners', label: 'nav.owners', icon: PersonStarRegular, operation: 'getOwnerSearches' },
  {
    to: '/channel-violations',
    label: 'nav.channelViolations',
    icon: ChannelAlertRegular,
    operation: 'allowChannel',
  },
  { to: '/lifecycle', label: 'nav.lifecycle', icon: HourglassRegular, operation: 'getLifecycleRuns' },
  { to: '/hooks', label: 'nav.hooks', icon: PlugConnectedRegular, operation: 'getTeam' },
  { to: '/apps', label: 'nav.apps', icon: BotRegular, operation: 'getApps' },
  { to: '/audit', label: 'nav.audit', icon: DocumentSearchRegular, operation: 'getAuditTrails' },
  { to: '/leavers', label: 'nav.leavers', icon: PersonProhibitedRegular, operation: 'getLeavers' },
  { to: '/roles', label: 'nav.roles', icon: PersonKeyRegular, operation: 'getRoles' },
  {
    to: '/organization',
    label: 'nav.organization',
    icon: BuildingRegular,
    operation: 'updateOrganizationBranding',
  },
];
