/** The settings of the Graph suite. */
import {
  integer,
  list,
  oneOf,
  optional,
  optionalPath,
  setting,
  string,
  type ValuesOf,
} from '../../config/formats.ts';
import type { SuiteConfig } from '../definition.ts';
import { type ConfiguredRegistration, type GraphCloud, isConfidential } from './accounts/registrations.ts';

export const GRAPH_SETTINGS = {
  graphTenant: setting(
    'CHARTER_GRAPH_TENANT',
    optional,
    'Id of the Microsoft Entra tenant (a GUID) whose Teams the suite `graph` governs. It is the tenant of its people’s tokens too. Further tenants, and tenants with a registration of their own, are in the database (`charter graph-tenant set`).',
  ),
  graphClientId: setting(
    'CHARTER_GRAPH_CLIENT_ID',
    optional,
    'Application (client) id of Charter’s app registration in that tenant. Required with CHARTER_GRAPH_TENANT.',
  ),
  graphClientSecret: setting(
    'CHARTER_GRAPH_CLIENT_SECRET',
    optional,
    'Client secret of the app registration. With neither a secret nor a certificate, Charter signs in by workload identity federation (Kubernetes) or a managed identity (Azure).',
  ),
  graphClientCertificate: setting(
    'CHARTER_GRAPH_CLIENT_CERTIFICATE',
    optionalPath,
    'PEM file with the certificate of the app registration and its private key, instead of a secret.',
  ),
  graphUrl: setting(
    'CHARTER_GRAPH_URL',
    string('https://graph.microsoft.com/v1.0'),
    'Address of Microsoft Graph with its version. National clouds have other addresses, such as `https://graph.microsoft.us/v1.0`.',
  ),
  graphAuthority: setting(
    'CHARTER_GRAPH_AUTHORITY',
    string('https://login.microsoftonline.com'),
    'Address from which tokens for Microsoft Graph come. National clouds have other addresses, such as `https://login.microsoftonline.us`.',
  ),
  graphUserExtensions: setting(
    'CHARTER_GRAPH_USER_EXTENSIONS',
    list,
    'Directory extensions of people that rules may use, separated by commas, such as `extension_<app id>_costCentre`.',
  ),
  graphDirectoryMinutes: setting(
    'CHARTER_GRAPH_DIRECTORY_MINUTES',
    integer(5, 1, 1440),
    'How old Charter’s copy of the directory may be, in minutes: people, groups, names and mail aliases of teams.',
  ),
  graphNotifications: setting(
    'CHARTER_GRAPH_NOTIFICATIONS',
    oneOf('auto', ['auto', 'off'] as const),
    'Whether Microsoft Graph notifies Charter of changes: `auto` subscribes when `CHARTER_PUBLIC_URL` begins with https; `off` notices changes by delta queries alone, for an address that Microsoft can’t reach.',
  ),
  graphActivityFeed: setting(
    'CHARTER_GRAPH_ACTIVITY_FEED',
    oneOf('off', ['on', 'off'] as const),
    'Whether people with Charter’s app in Microsoft Teams get notifications about approvals in its activity feed too. `on` needs the permission TeamsActivity.Send, and an app with the client id of the registration (CHARTER_PORTAL_TEAMS_APP).',
  ),
};

type Values = ValuesOf<typeof GRAPH_SETTINGS>;

/** The access to Microsoft Graph. */
export interface GraphConfig {
  readonly cloud: GraphCloud;
  /** The registration of the settings. Tenants in the database may use it too (`charter graph-tenant set`). */
  readonly registration: ConfiguredRegistration | undefined;
  /** The registration of the settings with its tenant. The list is empty when the settings name no tenant. */
  readonly registrations: readonly (ConfiguredRegistration & { readonly tenant: string })[];
  readonly userExtensions: readonly string[];
  /** Maximum age of the copy of a directory. */
  readonly directoryMinutes: number;
  /** Whether notifications are shown in the activity feed of Teams. */
  readonly isFeedOn: boolean;
  /** Whether Graph may notify the service of changes. */
  readonly isNotified: boolean;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Converts the id of a Microsoft Entra tenant to lower case, as tokens contain it. Leaves other ids unchanged. */
export const toEntraId = (id: string): string => (GUID.test(id.toLowerCase()) ? id.toLowerCase() : id);

/** Reports an address without TLS, which would expose tokens and secrets. Permits stand-ins on loopback. */
function checkConfidential(name: string, address: string, problems: string[]): void {
  if (!URL.canParse(address)) problems.push(`${name} must be a URL`);
  else if (!isConfidential(address)) {
    problems.push(`${name} must begin with https:// (http:// is for loopback addresses only)`);
  }
}

/** Returns the registration of the settings; undefined when they name no client. */
function registrationOf(values: Values, problems: string[]): ConfiguredRegistration | undefined {
  const { graphClientId: clientId, graphClientSecret, graphClientCertificate, graphTenant } = values;
  if (graphClientSecret !== undefined && graphClientCertificate !== undefined) {
    problems.push('CHARTER_GRAPH_CLIENT_SECRET and CHARTER_GRAPH_CLIENT_CERTIFICATE exclude each other');
  }
  if (clientId !== undefined) {
    return { clientId, clientSecret: graphClientSecret, clientCertificate: graphClientCertificate };
  }
  if ([graphTenant, graphClientSecret, graphClientCertificate].some((value) => value !== undefined)) {
    problems.push('CHARTER_GRAPH_CLIENT_ID must name the app registration of CHARTER_GRAPH_TENANT');
  }
  return undefined;
}

/** Checks the settings, also in combination, and adds their problems to `problems`. */
export function configureGraph(values: Values, problems: string[]): SuiteConfig<GraphConfig> {
  const { graphUrl: url, graphAuthority: authority } = values;
  const tenant = values.graphTenant === undefined ? undefined : toEntraId(values.graphTenant);
  if (tenant !== undefined && !GUID.test(tenant)) {
    problems.push('CHARTER_GRAPH_TENANT must be the id (GUID) of the tenant');
  }
  const registration = registrationOf(values, problems);
  checkConfidential('CHARTER_GRAPH_URL', url, problems);
  checkConfidential('CHARTER_GRAPH_AUTHORITY', authority, problems);
  if (!/\/v\d[\w.]*\/?$/.test(url)) {
    problems.push('CHARTER_GRAPH_URL must end with the version, such as /v1.0');
  }
  const own: GraphConfig = {
    cloud: { url, authority },
    registration,
    registrations: tenant !== undefined && registration !== undefined ? [{ tenant, ...registration }] : [],
    userExtensions: values.graphUserExtensions,
    directoryMinutes: values.graphDirectoryMinutes,
    isFeedOn: values.graphActivityFeed === 'on',
    isNotified: values.graphNotifications !== 'off',
  };
  const warning = `${GRAPH_SETTINGS.graphTenant.name} is unset: the service governs only the tenants that 'charter graph-tenant set' adds.`;
  return {
    own,
    tenants: tenant === undefined ? [] : [tenant],
    warnings: tenant === undefined ? [warning] : [],
  };
}
