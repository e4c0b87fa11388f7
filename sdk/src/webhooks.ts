/** Webhooks: who is told of what happens, and what became of each message. */
import { type Api, bodyOf, type ToInit } from './caller.ts';
import type * as models from './models.ts';
import type { CallOptions, PostOptions } from './options.ts';
import { itemsOf } from './pages.ts';

export function webhooks(api: Api, init: ToInit) {
  const at = (hookId: string) => ({ params: { path: { hookId } } });
  const getHooks = (query: models.HookQuery = {}, options: CallOptions = {}): Promise<models.Hooks> =>
    bodyOf(api.GET('/v1.0/hooks', { ...init(options), params: { query } }));
  const getHookDeliveries = (
    hookId: string,
    query: models.HookDeliveryQuery = {},
    options: CallOptions = {},
  ): Promise<models.HookDeliveries> =>
    bodyOf(
      api.GET('/v1.0/hooks/{hookId}/deliveries', { ...init(options), params: { path: { hookId }, query } }),
    );
  return {
    /** The answer holds the secret, the only time it is shown. */
    createHook: (body: models.HookPayload, options: PostOptions = {}): Promise<models.Hook> =>
      bodyOf(api.POST('/v1.0/hooks', { ...init(options), body })),

    /** Answers the hook as it was. */
    deleteHook: (hookId: string, options: CallOptions = {}): Promise<models.Hook> =>
      bodyOf(api.DELETE('/v1.0/hooks/{hookId}', { ...init(options), ...at(hookId) })),

    /** One page. */
    getHooks,

    /** Every hook that the caller may see, page by page. */
    list: (query: models.HookQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.HookQuery, models.Hook>(query, (page) => getHooks(page, options)),

    getHook: (hookId: string, options: CallOptions = {}): Promise<models.Hook> =>
      bodyOf(api.GET('/v1.0/hooks/{hookId}', { ...init(options), ...at(hookId) })),

    updateHook: (hookId: string, body: models.HookUpdate, options: CallOptions = {}): Promise<models.Hook> =>
      bodyOf(api.PATCH('/v1.0/hooks/{hookId}', { ...init(options), ...at(hookId), body })),

    /** The answer holds the new secret, the only time it is shown. */
    rotateHookSecret: (
      hookId: string,
      body?: models.HookSecretRotation,
      options: PostOptions = {},
    ): Promise<models.Hook> =>
      bodyOf(
        api.POST('/v1.0/hooks/{hookId}/secret', {
          ...init(options),
          ...at(hookId),
          ...(body === undefined ? {} : { body }),
        }),
      ),

    /** What becomes of the test message: see getHookDelivery. */
    testHook: (hookId: string, options: PostOptions = {}): Promise<models.HookDelivery> =>
      bodyOf(api.POST('/v1.0/hooks/{hookId}/test', { ...init(options), ...at(hookId) })),

    /** One page. */
    getHookDeliveries,

    /** Every delivery that the query finds, page by page. */
    deliveries: (hookId: string, query: models.HookDeliveryQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.HookDeliveryQuery, models.HookDelivery>(query, (page) =>
        getHookDeliveries(hookId, page, options),
      ),

    getHookDelivery: (
      hookId: string,
      deliveryId: string,
      options: CallOptions = {},
    ): Promise<models.HookDelivery> =>
      bodyOf(
        api.GET('/v1.0/hooks/{hookId}/deliveries/{deliveryId}', {
          ...init(options),
          params: { path: { hookId, deliveryId } },
        }),
      ),

    redeliverHookDelivery: (
      hookId: string,
      deliveryId: string,
      options: PostOptions = {},
    ): Promise<models.HookDelivery> =>
      bodyOf(
        api.POST('/v1.0/hooks/{hookId}/deliveries/{deliveryId}/redeliver', {
          ...init(options),
          params: { path: { hookId, deliveryId } },
        }),
      ),

    /** Answers how many are sent again. */
    redeliverHookDeliveries: async (
      hookId: string,
      body: models.HookRedelivery,
      options: PostOptions = {},
    ): Promise<number> => {
      const call = { ...init(options), ...at(hookId), body };
      return (await bodyOf(api.POST('/v1.0/hooks/{hookId}/redeliver', call))).count;
    },

    /** What a message with this payload carries as its signature. */
    generateHookSignature: (
      body: models.HookSignatureRequest,
      options: PostOptions = {},
    ): Promise<models.HookSignature> => bodyOf(api.POST('/v1.0/hooks/signature', { ...init(options), body })),

    getHooksEvents: (options: CallOptions = {}): Promise<models.HooksEvents> =>
      bodyOf(api.GET('/v1.0/hooks/events', { ...init(options) })),
  };
}
