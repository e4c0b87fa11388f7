/**
 * Roles in a token (docs/specification.md, section 3): `roles` (Entra), `realm_access.roles` and
 * `resource_access.<audience>.roles` (Keycloak), the issuer's configured claims, the mapped groups and roles of the
 * provider, and the directory roles in `wids`. Unknown names are ignored.
 *
 * AUTHENTICATED_USER and AUTHORIZED_APP follow from the kind of caller and can't be claimed. Otherwise a person
 * could become an administrator by claiming AUTHORIZED_APP.
 */
import { ROLES, type Role } from '../engine/principal.ts';
import type { ClaimRules } from './claim-rules.ts';
import { type Claims, claimAt, stringsIn, wordsClaim, wordsOf } from './claims.ts';

/** Entra's role template ids of Global Administrator and Teams Administrator. */
const DIRECTORY_ROLES: ReadonlyMap<string, Role> = new Map([
  ['62e90394-69f5-4237-9190-012177145e10', 'GLOBAL_ADMIN'],
  ['69091246-20e8-4a56-aa4d-066075b2a7a8', 'TEAMS_SERVICE_ADMIN'],
]);

/** Returns the directory roles for `wids` that correspond to `roles`. */
export const directoryRoleIds = (roles: readonly Role[]): string[] =>
  [...DIRECTORY_ROLES].filter(([, role]) => roles.includes(role)).map(([id]) => id);

/** Returns whether a token or the service can grant the role. The others follow from the kind of caller. */
export const isGrantableRole = (name: string): name is Role =>
  name !== 'AUTHENTICATED_USER' && name !== 'AUTHORIZED_APP' && (ROLES as readonly string[]).includes(name);

const ownValue = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as Claims)[key]
    : undefined;

export interface RoleClaimSources extends Pick<ClaimRules, 'roleClaims' | 'roleMap'> {
  audiences: readonly string[];
  /** The person's groups in the token. */
  groups: readonly string[];
}

const roleValues = (claims: Claims, { audiences, roleClaims }: Omit<RoleClaimSources, 'roleMap'>) => [
  ...['roles', 'realm_access.roles', ...roleClaims].map((path) => claimAt(claims, path)),
  ...audiences.map((audience) => ownValue(ownValue(claims.resource_access, audience), 'roles')),
];

/** Returns the names of groups and roles that CHARTER_OIDC_ROLE_MAP can map. */
export function mappableNames(claims: Claims, sources: Omit<RoleClaimSources, 'roleMap'>): Set<string> {
  const values = roleValues(claims, sources);
  // The name of a provider's role may contain spaces, so whole strings count as well as their words.
  return new Set([...values.flatMap(wordsOf), ...values.flatMap(stringsIn), ...sources.groups]);
}

/** Returns the roles that the claims grant: by their own names, by CHARTER_OIDC_ROLE_MAP and as directory roles. */
export function rolesInToken(claims: Claims, { roleMap, ...sources }: RoleClaimSources): Role[] {
  const names = roleValues(claims, sources).flatMap(wordsOf);
  const mappable = mappableNames(claims, sources);
  const mapped = roleMap.filter(({ name }) => mappable.has(name)).map(({ role }) => role);
  const directoryRoles = wordsClaim(claims, 'wids').flatMap(
    (id) => DIRECTORY_ROLES.get(id.toLowerCase()) ?? [],
  );
  return [...new Set([...names.filter(isGrantableRole), ...mapped, ...directoryRoles])];
}
