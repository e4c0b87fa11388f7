/** The links of the navigation. A link shows when its page exists and the person may call its operation. */
import { AppsListRegular } from '@fluentui/react-icons/svg/apps-list';
import { BotRegular } from '@fluentui/react-icons/svg/bot';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { DataTrendingRegular } from '@fluentui/react-icons/svg/data-trending';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import { HomeRegular } from '@fluentui/react-icons/svg/home';
import { HourglassRegular } from '@fluentui/react-icons/svg/hourglass';
import { PeopleTeamRegular } from '@fluentui/react-icons/svg/people-team';
import { PeopleTeamAddRegular } from '@fluentui/react-icons/svg/people-team-add';
import { PersonKeyRegular } from '@fluentui/react-icons/svg/person-key';
import { PersonProhibitedRegular } from '@fluentui/react-icons/svg/person-prohibited';
import { PlugConnectedRegular } from '@fluentui/react-icons/svg/plug-connected';
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task';
import type { MessageId } from '../base/messages.ts';
import type { OperationId } from '../features/me/queries.ts';

export interface NavigationLink {
  to: string;
  label: MessageId;
  icon: typeof HomeRegular;
  /** Default: everybody sees the link. */
  operation?: OperationId;
}

export const PAGES: readonly NavigationLink[] = [
  { to: '/', label: 'nav.home', icon: HomeRegular },
  { to: '/request', label: 'nav.request', icon: PeopleTeamAddRegular },
  { to: '/approvals', label: 'nav.approvals', icon: CheckmarkCircleRegular },
  { to: '/jobs', label: 'nav.jobs', icon: ClipboardTaskListLtrRegular, operation: 'getJobs' },
  { to: '/teams', label: 'nav.teams', icon: PeopleTeamRegular },
  { to: '/templates', label: 'nav.templates', icon: AppsListRegular, operation: 'getCatalogTemplates' },
];

export const ADMINISTRATION: readonly NavigationLink[] = [
  { to: '/overview', label: 'nav.overview', icon: DataTrendingRegular, operation: 'getOverview' },
  { to: '/policies', label: 'nav.policies', icon: ShieldTaskRegular, operation: 'getPolicies' },
  { to: '/lifecycle', label: 'nav.lifecycle', icon: HourglassRegular, operation: 'getLifecycleRuns' },
  { to: '/hooks', label: 'nav.hooks', icon: PlugConnectedRegular, operation: 'getTeam' },
  { to: '/apps', label: 'nav.apps', icon: BotRegular, operation: 'getApps' },
  { to: '/audit', label: 'nav.audit', icon: DocumentSearchRegular, operation: 'getAuditTrails' },
  { to: '/leavers', label: 'nav.leavers', icon: PersonProhibitedRegular, operation: 'getLeavers' },
  { to: '/roles', label: 'nav.roles', icon: PersonKeyRegular, operation: 'getRoles' },
];
