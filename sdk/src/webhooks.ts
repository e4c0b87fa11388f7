/** Webhooks: who is told of what happens, and what became of each message. */
import { type Api, bodyOf, type ToInit } from './caller.ts';
import type * as models from './models.ts';
import type { CallOptions, PostOptions } from './options.ts';

export function webhooks(api: Api, init: ToInit) {
  const at = (hookId: string) => ({ params: { path: { hookId } } });
  return {
    /** The answer holds the secret, the only time it is shown. */
    createHook: (body: models.HookPayload, options: PostOptions = {}): Promise<models.Hook> =>
      bodyOf(api.POST('/v1.0/hooks', { ...init(options), body })),

    /** Answers the hook as it was. */
    deleteHook: (hookId: string, options: CallOptions = {}): Promise<models.Hook> =>
      bodyOf(api.DELETE('/v1.0/hooks/{hookId}', { ...init(options), ...at(hookId) })),

    /** What a message with this payload carries as its signature. */
    generateHookSignature: (
      body: models.HookSignatureRequest,
      options: PostOptions = {},
    ): Promise<models.HookSignature> => bodyOf(api.POST('/v1.0/hooks/signature', { ...init(options), body })),

    getHooksEvents: (options: CallOptions = {}): Promise<models.HooksEvents> =>
      bodyOf(api.GET('/v1.0/hooks/events', { ...init(options) })),
  };
}
