/** Reads a person from the claims of a verified token: names, mail address, groups and user type. */
import type { PersonProfile } from '../domain/identity/admit-person.ts';
import type { ClaimRules } from './claim-rules.ts';
import { type Claims, claimAt, displayNameClaim, hasClaimValue, stringsIn } from './claims.ts';
import { isFromWorkforce } from './token-subject.ts';

export interface TokenGroups {
  names: readonly string[];
  /**
   * False when the person may be in further groups: the token has a pointer instead of the groups, or more than
   * MAX_GROUPS; or `/userinfo` failed and the token has no groups. A missing claim is complete, because Entra and Okta
   * omit it for a person without groups.
   */
  isComplete: boolean;
}

/** Maximum number of groups. Tokens have fewer: Entra's limit is 200, and a token has at most 16 KiB. */
const MAX_GROUPS = 1_000;
const LONGEST_GROUP = 256;

/**
 * When a person has too many groups, Entra sets `_claim_names` (a pointer to the groups), or `hasgroups` in tokens of
 * the implicit flow (https://learn.microsoft.com/security/zero-trust/develop/configure-tokens-group-claims-app-roles).
 */
const hasOverage = ({ hasgroups, _claim_names: pointers }: Claims): boolean =>
  hasgroups === true ||
  hasgroups === 'true' ||
  (typeof pointers === 'object' && pointers !== null && 'groups' in pointers);

function groupsIn(claims: Claims, { groupClaims }: ClaimRules): TokenGroups {
  const values = groupClaims.flatMap((name) => stringsIn(claimAt(claims, name)));
  const names = [...new Set(values)].filter((name) => name !== '' && name.length <= LONGEST_GROUP);
  return {
    names: names.slice(0, MAX_GROUPS),
    isComplete: !hasOverage(claims) && names.length <= MAX_GROUPS,
  };
}

const isTrue = (value: unknown): boolean =>
  value === true || value === 'true' || value === '1' || value === 1;

/**
 * Returns the mail address that the provider has verified. Entra's `email` can be any address that an administrator of
 * some tenant typed, unless `xms_edov` says that the domain's owner was verified. Claims other than `email` are
 * configured by the operator and trusted.
 */
function verifiedMail(claims: Claims, { mailClaims }: ClaimRules): string | undefined {
  const isVerified = isTrue(claims.email_verified) || isTrue(claims.xms_edov);
  const usable = mailClaims.filter((name) => name !== 'email' || isVerified);
  for (const name of usable) {
    const [first] = stringsIn(claimAt(claims, name));
    const mail = displayNameClaim({ mail: first }, ['mail']);
    if (mail !== undefined && /^[^\s@]+@[^\s@]+$/.test(mail)) return mail;
  }
  return undefined;
}

/** Returns the name of a person; undefined when the token has none. */
function nameIn(claims: Claims, { nameClaims }: ClaimRules): string | undefined {
  const name = displayNameClaim(claims, nameClaims);
  if (name !== undefined) return name;
  const parts = ['given_name', 'family_name'].map((part) => displayNameClaim(claims, [part]));
  return parts.every((part) => part === undefined) ? undefined : parts.filter(Boolean).join(' ');
}

/** Values of `idp` for guests: the issuer of another tenant. The tenant of personal accounts may also be `live.com`. */
const GUESTS_PROVIDER = /^(https:\/\/sts\.windows\.net\/[\da-f-]{36}\/?|live\.com)$/i;

/**
 * Returns whether the person is a guest of an Entra tenant. `idp` differs from the issuer only for accounts of another
 * tenant (https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference). Customers of Entra
 * External ID sign in with accounts of others and are not guests.
 */
const isEntraGuest = (claims: Claims): boolean =>
  isFromWorkforce(claims) &&
  ((typeof claims.idp === 'string' &&
    GUESTS_PROVIDER.test(claims.idp) &&
    !claims.idp.toLowerCase().includes(String(claims.tid).toLowerCase())) ||
    (typeof claims.upn === 'string' && claims.upn.includes('#EXT#')));

function userTypeOf(claims: Claims, { guestClaims }: ClaimRules): PersonProfile['userType'] {
  if (guestClaims.some((guest) => hasClaimValue(claims, guest))) return 'Guest';
  const isSaid = guestClaims.some(({ claim }) => claimAt(claims, claim) !== undefined);
  if (isSaid) return 'Member';
  return isEntraGuest(claims) ? 'Guest' : undefined;
}

/** Returns the domain that the provider has verified, in lower case. */
function domainOf(claims: Claims, rules: ClaimRules, mail: string | undefined, userName: string | undefined) {
  if (rules.domainClaim !== undefined) {
    return displayNameClaim({ domain: claimAt(claims, rules.domainClaim) }, ['domain'])?.toLowerCase();
  }
  const address = mail ?? userName ?? '';
  return /@([^@\s]+)$/.exec(address)?.[1]?.toLowerCase();
}

/** The person's profile in a token. */
export interface TokenPerson extends PersonProfile {
  domain: string | undefined;
}

/**
 * Returns the profile that the directory may store. A user name with an `@` looks like a mail address, which may belong
 * to another person. So it is included only when it equals the verified address or comes from an organisation's tenant
 * of Entra, which verifies its domains.
 */
export function personIn(claims: Claims, rules: ClaimRules): TokenPerson {
  const text = (name: string) => displayNameClaim(claims, [name]);
  const mail = verifiedMail(claims, rules);
  const name = text('preferred_username') ?? text('upn') ?? mail;
  const isSafe = name !== undefined && (!name.includes('@') || name === mail || isFromWorkforce(claims));
  const userName = isSafe ? name : undefined;
  return {
    displayName: nameIn(claims, rules),
    fallbackName: text('preferred_username') ?? text('upn') ?? text('unique_name'),
    givenName: text('given_name'),
    surname: text('family_name'),
    mail,
    userName,
    userType: userTypeOf(claims, rules),
    groups: groupsIn(claims, rules),
    domain: domainOf(claims, rules, mail, userName),
  };
}
