/**
 * Roles in a token (docs/specification.md, section 3): `roles` (Entra), `realm_access.roles` and
 * `resource_access.<audience>.roles` (Keycloak), the issuer's configured claims, and the directory roles in
 * `wids`. Unknown names are ignored.
 *
 * AUTHENTICATED_USER and AUTHORIZED_APP follow from the kind of caller and can't be claimed. Otherwise a person
 * could become an administrator by claiming AUTHORIZED_APP.
 */
import { ROLES, type Role } from '../engine/principal.ts';
import { type Claims, wordsClaim } from './claims.ts';

/** Entra's role template ids of Global Administrator and Teams Administrator. */
const DIRECTORY_ROLES: ReadonlyMap<string, Role> = new Map([
  ['62e90394-69f5-4237-9190-012177145e10', 'GLOBAL_ADMIN'],
  ['69091246-20e8-4a56-aa4d-066075b2a7a8', 'TEAMS_SERVICE_ADMIN'],
]);

/** Returns the directory roles for `wids` that correspond to `roles`. */
export const directoryRoleIds = (roles: readonly Role[]): string[] =>
  [...DIRECTORY_ROLES].filter(([, role]) => roles.includes(role)).map(([id]) => id);

/** Returns true for roles that a token or the service can grant. The others follow from the kind of caller. */
export const isGivenRole = (name: string): name is Role =>
  name !== 'AUTHENTICATED_USER' && name !== 'AUTHORIZED_APP' && (ROLES as readonly string[]).includes(name);

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownValue = (object: unknown, key: string): unknown =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

/**
 * Reads the words of a claim with exactly this name, which may contain dots and slashes. Otherwise follows the name
 * as a dotted path.
 */
function wordsAt(claims: Claims, path: string): string[] {
  if (Object.hasOwn(claims, path)) return wordsClaim(claims, path);
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<unknown>(ownValue, claims);
  return isObject(parent) && Object.hasOwn(parent, last) ? wordsClaim(parent, last) : [];
}

export interface RoleClaimSources {
  audiences: readonly string[];
  /** Additional claims with roles, by name or dotted path. */
  roleClaims?: readonly string[];
}

export function rolesInToken(claims: Claims, sources: RoleClaimSources): Role[] {
  const resourceAccess = claims.resource_access;
  const names = [
    ...wordsAt(claims, 'roles'),
    ...wordsAt(claims, 'realm_access.roles'),
    ...sources.audiences.flatMap((audience) => {
      const access = ownValue(resourceAccess, audience);
      return isObject(access) ? wordsAt(access, 'roles') : [];
    }),
    ...(sources.roleClaims ?? []).flatMap((path) => wordsAt(claims, path)),
  ];
  const directoryRoles = wordsAt(claims, 'wids').flatMap((id) => DIRECTORY_ROLES.get(id.toLowerCase()) ?? []);
  return [...new Set([...names.filter(isGivenRole), ...directoryRoles])];
}
