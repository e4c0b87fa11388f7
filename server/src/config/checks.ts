import { tenantInPath } from '../domain/identity/issuer-tenant.ts';
import type { EntryRules, RoleMapping } from '../domain/identity/ports.ts';
import { nearestWord } from '../kernel/spelling.ts';
import { type NetworkConfig, OWN_KEY } from './formats.ts';
import { SETTINGS, type Values } from './settings.ts';

/** An OpenID issuer whose tokens are accepted, and how its claims are read (identity/trusted-issuers.ts). */
export interface IssuerConfig {
  issuer: string;
  audiences: string[];
  tenantId?: string;
  appClaims: { claim: string; value: string }[];
  subjectClaims: string[];
  nameClaims: string[];
  mailClaims: string[];
  domainClaim: string | undefined;
  roleClaims: string[];
  groupClaims: string[];
  guestClaims: { claim: string; value: string }[];
  roleMap: RoleMapping[];
  entry: EntryRules;
  asksUserinfo: boolean;
  acceptsIdTokens: boolean;
}

/** Name and domain of an organisation with its own issuer, for the embedded suite. */
export interface OrganisationConfig {
  readonly tenantId: string;
  readonly displayName: string;
  readonly domain: string;
}

/** Converts the ids of tenants to their form in tokens. */
export function withTenantIds(values: Values, toTenantId: (id: string) => string): Values {
  const { firstAdministrator: first, oidcTenantId, tenants } = values;
  return {
    ...values,
    tenants: tenants.map(toTenantId),
    ...(oidcTenantId !== undefined && { oidcTenantId: toTenantId(oidcTenantId) }),
    ...(first?.tenantId !== undefined && {
      firstAdministrator: { ...first, tenantId: toTenantId(first.tenantId) },
    }),
  };
}

export function checkSuite(
  { sampleData }: Values,
  { keepsDirectory }: { keepsDirectory: boolean },
  problems: string[],
): void {
  if (sampleData === 'on' && !keepsDirectory)
    problems.push('CHARTER_SAMPLE_DATA needs CHARTER_SUITE=embedded');
}

export function checkMail({ smtpUrl, mailFrom }: Values, problems: string[]): void {
  if (smtpUrl !== undefined && mailFrom === undefined) {
    problems.push('CHARTER_MAIL_FROM must name the sender when CHARTER_SMTP_URL is set');
  }
}

/**
 * Checks a node that may have no URL of the database's owner. Such a node needs CHARTER_SECRET_KEY, because only the
 * owner can read the key in the database (docs/adr/0015-secrets-of-an-installation.md).
 */
export function checkServiceNode(
  { databaseUrl, serviceDatabaseUrl, directDatabaseUrl, secretKeys }: Values,
  problems: string[],
): void {
  if (databaseUrl === undefined && serviceDatabaseUrl !== undefined && secretKeys.length === 0) {
    problems.push('CHARTER_SERVICE_DATABASE_URL without DATABASE_URL needs CHARTER_SECRET_KEY');
  }
  if (databaseUrl === undefined && serviceDatabaseUrl !== undefined && secretKeys.includes(OWN_KEY)) {
    problems.push(`CHARTER_SECRET_KEY can contain ${OWN_KEY} only with DATABASE_URL`);
  }
  if (directDatabaseUrl !== undefined && serviceDatabaseUrl === undefined) {
    problems.push('CHARTER_DIRECT_DATABASE_URL needs CHARTER_SERVICE_DATABASE_URL');
  }
}

function checkClients(values: Values, problems: string[]): void {
  if (values.portalClientSecret !== undefined && values.portalClientId === undefined)
    problems.push('CHARTER_PORTAL_CLIENT_SECRET needs CHARTER_PORTAL_CLIENT_ID');
  if (values.cliClientSecret !== undefined && values.cliClientId === undefined)
    problems.push('CHARTER_CLI_CLIENT_SECRET needs CHARTER_CLI_CLIENT_ID');
}

