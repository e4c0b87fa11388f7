/**
 * Roles a token claims (docs/specification.md, 3). Read at `roles` (Entra), at `realm_access.roles` and
 * `resource_access.<audience>.roles` (Keycloak), at the issuer's configured claims, and from the directory
 * roles in `wids`. Names the service doesn't know are passed over.
 *
 * AUTHENTICATED_USER and AUTHORIZED_APP can't be claimed: they follow from what the caller is. A person
 * whose token claimed AUTHORIZED_APP would be an administrator through a name that is not a person's.
 */
import { ROLES, type Role } from '../engine/principal.ts';
import { type Claims, wordsClaim } from './claims.ts';

/** Entra's role template ids: Global Administrator and Teams Administrator. */
const DIRECTORY_ROLES: ReadonlyMap<string, Role> = new Map([
  ['62e90394-69f5-4237-9190-012177145e10', 'GLOBAL_ADMIN'],
  ['69091246-20e8-4a56-aa4d-066075b2a7a8', 'TEAMS_SERVICE_ADMIN'],
]);

/** The directory roles that stand for `roles` in `wids`. */
export const directoryRoleIds = (roles: readonly Role[]): string[] =>
  [...DIRECTORY_ROLES].filter(([, role]) => roles.includes(role)).map(([id]) => id);

/** Roles that are given, by a token or by the service; the others follow from what the caller is. */
export const isGivenRole = (name: string): name is Role =>
  name !== 'AUTHENTICATED_USER' && name !== 'AUTHORIZED_APP' && (ROLES as readonly string[]).includes(name);

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownValue = (object: unknown, key: string): unknown =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

/** The words at a claim of exactly this name (it may hold dots and slashes), else along a dotted path. */
function wordsAt(claims: Claims, path: string): string[] {
  if (Object.hasOwn(claims, path)) return wordsClaim(claims, path);
  const keys = path.split('.');
  const last = keys.pop() as string;
  const parent = keys.reduce<unknown>(ownValue, claims);
  return isObject(parent) && Object.hasOwn(parent, last) ? wordsClaim(parent, last) : [];
}

export interface RoleClaimSources {
  audiences: readonly string[];
  /** Further claims, by name or as a path with dots. */
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
  const directoryRoles = wordsAt(claims, 'wids').flatMap((id) => {
    const role = DIRECTORY_ROLES.get(id.toLowerCase());
    return role === undefined ? [] : [role];
  });
  return [...new Set([...names.filter(isGivenRole), ...directoryRoles])];
}
