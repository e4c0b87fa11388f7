/** Checks settings against one another. */
import { isLoopbackHost } from '../kernel/loopback.ts';
import { nearestWord } from '../kernel/spelling.ts';
import type { NetworkConfig } from './formats.ts';
import { SETTINGS, type Values } from './settings.ts';

/** An OpenID issuer whose access tokens are accepted. */
export interface IssuerConfig {
  issuer: string;
  audiences: string[];
  tenantId?: string;
  appClaims: { claim: string; value: string }[];
}

/** Name and domain of an organisation with its own issuer, for the embedded suite. */
export interface OrganisationConfig {
  readonly tenantId: string;
  readonly displayName: string;
  readonly domain: string;
}

/** An app registration: its client id, and a credential unless a workload identity or managed identity replaces it. */
interface RegistrationConfig {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly clientCertificate: string | undefined;
}

/** The configuration of the access to Microsoft Graph. */
export interface GraphConfig {
  readonly cloud: { readonly url: string; readonly authority: string };
  /** The registration of the settings. Tenants in the database may use it too (`charter graph-tenant set`). */
  readonly registration: RegistrationConfig | undefined;
  /** The registration of the settings with its tenant. The list is empty when the settings name no tenant. */
  readonly registrations: readonly (RegistrationConfig & { readonly tenant: string })[];
  readonly userExtensions: readonly string[];
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reports an address without TLS, which would expose tokens and secrets. Stand-ins on loopback are allowed. */
function checkConfidential(name: string, address: string, problems: string[]): void {
  if (!URL.canParse(address)) {
    problems.push(`${name} must be a URL`);
    return;
  }
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(hostname))) {
    problems.push(`${name} must begin with https:// (http:// is for loopback addresses only)`);
  }
}

/** Returns the registration of the settings; undefined when they name no client. */
function registrationOf(values: Values, problems: string[]): RegistrationConfig | undefined {
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

/** Converts ids of Microsoft Entra tenants to lower case, as tokens have them. Other issuers' ids stay as they are. */
export function withEntraTenants(values: Values): Values {
  if (values.suite !== 'graph') return values;
  const toEntra = (id: string): string => (GUID.test(id.toLowerCase()) ? id.toLowerCase() : id);
  const { firstAdministrator: first, graphTenant, oidcTenantId, tenants } = values;
  return {
    ...values,
    tenants: tenants.map(toEntra),
    ...(graphTenant !== undefined && { graphTenant: toEntra(graphTenant) }),
    ...(oidcTenantId !== undefined && { oidcTenantId: toEntra(oidcTenantId) }),
    ...(first?.tenantId !== undefined && {
      firstAdministrator: { ...first, tenantId: toEntra(first.tenantId) },
    }),
  };
}

/** Returns the settings of the Graph suite; undefined for another suite. */
export function graphOf(values: Values, problems: string[]): GraphConfig | undefined {
  const { suite, graphTenant, graphUrl, graphAuthority, sampleData } = values;
  if (suite !== 'graph') return undefined;
  if (graphTenant !== undefined && !GUID.test(graphTenant)) {
    problems.push('CHARTER_GRAPH_TENANT must be the id (GUID) of the tenant');
  }
  const registration = registrationOf(values, problems);
  if (sampleData === 'on') problems.push('CHARTER_SAMPLE_DATA needs CHARTER_SUITE=embedded');
  checkConfidential('CHARTER_GRAPH_URL', graphUrl, problems);
  checkConfidential('CHARTER_GRAPH_AUTHORITY', graphAuthority, problems);
  if (!/\/v\d[\w.]*\/?$/.test(graphUrl))
    problems.push('CHARTER_GRAPH_URL must end with the version, such as /v1.0');
  return {
    cloud: { url: graphUrl, authority: graphAuthority },
    registration,
    registrations:
      graphTenant !== undefined && registration !== undefined
        ? [{ tenant: graphTenant, ...registration }]
        : [],
    userExtensions: values.graphUserExtensions,
  };
}

export function checkMail({ smtpUrl, mailFrom }: Values, problems: string[]): void {
  if (smtpUrl !== undefined && mailFrom === undefined) {
    problems.push('CHARTER_MAIL_FROM must name the sender when CHARTER_SMTP_URL is set');
  }
}

function checkAppClaims({ oidcAppClaims, oidcIssuers }: Values, problems: string[]): void {
  if (oidcIssuers.length > 1 && oidcAppClaims.some(({ issuer }) => issuer === undefined)) {
    problems.push('CHARTER_OIDC_APP_CLAIM must begin with the issuer when there are several issuers');
  }
  if (oidcAppClaims.some(({ issuer }) => issuer !== undefined && !oidcIssuers.includes(issuer))) {
    problems.push('CHARTER_OIDC_APP_CLAIM must name an issuer of CHARTER_OIDC_ISSUER');
  }
}

export function firstAdministratorOf(
  values: Values,
  problems: string[],
): { tenantId: string; id: string } | undefined {
  const { firstAdministrator, oidcIssuers, oidcTenantId, tenants, graphTenant } = values;
  if (firstAdministrator === undefined) return undefined;
  if (oidcIssuers.length === 0) {
    problems.push(
      'CHARTER_FIRST_ADMINISTRATOR needs CHARTER_OIDC_ISSUER: the sample organisation has its own',
    );
  }
  const onlyTenant = tenants.length === 1 ? tenants[0] : undefined;
  const tenantId = firstAdministrator.tenantId ?? oidcTenantId ?? onlyTenant ?? graphTenant;
  if (tenantId === undefined) {
    problems.push('CHARTER_FIRST_ADMINISTRATOR must be <tenant>/<id> unless CHARTER_OIDC_TENANT is set');
    return undefined;
  }
  return { tenantId, id: firstAdministrator.id };
}

export function organisationOf(values: Values, problems: string[]): OrganisationConfig | undefined {
  const { organisation, oidcTenantId } = values;
  if (organisation === undefined) return undefined;
  if (oidcTenantId !== undefined) return { tenantId: oidcTenantId, ...organisation };
  problems.push('CHARTER_ORGANISATION needs CHARTER_OIDC_TENANT');
  return undefined;
}

/**
 * Rejects issuer settings without an issuer. Otherwise the embedded issuer would start, although the operator wants
 * another one.
 */
function checkIssuerIsThere(values: Values, problems: string[]): void {
  if (values.oidcIssuers.length > 0) return;
  const orphans = [
    values.oidcAudiences.length > 0 && SETTINGS.oidcAudiences,
    values.oidcTenantId !== undefined && SETTINGS.oidcTenantId,
    values.oidcAppClaims.length > 0 && SETTINGS.oidcAppClaims,
  ];
  for (const { name } of orphans.filter((orphan) => orphan !== false)) {
    problems.push(
      `${name} needs CHARTER_OIDC_ISSUER. Set both, or unset ${name} for the embedded issuer, which asks for no password`,
    );
  }
}

export function issuersOf(values: Values, problems: string[]): IssuerConfig[] {
  if (values.oidcIssuers.length && !values.oidcAudiences.length) {
    problems.push(
      'CHARTER_OIDC_AUDIENCE must name the audience of your tokens when CHARTER_OIDC_ISSUER is set',
    );
  }
  const isShared = values.oidcIssuers.some((issuer) => issuer.includes('{tenantid}'));
  // The suite 'graph' takes its tenants from the settings and from 'charter graph-tenant set'.
  if (isShared && !values.tenants.length && values.suite !== 'graph') {
    problems.push('CHARTER_TENANTS must list the tenants when CHARTER_OIDC_ISSUER holds {tenantid}');
  }
  checkIssuerIsThere(values, problems);
  checkAppClaims(values, problems);
  return values.oidcIssuers.map((issuer) => ({
    issuer,
    audiences: values.oidcAudiences,
    appClaims: values.oidcAppClaims.filter((item) => item.issuer === undefined || item.issuer === issuer),
    ...(values.oidcTenantId === undefined ? {} : { tenantId: values.oidcTenantId }),
  }));
}

/** Variables with CHARTER_ that are not settings: of the command line, the backup, the tests and Kubernetes. */
const NO_SETTINGS =
  /^CHARTER_(URL|TOKEN|BACKUP_URL|TEST_.*|ACCEPTANCE_.*|SERVICE_HOST|SERVICE_PORT.*|PORT|PORT_\d+_.*)$/;
const MOST_TYPOS = 3;

function misspelt(environment: NodeJS.ProcessEnv): string[] {
  const names = Object.values(SETTINGS).map(({ name }) => name as string);
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('CHARTER_') && !NO_SETTINGS.test(name) && !names.includes(name),
  );
  return unknown.map((name) => {
    const nearest = nearestWord(name, names, MOST_TYPOS);
    return `${name} is no setting. ${nearest ? `Did you mean ${nearest}?` : 'docs/configuration.md lists all.'}`;
  });
}

