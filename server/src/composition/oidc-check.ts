/** Checks a token of the configured provider without a running service or a database. */
import { decodeJwt } from 'jose';
import { type Config, readConfig } from '../config.ts';
import { createTokenVerifier, type VerifiedToken } from '../identity/access-token.ts';
import { type Claims, claimAt } from '../identity/claims.ts';
import { entryProblem } from '../identity/entry.ts';
import { mappableNames } from '../identity/token-roles.ts';
import { isFromWorkforce } from '../identity/token-subject.ts';
import { createIssuerTrusts } from '../identity/trusted-issuers.ts';
import { systemClock } from '../kernel/clock.ts';
import { conflict, hasCode } from '../kernel/errors.ts';

export interface TokenCheck {
  /** Whether the service accepts the token. The directory can still reject a person who presents it. */
  accepted: boolean;
  kind?: 'user' | 'app';
  id?: string;
  name?: string | undefined;
  userName?: string | undefined;
  mail?: string | undefined;
  domain?: string | undefined;
  userType?: 'Member' | 'Guest' | undefined;
  tenant?: string;
  roles?: string[];
  groups?: string[];
  /** False when the person may be in further groups that the token does not name. */
  groupsComplete?: boolean;
  /** Why the service rejects the token, and which claims are missing, with the setting of each. */
  problems: string[];
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Maximum number of names in a sentence. */
const MAX_NAMES = 10;

const listOf = (names: Iterable<string>): string => {
  const all = [...names];
  return all.length > MAX_NAMES ? `${all.slice(0, MAX_NAMES).join(', ')}, …` : all.join(', ');
};

/** Returns a sentence for each claim setting that does not fit a person's token. */
function claimProblems({ person, entry }: VerifiedToken, claims: Claims, config: Config): string[] {
  const issuer = config.issuers.find((trusted) => trusted.issuer === claims.iss) ?? config.issuers[0];
  if (issuer === undefined) return [];
  const { audiences, domainClaim, groupClaims, guestClaims, roleClaims, roleMap } = issuer;
  const isAbsent = (names: readonly string[]) => names.every((name) => claimAt(claims, name) === undefined);
  const groups = person.groups.names;
  const problems: string[] = [];
  if (roleClaims.length > 0 && isAbsent(roleClaims)) {
    problems.push(
      `CHARTER_OIDC_ROLE_CLAIM names ${listOf(roleClaims)}, which the token does not have. The person has no roles by it. Add the claim at the provider, or correct the setting.`,
    );
  }
  const mappable = mappableNames(claims, { audiences, roleClaims, groups });
  if (roleMap.length > 0 && mappable.size > 0 && !roleMap.some(({ name }) => mappable.has(name))) {
    problems.push(
      `CHARTER_OIDC_ROLE_MAP maps ${listOf(new Set(roleMap.map(({ name }) => name)))}, and the groups and roles in the token are ${listOf(mappable)}. None of them gives the person a role. Names are compared exactly.`,
    );
  }
  const asksGroups = roleMap.length > 0 || (entry?.groups ?? []).length > 0;
  if (person.groups.isComplete && groups.length === 0) {
    if (asksGroups) {
      problems.push(
        'The token names no groups, and the settings give roles or entry by group. Add the claim at the provider, or set CHARTER_OIDC_GROUP_CLAIM.',
      );
    } else if (groupClaims.some((name) => name !== 'groups') && isAbsent(groupClaims)) {
      problems.push(
        `CHARTER_OIDC_GROUP_CLAIM names ${listOf(groupClaims)}, which the token does not have. Rules and approvals see no groups of the provider for the person. Add the claim at the provider, or correct the setting.`,
      );
    }
  }
  // Entra's tokens show guests of an organisation's tenant without the optional claim too.
  if (guestClaims.length > 0 && person.userType === undefined && !isFromWorkforce(claims)) {
    problems.push(
      `CHARTER_OIDC_GUEST_CLAIM names ${listOf(new Set(guestClaims.map(({ claim }) => claim)))}, which the token does not have. It is unknown whether the person is a guest. Add the claim at the provider, or correct the setting.`,
    );
  }
  if (domainClaim !== undefined && person.domain === undefined && (entry?.domains ?? []).length > 0) {
    problems.push(
      `CHARTER_OIDC_DOMAIN_CLAIM names ${domainClaim}, which the token does not have. No domain of CHARTER_OIDC_ENTRY admits the person. Add the claim at the provider, correct the setting, or unset it to compare the domain of the verified mail address.`,
    );
  }
  return problems;
}

/** Returns the problems of an accepted token. */
function problemsOf(verified: VerifiedToken, claims: Claims, config: Config): string[] {
  const { person, subject, entry, tenantId } = verified;
  const problems: string[] = [];
  if (config.tenants.length > 0 && !config.tenants.includes(tenantId))
    problems.push(`The tenant ${tenantId} may not use the service. Add it to CHARTER_TENANTS.`);
  if (subject.kind === 'app') return problems;
  if (person.displayName === undefined) {
    problems.push(
      config.oidcToken === 'id_token'
        ? 'The ID token has no name, and /userinfo accepts only access tokens. Let the provider put the name into ID tokens, set CHARTER_OIDC_NAME_CLAIM, or send access tokens (CHARTER_OIDC_TOKEN).'
        : 'Neither the token nor /userinfo has a name. Request the scope profile, or set CHARTER_OIDC_NAME_CLAIM.',
    );
  }
  if (person.mail === undefined) {
    problems.push(
      'The token has no verified mail address. Request the scope email and email_verified, or set CHARTER_OIDC_MAIL_CLAIM.',
    );
  }
  if (!person.groups.isComplete) {
    problems.push(
      'The token does not list all groups, so rules that read groups fail for this person. Let the provider put only the groups that Charter needs into its tokens.',
    );
  }
  problems.push(...claimProblems(verified, claims, config));
  const rejection =
    entry &&
    entryProblem(entry, {
      isKnown: false,
      domain: person.domain,
      tokenGroups: person.groups,
      directoryGroups: [],
    });
  if (rejection !== undefined)
    problems.push(`A person whom the directory does not know is rejected: ${rejection.message}`);
  return problems;
}

/**
 * Checks a token as the service would, with the settings of the environment. Fetches the provider's keys.
 * @throws ConfigError; Conflict without an external provider; ServiceUnavailable when the provider does not respond
 */
export async function checkToken(token: string, config: Config = readConfig()): Promise<TokenCheck> {
  if (config.issuers.length === 0)
    throw conflict('No provider is configured. Set CHARTER_OIDC_ISSUER and the settings of the service.');
  const trustIn = createIssuerTrusts({
    issuers: config.issuers,
    allowedTenants: config.tenants,
    clock: systemClock,
    log: SILENT,
  });
  try {
    const verified = await createTokenVerifier({ trustIn, clock: systemClock })(token);
    const { person, subject, roles, tenantId } = verified;
    return {
      accepted: config.tenants.length === 0 || config.tenants.includes(tenantId),
      ...subject,
      name: verified.displayName,
      ...(subject.kind === 'user' && {
        userName: person.userName,
        mail: person.mail,
        domain: person.domain,
        userType: person.userType,
        groups: [...person.groups.names],
        groupsComplete: person.groups.isComplete,
      }),
      tenant: tenantId,
      roles: [subject.kind === 'app' ? 'AUTHORIZED_APP' : 'AUTHENTICATED_USER', ...roles],
      problems: problemsOf(verified, decodeJwt(token), config),
    };
  } catch (error) {
    if (hasCode(error, 'Unauthenticated')) return { accepted: false, problems: [(error as Error).message] };
    throw error;
  }
}

/** Returns the parameters of the portal's sign-in at the first provider, for the command line. @throws Conflict */
export function signInSettings(
  { clientId, clientSecret }: { clientId: string; clientSecret: string | undefined },
  config: Config = readConfig(),
) {
  const [first] = config.issuers;
  if (first === undefined) throw conflict('No provider is configured. Set CHARTER_OIDC_ISSUER.');
  return {
    issuer: first.issuer,
    clientId,
    clientSecret: clientSecret ?? (clientId === config.cliClientId ? config.cliClientSecret : undefined),
    scope: config.portalScope,
    parameters: config.oidcParameters,
    token: config.oidcToken,
  };
}
