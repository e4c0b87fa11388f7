/** Claims of the embedded issuer's access tokens, modelled on Entra's. */
import type { RegisteredApp } from '../../domain/identity/ports.ts';
import type { Role, Scope } from '../../engine/principal.ts';
import { directoryRoleIds } from '../token-roles.ts';
import type { Person } from './people.ts';

/** The only scope of people's tokens. */
export const API_SCOPE = 'access_as_user';

/**
 * `roles` and `wids` tell clients what to show. The service reads the assignments themselves, so that a revoked role
 * ends before the token does.
 */
export const personClaims = ({ tenantId, user, roles }: Person): Record<string, unknown> => ({
  tid: tenantId,
  oid: user.id,
  name: user.displayName,
  preferred_username: user.userPrincipalName,
  roles,
  wids: directoryRoleIds(roles),
  scp: API_SCOPE,
  idtyp: 'user',
});

/** @param scopes scopes that the token is limited to. The app's own scopes are looked up at each call. */
export const appClaims = (
  app: RegisteredApp,
  roles: readonly Role[],
  scopes?: readonly Scope[],
): Record<string, unknown> => ({
  tid: app.tenantId,
  azp: app.appId,
  app_displayname: app.displayName,
  roles,
  wids: directoryRoleIds(roles),
  ...(scopes && { scope: scopes.join(' ') }),
  idtyp: 'app',
});
