/** What rules and conventions see (contract 9), built from a person, a request and whoever sent it. */
import type { Principal } from '../../engine/principal.ts';
import type { UserProfile } from '../users/model.ts';
import type { RuleScope, RuleUser } from './rules.ts';

/** What somebody asks for, as conventions see it. Empty texts where there is no request. */
export interface RequestedTeam {
  name: string;
  description: string;
  welcomeMessage: string;
}

export interface ScopeParts {
  /** The person the request is for; undefined when the directory does not know them. */
  requester: UserProfile | undefined;
  principal: Principal;
  team?: RequestedTeam;
  templateName?: string;
}

const NO_TEAM: RequestedTeam = { name: '', description: '', welcomeMessage: '' };

/** Names of the same fields in manifests made for the published interface's first product. */
const olderNames = (user: UserProfile): Record<string, unknown> => ({
  msDisplayName: user.displayName,
  msUPN: user.userPrincipalName,
  msEmail: user.mail,
  msPreferredLanguage: user.preferredLanguage,
  msGivenName: user.givenName,
  msSurname: user.surname,
  msJobTitle: user.jobTitle,
  msDepartment: user.department,
  msCompanyName: user.companyName,
  msCity: user.city,
  msCountry: user.country,
  msUsageLocation: user.usageLocation,
});

function ruleUser(profile: UserProfile | undefined): RuleUser {
  if (profile === undefined) return { groups: { direct: [] } };
  const { extensions, directGroups, ...fields } = profile;
  const directoryExtensions = Object.entries(extensions).filter(([key]) => key.startsWith('extension_'));
  return {
    ...Object.fromEntries(directoryExtensions),
    ...olderNames(profile),
    ...fields,
    groups: { direct: directGroups },
  };
}

export function ruleScope({
  requester,
  principal,
  team = NO_TEAM,
  templateName = '',
}: ScopeParts): RuleScope {
  return {
    request: {
      team: { name: team.name, description: team.description, welcomeMessage: team.welcomeMessage },
      template: { name: templateName },
      request: { requester: { name: requester?.displayName ?? '', email: requester?.mail ?? '' } },
    },
    user: ruleUser(requester),
    app: principal.kind === 'app' ? { id: principal.id, name: principal.displayName } : { id: '', name: '' },
  };
}

/** Fields that rules may name after `user.`, besides `extension_*`; for warnings about names that mean nothing. */
export const RULE_USER_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(olderNames({} as UserProfile)),
  'id',
  'displayName',
  'givenName',
  'surname',
  'mail',
  'userPrincipalName',
  'jobTitle',
  'department',
  'companyName',
  'city',
  'country',
  'usageLocation',
  'preferredLanguage',
  'userType',
  'accountEnabled',
  'onPremisesExtensionAttributes',
  'groups',
]);
