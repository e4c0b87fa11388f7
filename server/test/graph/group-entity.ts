/** Converts a stored group to Graph's representation. */
import type { Group } from '@microsoft/microsoft-graph-types';
import type { Entity, QueryRules } from './odata.ts';
import type { StoredGroup } from './tenant.ts';

/** `resourceProvisioningOptions` is documented for v1.0, but is missing in Microsoft's types. */
const PROPERTIES = [
  'id',
  'assignedLabels',
  'classification',
  'createdDateTime',
  'deletedDateTime',
  'description',
  'displayName',
  'expirationDateTime',
  'groupTypes',
  'isArchived',
  'isAssignableToRole',
  'mail',
  'mailEnabled',
  'mailNickname',
  'membershipRule',
  'membershipRuleProcessingState',
  'onPremisesLastSyncDateTime',
  'onPremisesSecurityIdentifier',
  'onPremisesSyncEnabled',
  'preferredDataLocation',
  'preferredLanguage',
  'proxyAddresses',
  'renewedDateTime',
  'resourceBehaviorOptions',
  'resourceProvisioningOptions',
  'securityEnabled',
  'securityIdentifier',
  'theme',
  'uniqueName',
  'visibility',
] as const satisfies readonly (keyof Group | 'resourceProvisioningOptions' | 'resourceBehaviorOptions')[];

const ONLY_ON_SELECT = ['assignedLabels', 'isArchived'];

export const GROUP_RULES: QueryRules = {
  type: 'group',
  properties: PROPERTIES,
  defaults: PROPERTIES.filter((name) => !ONLY_ON_SELECT.includes(name)),
  options: ['$select', '$filter', '$search', '$orderby', '$top', '$count', '$expand'],
  pages: { most: 999, usual: 100 },
  advanced: true,
};

export const groupEntity = ({ group, labels, uniqueName, team }: StoredGroup): Entity => ({
  resourceBehaviorOptions: [],
  resourceProvisioningOptions: [],
  proxyAddresses: [],
  ...group,
  uniqueName: uniqueName ?? null,
  assignedLabels: labels,
  isArchived: team?.team.isArchived ?? null,
});
