/**
 * The claims in which an issuer describes people and apps. The CHARTER_OIDC_… settings configure them
 * (docs/configuration.md); the defaults suit most providers.
 */
import type { RoleMapping } from '../domain/identity/ports.ts';

/** A claim with a value, compared as text. Booleans and numbers are converted. */
export interface ClaimValue {
  claim: string;
  value: string;
}

export interface ClaimRules {
  /** Claims that only the issuer's tokens for apps have. Any of them identifies the caller as an app. */
  appClaims: readonly ClaimValue[];
  /** Claims with the id of a person. The first one in the token is used. */
  subjectClaims: readonly string[];
  nameClaims: readonly string[];
  mailClaims: readonly string[];
  /** Claim with the domain of a person. Undefined: the domain of the verified mail address. */
  domainClaim: string | undefined;
  /** Claims with roles in addition to those of token-roles.ts, by name or dotted path. */
  roleClaims: readonly string[];
  /** Claims with groups, by name or dotted path. */
  groupClaims: readonly string[];
  /** Claims that identify a guest. Another value of such a claim identifies a member. */
  guestClaims: readonly ClaimValue[];
  roleMap: readonly RoleMapping[];
}

export const DEFAULT_CLAIM_RULES: ClaimRules = {
  appClaims: [],
  subjectClaims: ['oid', 'sub'],
  nameClaims: ['name'],
  mailClaims: ['email'],
  domainClaim: undefined,
  roleClaims: [],
  groupClaims: ['groups'],
  guestClaims: [],
  roleMap: [],
};
