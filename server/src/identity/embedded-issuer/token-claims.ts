/** Claims of the embedded issuer's access tokens, modelled on Entra's. */
import type { RegisteredApp } from '../../domain/identity/ports.ts';
import type { Role } from '../../engine/principal.ts';
import { directoryRoleIds } from '../token-roles.ts';
import type { Person } from './people.ts';

/** The only scope of the API. */
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

export const appClaims = (app: RegisteredApp, roles: readonly Role[]): Record<string, unknown> => ({
  tid: app.tenantId,
  azp: app.appId,
  app_displayname: app.displayName,
  roles,
  wids: directoryRoleIds(roles),
  idtyp: 'app',
});
