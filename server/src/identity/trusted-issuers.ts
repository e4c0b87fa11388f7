/**
 * The accepted issuers, with their audiences and the tenants that each may name in tokens.
 *
 * | the issuer                                          | tenants that it may name                        |
 * |-----------------------------------------------------|-------------------------------------------------|
 * | with `allowedTenants` of its own                    | those                                           |
 * | written with `{tenantid}` (Entra, several tenants)  | allowed and registered tenants, each by its own issuer |
 * | with a tenant's GUID as first part of its path      | that tenant (Entra, one tenant)                 |
 * | the only one                                        | any tenant it names                             |
 * | one of several                                      | `tenantId` only                                 |
 *
 * The last row keeps one organisation's issuer from naming another organisation's tenant. A token without
 * `tid` belongs to `tenantId`; without either it is rejected. Several issuers of one tenant must use
 * the same id for a person (`oid`, else `sub`).
 *
 * With Entra, require user assignment for the app registration of this service. Otherwise Entra gives an
 * app-only token to every app of the tenant, and apps are AUTHORIZED_APP (docs/specification.md, section 3).
 */

import { tenantInPath } from '../domain/identity/issuer-tenant.ts';
import type { EntryRules } from '../domain/identity/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { isUuid } from '../kernel/ids.ts';
import { say } from '../kernel/messages.ts';
import { type ClaimRules, DEFAULT_CLAIM_RULES } from './claim-rules.ts';
import { type Claims, idClaim } from './claims.ts';
import { assertSafeAddress } from './issuer-documents.ts';
import { IssuerKeys, type KeyResolver } from './issuer-keys.ts';
import type { IdentityLog } from './log.ts';
import { invalidToken } from './unauthenticated.ts';
import { Userinfo } from './userinfo.ts';

export interface TrustedIssuer extends Partial<ClaimRules> {
  /**
   * The issuer identifier, exactly as in the token's `iss`. `{tenantid}` matches each allowed or registered tenant.
   */
  issuer: string;
  /** Accepted values of `aud`. The token must contain one of them. */
  audiences: readonly string[];
  /** Tenant of tokens without `tid`. */
  tenantId?: string;
  /** Tenants that this issuer may name. */
  allowedTenants?: readonly string[];
  /** Default: everybody with a token of the issuer may enter. */
  entry?: EntryRules;
  /** Whether to call `/userinfo` for people whose token has no name. */
  asksUserinfo?: boolean;
  /** Whether callers may send ID tokens, because the issuer's access tokens are not JWTs for the audience. */
  acceptsIdTokens?: boolean;
}

/** Everything needed to verify one issuer's tokens. */
export interface IssuerTrust {
  issuer: string;
  audiences: readonly string[];
  resolveKey: KeyResolver;
  /** @throws Unauthenticated when the issuer may not name the token's tenant. */
  tenantOf(claims: Claims): string;
  rules: ClaimRules;
  /** Undefined when everybody may enter. */
  entry?: EntryRules;
  acceptsIdTokens?: boolean;
  /** Called for people whose token has no name. */
  userinfo?: Pick<Userinfo, 'about'>;
  /** Whether roles in tokens count. People of the embedded issuer have only the roles stored by the service. */
  grantsRoles: boolean;
  /** Whether the person has signed out of the token's session. Undefined when the issuer doesn't support this. */
  isSignedOut?(claims: Claims): Promise<boolean>;
  /** Whether the embedded issuer issued the tokens. */
  isOwn?: true;
}

export interface TrustedIssuersOptions {
  issuers: readonly TrustedIssuer[];
  /** Tenants for `{tenantid}` when the issuer has no list of its own. */
  allowedTenants?: readonly string[] | undefined;
  /**
   * Whether the operator has registered the tenant, possibly after the start. Called with the GUIDs in place of
   * `{tenantid}`.
   */
  isRegistered?: TenantCheck | undefined;
  clock: Clock;
  log: IdentityLog;
}

export type TenantCheck = (tenantId: string) => Promise<boolean>;

const TENANT_PLACEHOLDER = '{tenantid}';

/** Expands an issuer with the placeholder to one entry per tenant. Returns other issuers unchanged. */
function expandTenants(
  issuer: TrustedIssuer,
  { allowedTenants = [], isRegistered }: Pick<TrustedIssuersOptions, 'allowedTenants' | 'isRegistered'>,
): TrustedIssuer[] {
  if (!isPattern(issuer)) return [issuer];
  const tenants = issuer.allowedTenants ?? allowedTenants;
  if (tenants.length === 0 && isRegistered === undefined) {
    throw new Error(`The issuer ${issuer.issuer} needs a list of the tenants it may speak for`);
  }
  return tenants.map((tenant) => {
    if (!isUuid(tenant)) throw new Error(`'${tenant}' can't stand for {tenantid}: it is not a GUID`);
    return issuerOf(issuer, tenant);
  });
}

const isPattern = ({ issuer }: TrustedIssuer): boolean => issuer.includes(TENANT_PLACEHOLDER);

/** Returns the issuer of one tenant. */
const issuerOf = (issuer: TrustedIssuer, tenant: string): TrustedIssuer => ({
  ...issuer,
  issuer: issuer.issuer.replaceAll(TENANT_PLACEHOLDER, tenant),
  allowedTenants: [tenant],
});

