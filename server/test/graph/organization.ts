/** The organisation of the tenant, its sensitivity labels, and the usage report of teams. */
import type { Organization } from '@microsoft/microsoft-graph-types';
import { badRequest } from './errors.ts';
import { checkOptions, collectionResponse, type Entity, entityResponse, type QueryRules } from './odata.ts';
import { type Call, ok, type Route } from './route.ts';
import type { StoredLabel, Tenant } from './tenant.ts';
import { findUser } from './users.ts';

const ORGANIZATION: QueryRules = {
  type: 'organization',
  properties: [
    'id',
    'displayName',
    'verifiedDomains',
    'createdDateTime',
    'countryLetterCode',
    'preferredLanguage',
    'tenantType',
  ] as const satisfies readonly (keyof Organization)[],
  options: ['$select'],
};

const organization = ({ id, displayName, initialDomain, defaultDomain }: Tenant): Entity => ({
  id,
  displayName,
  tenantType: 'AAD',
  verifiedDomains: [
    { name: initialDomain, isInitial: true, isDefault: false, type: 'Managed', capabilities: 'Email' },
    { name: defaultDomain, isInitial: false, isDefault: true, type: 'Managed', capabilities: 'Email' },
  ],
});

const LABEL: QueryRules = {
  type: 'sensitivityLabel',
  properties: [
    'id',
    'name',
    'displayName',
    'description',
    'toolTip',
    'priority',
    'isDefault',
    'isEndpointProtectionEnabled',
    'isScopedToUser',
    'locale',
    'autoTooltip',
    'actionSource',
    'sublabels',
    'applicableTo',
    'color',
    'isActive',
    'isAppliable',
    'isEnabled',
    'sensitivity',
  ] as const satisfies readonly (keyof StoredLabel['label'])[],
  options: ['$select', '$filter', '$expand', '$top'],
};

/** Returns the labels of a list, each with its sublabels from the same list. */
function nested(labels: readonly (StoredLabel & { id: string })[]): Entity[] {
  return labels
    .filter(({ parentId }) => parentId === undefined)
    .map(({ id, label }) => ({
      ...label,
      sublabels: labels
        .filter(({ parentId }) => parentId === id)
        .map((one) => ({ ...one.label, sublabels: [] })),
    }));
}

/** @param userId the person whose labels are listed; undefined for all labels of the tenant */
function labelsOf(call: Call, userId?: string) {
  const all = [...call.tenant.labels].map(([id, label]) => ({ id, ...label }));
  const published = all.filter(
    ({ publishedTo }) =>
      userId === undefined ||
      publishedTo === undefined ||
      publishedTo.some((group) => call.tenant.groups.get(group)?.members.has(userId)),
  );
  const context = `${call.url}/$metadata#security/dataSecurityAndGovernance/sensitivityLabels`;
  return ok(collectionResponse(nested(published), call.query, LABEL, context));
}

const SCOPE = 'isScopedToUser';

/**
 * Returns the labels of a person. Without `isScopedToUser=true`, an application gets all labels of the tenant ("List
 * sensitivityLabels" of a user).
 */
function labelsOfPerson(call: Call) {
  const { id } = findUser(call, call.parameters.user!);
  const { parameters } = call.query;
  if (!call.tenant.hasLabelScope) return labelsOf(call, id);
  const isScoped = parameters.get(SCOPE) === 'true';
  const others = new URLSearchParams([...parameters].filter(([name]) => name !== SCOPE));
  const query = { ...call.query, parameters: others };
  return labelsOf({ ...call, query }, isScoped ? id : undefined);
}

const READ_LABELS = ['SensitivityLabel.Read', 'SensitivityLabels.Read.All'];

/** The only application permission in "List sensitivityLabels" of a user. */
const READ_LABELS_OF_PEOPLE = ['SensitivityLabels.Read.All'];

const COLUMNS =
  'Report Refresh Date,Team Name,Team Id,Team Type,Last Activity Date,Report Period,Active Users,Active Channels,Guests,Reactions,Meetings Organized,Post Messages,Reply Messages,Channel Messages,Urgent Messages,Mentions,Active Shared Channels,Active External Users';
const PERIODS = ['D7', 'D30', 'D90', 'D180'];

const quoted = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

function report(call: Call) {
  checkOptions(call.query, { type: 'report', properties: [], options: [] });
  const period = call.parameters.period ?? '';
  if (!PERIODS.includes(period)) throw badRequest(`Invalid period '${period}'.`);
  const refreshed = new Date(call.now.getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  const rows = call.tenant.teams().map(({ group, team }) => {
    const last = call.tenant.activity.get(group.id)?.slice(0, 10) ?? '';
    const type = team.team.visibility === 'private' ? 'Private' : 'Public';
    return [
      refreshed,
      quoted(team.team.displayName ?? ''),
      group.id,
      type,
      last,
      period.slice(1),
      ...Array(12).fill('0'),
    ].join();
  });
  const csv = `\uFEFF${[COLUMNS, ...rows].join('\r\n')}\r\n`;
  return { status: 302, headers: { location: call.download(call.tenant.alterReport(csv)) } };
}

export const organizationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/organization',
    permissions: [
      'Organization.Read.All',
      'Organization.ReadWrite.All',
      'Directory.Read.All',
      'Directory.ReadWrite.All',
    ],
    budgets: ['directory'],
    handle: (call) =>
      ok(
        collectionResponse(
          [organization(call.tenant)],
          call.query,
          ORGANIZATION,
          `${call.url}/$metadata#organization`,
        ),
      ),
  },
  {
    method: 'GET',
    path: '/organization/{id}',
    permissions: [
      'Organization.Read.All',
      'Organization.ReadWrite.All',
      'Directory.Read.All',
      'Directory.ReadWrite.All',
    ],
    budgets: ['directory'],
    handle: (call) =>
      ok(
        entityResponse(
          organization(call.tenant),
          call.query,
          ORGANIZATION,
          `${call.url}/$metadata#organization/$entity`,
        ),
      ),
  },
  {
    method: 'GET',
    path: '/security/dataSecurityAndGovernance/sensitivityLabels',
    permissions: READ_LABELS,
    budgets: [],
    handle: (call) => labelsOf(call),
  },
  {
    method: 'GET',
    path: '/users/{user}/security/dataSecurityAndGovernance/sensitivityLabels',
    permissions: READ_LABELS_OF_PEOPLE,
    budgets: [],
    handle: labelsOfPerson,
  },
  {
    method: 'GET',
    path: '/users/{user}/dataSecurityAndGovernance/sensitivityLabels',
    permissions: READ_LABELS_OF_PEOPLE,
    budgets: [],
    handle: labelsOfPerson,
  },
  {
    method: 'GET',
    path: '/reports/getTeamsTeamActivityDetail(period)/{period}',
    permissions: ['Reports.Read.All'],
    budgets: ['report'],
    handle: report,
  },
];