function checkAppClaims({ oidcAppClaims, oidcIssuers }: Values, problems: string[]): void {
  if (oidcIssuers.length > 1 && oidcAppClaims.some(({ issuer }) => issuer === undefined)) {
    problems.push('CHARTER_OIDC_APP_CLAIM must begin with the issuer when there are several issuers');
  }
  if (oidcAppClaims.some(({ issuer }) => issuer !== undefined && !oidcIssuers.includes(issuer))) {
    problems.push('CHARTER_OIDC_APP_CLAIM must name an issuer of CHARTER_OIDC_ISSUER');
  }
}

/** Returns the tenant of CHARTER_OIDC_TENANT, else the one that all issuers name in their path, as Entra's do. */
function tenantOfIssuers({ oidcIssuers, oidcTenantId }: Values): string | undefined {
  const [inPath, ...others] = new Set(oidcIssuers.map(tenantInPath));
  return oidcTenantId ?? (others.length === 0 ? inPath : undefined);
}

export function firstAdministratorOf(
  values: Values,
  tenantsOfSuite: readonly string[],
  problems: string[],
): { tenantId: string; id: string } | undefined {
  const { firstAdministrator, oidcIssuers, tenants } = values;
  if (firstAdministrator === undefined) return undefined;
  if (oidcIssuers.length === 0) {
    problems.push(
      'CHARTER_FIRST_ADMINISTRATOR needs CHARTER_OIDC_ISSUER: the sample organisation has its own',
    );
  }
  const onlyTenant = tenants.length === 1 ? tenants[0] : undefined;
  const tenantId = firstAdministrator.tenantId ?? tenantOfIssuers(values) ?? onlyTenant ?? tenantsOfSuite[0];
  if (tenantId === undefined) {
    problems.push('CHARTER_FIRST_ADMINISTRATOR must be <tenant>/<id> unless CHARTER_OIDC_TENANT is set');
    return undefined;
  }
  return { tenantId, id: firstAdministrator.id };
}

export function organisationOf(values: Values, problems: string[]): OrganisationConfig | undefined {
  const { organisation } = values;
  if (organisation === undefined) return undefined;
  const tenantId = tenantOfIssuers(values);
  if (tenantId !== undefined) return { tenantId, ...organisation };
  problems.push(
    'CHARTER_ORGANISATION needs CHARTER_OIDC_TENANT, unless CHARTER_OIDC_ISSUER is an issuer of Entra with the id of the tenant in its path',
  );
  return undefined;
}

/**
 * Rejects issuer settings without an issuer. Otherwise the embedded issuer would start although the operator wants
 * another one.
 */
function checkIssuerIsThere(values: Values, problems: string[]): void {
  if (values.oidcIssuers.length > 0) return;
  const orphans = [
    values.oidcAudiences.length > 0 && SETTINGS.oidcAudiences,
    values.oidcTenantId !== undefined && SETTINGS.oidcTenantId,
    values.oidcAppClaims.length > 0 && SETTINGS.oidcAppClaims,
    values.oidcPreset !== undefined && SETTINGS.oidcPreset,
    values.oidcRoleMap.length > 0 && SETTINGS.oidcRoleMap,
    !values.oidcEntry.all && SETTINGS.oidcEntry,
    Object.keys(values.oidcParameters).length > 0 && SETTINGS.oidcParameters,
    values.oidcToken !== 'access_token' && SETTINGS.oidcToken,
    values.portalClientId !== undefined && SETTINGS.portalClientId,
    values.cliClientId !== undefined && SETTINGS.cliClientId,
  ];
  for (const { name } of orphans.filter((orphan) => orphan !== false)) {
    problems.push(
      `${name} needs CHARTER_OIDC_ISSUER. Set both, or unset ${name} for the embedded issuer, which asks for no password`,
    );
  }
}