/** The shortest prefix of a private network: 10.0.0.0/8 (RFC 1918), fc00::/7 (RFC 4193). */
const SHORTEST_PREFIX: Readonly<Record<NetworkConfig['family'], number>> = { ipv4: 8, ipv6: 7 };

const tooWide = ({ hookAllowedRanges }: Values): string[] =>
  hookAllowedRanges
    .filter(({ family, prefix }) => prefix < SHORTEST_PREFIX[family])
    .map(
      ({ network, prefix }) =>
        `${SETTINGS.hookAllowedRanges.name} holds ${network}/${prefix}, so webhooks may reach much more than networks of your own, perhaps loopback and the metadata of your cloud. Name your networks.`,
    );

function uselessTeamsApp({ portalTeamsApp, oidcAudiences, oidcIssuers, portalClientId }: Values): string[] {
  if (portalTeamsApp === undefined) return [];
  const warnings: string[] = [];
  // Entra writes the client id or the application ID URI, which ends with it, into `aud`.
  if (!oidcAudiences.some((audience) => audience.toLowerCase().endsWith(portalTeamsApp))) {
    warnings.push(
      `${SETTINGS.oidcAudiences.name} does not name the app registration ${portalTeamsApp}, so the portal inside Microsoft Teams can't sign in. Add the client id and the application ID URI.`,
    );
  }
  if (oidcIssuers.length > 0 && portalClientId === undefined) {
    warnings.push(
      `${SETTINGS.portalTeamsApp.name} has no effect, because the service does not serve the portal without ${SETTINGS.portalClientId.name}.`,
    );
  }
  return warnings;
}

const noTenant = ({ suite, graphTenant }: Values): string[] =>
  suite === 'graph' && graphTenant === undefined
    ? [
        `${SETTINGS.graphTenant.name} is unset: the service governs only the tenants that 'charter graph-tenant set' adds.`,
      ]
    : [];

/** Returns warnings about settings that are probably mistakes. */
export const warningsOf = (values: Values, environment: NodeJS.ProcessEnv): string[] => [
  ...misspelt(environment),
  ...tooWide(values),
  ...uselessTeamsApp(values),
  ...noTenant(values),
];
