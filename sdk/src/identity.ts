/** Who may call, and as what: roles that the service keeps, and registered apps. */
import { type Api, bodyOf, type ToInit } from './caller.ts';
import type * as models from './models.ts';
import type { CallOptions, PostOptions } from './options.ts';
import { itemsOf } from './pages.ts';

export function roles(api: Api, init: ToInit) {
  const at = (principalId: string, role: models.AssignableRole) => ({
    params: { path: { principalId, role } },
  });
  const getRoles = (
    query: models.RoleQuery = {},
    options: CallOptions = {},
  ): Promise<models.RoleAssignments> =>
    bodyOf(api.GET('/v1.0/roles', { ...init(options), params: { query } }));
  return {
    /** One page. */
    getRoles,

    /** Every assignment, page by page. */
    list: (query: models.RoleQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.RoleQuery, models.RoleAssignment>(query, (page) => getRoles(page, options)),

    assignRole: (
      principalId: string,
      role: models.AssignableRole,
      options: CallOptions = {},
    ): Promise<models.RoleAssignment> =>
      bodyOf(api.PUT('/v1.0/roles/{principalId}/{role}', { ...init(options), ...at(principalId, role) })),

    removeRole: async (
      principalId: string,
      role: models.AssignableRole,
      options: CallOptions = {},
    ): Promise<void> => {
      const call = { ...init(options), ...at(principalId, role) };
      await bodyOf(api.DELETE('/v1.0/roles/{principalId}/{role}', call));
    },
  };
}

export function apps(api: Api, init: ToInit) {
  return {
    /** The answer alone has the secret. */
    createApp: (body: models.AppPayload, options: PostOptions = {}): Promise<models.AppCredentials> =>
      bodyOf(api.POST('/v1.0/apps', { ...init(options), body })),

    rotateAppSecret: (appId: string, options: PostOptions = {}): Promise<models.AppCredentials> =>
      bodyOf(api.POST('/v1.0/apps/{appId}/rotate-secret', { ...init(options), params: { path: { appId } } })),
  };
}