/** @param registersTenants whether the operator can add tenants while the service runs */
export function issuersOf(values: Values, registersTenants: boolean, problems: string[]): IssuerConfig[] {
  if (values.oidcIssuers.length && !values.oidcAudiences.length) {
    problems.push(
      'CHARTER_OIDC_AUDIENCE must name the audience of your tokens when CHARTER_OIDC_ISSUER is set',
    );
  }
  const isShared = values.oidcIssuers.some((issuer) => issuer.includes('{tenantid}'));
  if (isShared && !values.tenants.length && !registersTenants) {
    problems.push('CHARTER_TENANTS must list the tenants when CHARTER_OIDC_ISSUER holds {tenantid}');
  }
  checkIssuerIsThere(values, problems);
  checkAppClaims(values, problems);
  checkClients(values, problems);
  const named = (claims: readonly string[]) => claims.map((claim) => forAudience(values, claim));
  return values.oidcIssuers.map((issuer) => ({
    issuer,
    audiences: values.oidcAudiences,
    appClaims: values.oidcAppClaims.filter((item) => item.issuer === undefined || item.issuer === issuer),
    ...(values.oidcTenantId === undefined ? {} : { tenantId: values.oidcTenantId }),
    subjectClaims: values.oidcSubjectClaims,
    nameClaims: named(values.oidcNameClaims),
    mailClaims: named(values.oidcMailClaims),
    domainClaim: values.oidcDomainClaim,
    roleClaims: named(values.oidcRoleClaims),
    groupClaims: named(values.oidcGroupClaims),
    guestClaims: values.oidcGuestClaims,
    roleMap: values.oidcRoleMap,
    entry: values.oidcEntry,
    asksUserinfo: values.oidcUserinfo === 'on',
    acceptsIdTokens: values.oidcToken === 'id_token',
  }));
}

/** Replaces `{audience}` with the first audience. */
const forAudience = ({ oidcAudiences: [first = ''] }: Values, text: string): string =>
  text.replaceAll('{audience}', first.replace(/\/$/, ''));

/** Returns the configured parameters of the authorization request, with `{audience}` replaced. */
export const authorizationParametersOf = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values.oidcParameters).map(([name, value]) => [
      name,
      value.replaceAll('{audience}', values.oidcAudiences[0] ?? ''),
    ]),
  );

/** CHARTER_ variables that are not settings. The CLI, the backup, the tests and Kubernetes use them. */
const NO_SETTINGS =
  /^CHARTER_(URL|TOKEN|PROFILE|CLIENT_ID|CLIENT_SECRET|BACKUP_URL|TEST_.*|ACCEPTANCE_.*|SERVICE_HOST|SERVICE_PORT.*|PORT_\d+_.*)$/;
/** The form of the value that Kubernetes sets in CHARTER_PORT for a service named charter. */
const ADDRESS_OF_SERVICE = /^(tcp|udp|sctp):/;
const MAX_TYPOS = 3;

function misspelt(environment: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  const unknown = Object.entries(environment).filter(
    ([name, value = '']) =>
      name.startsWith('CHARTER_') &&
      !NO_SETTINGS.test(name) &&
      !(name === 'CHARTER_PORT' && ADDRESS_OF_SERVICE.test(value)) &&
      !names.includes(name),
  );
  return unknown.map(([name]) => {
    const withoutPrefix = name.slice('CHARTER_'.length);
    const nearest = names.includes(withoutPrefix) ? withoutPrefix : nearestWord(name, names, MAX_TYPOS);
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
        `${SETTINGS.hookAllowedRanges.name} holds ${network}/${prefix}, so webhooks may reach much more than your own networks, for example loopback or the metadata service of your cloud. Name only your own networks.`,
    );

function uselessTeamsApp({ portalTeamsApp, oidcAudiences, oidcIssuers, portalClientId }: Values): string[] {
  if (portalTeamsApp === undefined) return [];
  const warnings: string[] = [];
  // Entra sets `aud` to the client id or to the application ID URI, which ends with it.
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

/**
 * Returns warnings about settings that are probably mistakes.
 * @param settings all settings, including those of the suites
 */
export const warningsOf = (
  values: Values,
  environment: NodeJS.ProcessEnv,
  settings: readonly { name: string }[],
): string[] => [
  ...misspelt(
    environment,
    settings.map(({ name }) => name),
  ),
  ...tooWide(values),
  ...uselessTeamsApp(values),
];
