/**
 * How an issuer writes people and apps into its tokens. The settings CHARTER_OIDC_… say it for a deployment
 * (docs/configuration.md); the defaults suit most providers.
 */
import type { RoleMapping } from '../domain/identity/ports.ts';

/** A claim with a value, compared as text. Booleans and numbers are converted. */
export interface ClaimValue {
  claim: string;
  value: string;
}

export interface ClaimRules {
  /** Claims that only apps' tokens of the issuer carry. Any of them marks the caller as an app. */
  appClaims: readonly ClaimValue[];
  /** Claims with the id of a person. The first present one counts. */
  subjectClaims: readonly string[];
  nameClaims: readonly string[];
  mailClaims: readonly string[];
  /** Claim with the domain of a person. Undefined: the domain of the verified mail address. */
  domainClaim: string | undefined;
  /** Claims with roles in addition to those of token-roles.ts, by name or dotted path. */
  roleClaims: readonly string[];
  /** Claims with groups, by name or dotted path. */
  groupClaims: readonly string[];
  /** Any of them marks a person as a guest. Another value of the claim marks a member. */
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