/** Returns the tenants of the table above; undefined allows any. */
function tenantsOf(issuer: TrustedIssuer, isOnlyOne: boolean): readonly string[] | undefined {
  if (issuer.allowedTenants?.length) return issuer.allowedTenants;
  const inPath = tenantInPath(issuer.issuer);
  if (inPath !== undefined) return [inPath];
  if (isOnlyOne) return undefined;
  if (issuer.tenantId !== undefined) return [issuer.tenantId];
  throw new Error(`With several issuers, say which tenant ${issuer.issuer} speaks for`);
}

/** @throws Unauthenticated for a token without `tid`, unless its issuer has a default tenant */
export function tenantIn(claims: Claims, defaultTenant?: string): string {
  const tenantId = idClaim(claims, 'tid') ?? defaultTenant;
  if (tenantId === undefined)
    throw invalidToken(say('identity.tokenWithoutTenant', 'The token names no tenant'), {
      advice: say(
        'identity.tokenWithoutTenantAdvice',
        'It has no claim tid. Set CHARTER_OIDC_TENANT to an id of your choice for the organisation.',
      ),
    });
  return tenantId;
}

function tenantReader(issuer: TrustedIssuer, isOnlyOne: boolean): IssuerTrust['tenantOf'] {
  const tenants = tenantsOf(issuer, isOnlyOne);
  return (claims) => {
    const tenantId = tenantIn(claims, issuer.tenantId);
    if (tenants !== undefined && !tenants.includes(tenantId)) {
      throw invalidToken(
        say('identity.tokenIssuerTenant', 'The issuer may not speak for the tenant of the token'),
        {
          log: { tenantId, issuer: issuer.issuer },
          advice: say(
            'identity.tokenIssuerTenantAdvice',
            'The token names the tenant {tenant}. Several issuers speak for the tenant of CHARTER_OIDC_TENANT only, and an issuer of Entra for the tenant in its address. Compare both with CHARTER_OIDC_ISSUER.',
            { tenant: tenantId },
          ),
        },
      );
    }
    return tenantId;
  };
}

/**
 * Returns the trusted issuers by their `iss`.
 * @throws Error at start when the configuration is unsafe or incomplete
 */
export function trustedIssuers(options: TrustedIssuersOptions): ReadonlyMap<string, IssuerTrust> {
  const { issuers } = options;
  const expanded = issuers.flatMap((issuer) => expandTenants(issuer, options));
  const trusts = new Map<string, IssuerTrust>();
  for (const issuer of expanded) {
    assertSafeAddress(issuer.issuer);
    if (issuer.audiences.length === 0) throw new Error(`The issuer ${issuer.issuer} needs an audience`);
    if (trusts.has(issuer.issuer)) throw new Error(`The issuer ${issuer.issuer} is configured twice`);
    trusts.set(issuer.issuer, trustOf(issuer, options));
  }
  return trusts;
}

function trustOf(issuer: TrustedIssuer, { issuers, clock, log }: TrustedIssuersOptions): IssuerTrust {
  const keys = new IssuerKeys({ issuer: issuer.issuer, clock, log });
  return {
    issuer: issuer.issuer,
    audiences: issuer.audiences,
    rules: { ...DEFAULT_CLAIM_RULES, ...issuer },
    grantsRoles: true,
    ...(issuer.entry && !issuer.entry.all && { entry: issuer.entry }),
    acceptsIdTokens: issuer.acceptsIdTokens ?? false,
    resolveKey: keys.resolve,
    ...(issuer.asksUserinfo && {
      userinfo: new Userinfo({ metadata: () => keys.metadata(), clock, log }),
    }),
    tenantOf: tenantReader(issuer, issuers.length === 1),
  };
}

const GUID_LENGTH = 36;

/** Returns the GUID in place of `{tenantid}`; undefined for another issuer. */
function tenantInName({ issuer }: TrustedIssuer, name: string): string | undefined {
  const start = issuer.indexOf(TENANT_PLACEHOLDER);
  const tenant = name.slice(start, start + GUID_LENGTH);
  return isUuid(tenant) && issuer.replaceAll(TENANT_PLACEHOLDER, tenant) === name ? tenant : undefined;
}

/** Returns the IssuerTrust of an issuer, also for issuers of tenants that were registered after the start. */
export function createIssuerTrusts(
  options: TrustedIssuersOptions,
): (name: string) => Promise<IssuerTrust | undefined> {
  const { issuers, isRegistered } = options;
  const trusts = trustedIssuers(options);
  const patterns = issuers.filter((issuer) => isPattern(issuer) && issuer.allowedTenants === undefined);
  const registered = new Map<string, IssuerTrust>();
  return async (name) => {
    const known = trusts.get(name);
    if (known !== undefined || isRegistered === undefined) return known;
    for (const pattern of patterns) {
      const tenant = tenantInName(pattern, name);
      if (tenant === undefined || !(await isRegistered(tenant))) continue;
      const trust = registered.get(name) ?? trustOf(issuerOf(pattern, tenant), options);
      registered.set(name, trust);
      return trust;
    }
    return undefined;
  };
}
