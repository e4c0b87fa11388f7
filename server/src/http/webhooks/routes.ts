import { createHook, deleteHook, updateHook } from '../../domain/webhooks/change-hooks.ts';
import { getHook, listHooks } from '../../domain/webhooks/read-hooks.ts';
import { rotateHookSecret } from '../../domain/webhooks/rotate-hook-secret.ts';
import { generateHookSignature } from '../../domain/webhooks/signature.ts';
import { testHook } from '../../domain/webhooks/test-hook.ts';
import { EVENTS } from '../../flows/definitions.ts';
import { Paged, readPage } from '../paging.ts';
import { ApiResponse, route } from '../route.ts';
import { Nullable, withoutNulls } from '../schema.ts';
import { jsonSchemaOf } from './event-schemas.ts';
import {
  Hook,
  HookDelivery,
  HookId,
  HookPayload,
  HookSecretRotation,
  HookSignature,
  HookSignatureRequest,
  Hooks,
  HooksEvents,
  HookUpdate,
} from './schemas.ts';

export const getHooksRoute = route(
  {
    summary: 'List webhooks',
    querystring: Paged,
    collection: Hooks,
    description:
      'Oldest first. Lists the caller’s own webhooks; for integration managers and administrators all of the tenant.',
  },
  (deps, { principal, query }) => listHooks(deps, principal, readPage(query)),
);

export const getHookRoute = route(
  {
    summary: 'Get a webhook',
    params: HookId,
    response: Hook,
    description: 'Without the secret. Only the creator sees the query of the URL.',
  },
  (deps, { principal, params }) => getHook(deps, principal, params),
);

export const createHookRoute = route(
  {
    summary: 'Create a webhook',
    errors: [502],
    responseHeaders: ['location'],
    body: HookPayload,
    response: Hook,
    description:
      'Only this response contains the secret. Webhooks of administrators and integration managers receive the events of the whole tenant. Other webhooks receive events of teams that their creator owns, and of requests that their creator made or approves.',
  },
  async (deps, { principal, context, body, base }) => {
    const { config, filter, ...hook } = body;
    const { url, secret } = withoutNulls(config);
    const created = await createHook(deps, principal, context, {
      ...withoutNulls(hook),
      url,
      ...(secret === undefined ? {} : { secret }),
      ...withoutNulls(filter ?? {}),
    });
    return new ApiResponse(created, { location: `${base}/hooks/${created.id}` });
  },
);

export const updateHookRoute = route(
  {
    summary: 'Change, disable or enable a webhook',
    errors: [502],
    params: HookId,
    body: HookUpdate,
    response: Hook,
    description:
      'Absent fields stay unchanged, and so does a URL with a masked query. `active: true` also clears `disabledReason` and sends pending deliveries. A change by the creator sets the scope by their current roles.',
  },
  (deps, { principal, context, params, body }) => {
    const { config, filter, description, ...hook } = body;
    const { url } = withoutNulls(config ?? {});
    return updateHook(deps, principal, context, {
      ...params,
      ...withoutNulls(hook),
      ...(description === undefined ? {} : { description }),
      ...(url === undefined ? {} : { url }),
      ...withoutNulls(filter ?? {}),
    });
  },
);

export const rotateHookSecretRoute = route(
  {
    summary: 'Replace the secret of a webhook',
    errors: [502],
    params: HookId,
    body: Nullable(HookSecretRotation),
    bodyOptional: true,
    response: Hook,
    context: 'hooks/$entity',
    description:
      'Only this response contains the new secret. During the overlap `webhook-signature` has a signature for each secret; `X-Charter-Signature` uses the new one at once. At most five secrets are valid at a time: a further one is rejected with 409.',
  },
  async (deps, { principal, context, params, body }) => {
    const input = { ...params, ...withoutNulls(body ?? {}) };
    return rotateHookSecret(deps, principal, context, input);
  },
);

export const testHookRoute = route(
  {
    summary: 'Send a test message to a webhook',
    params: HookId,
    response: HookDelivery,
    context: 'deliveries/$entity',
    description:
      'The message has the event `hook_test` and is signed, retried and stored like any other. `Location` is its delivery.',
  },
  async (deps, { principal, context, params, base }) => {
    const delivery = await testHook(deps, principal, context, params);
    return new ApiResponse(delivery, {
      location: `${base}/hooks/${delivery.hookId}/deliveries/${delivery.id}`,
    });
  },
);

export const deleteHookRoute = route(
  {
    summary: 'Delete a webhook',
    params: HookId,
    response: Hook,
    description: 'Discards pending deliveries. Returns the deleted webhook.',
  },
  (deps, { principal, context, params }) => deleteHook(deps, principal, context, params),
);

const CATALOGUE = EVENTS.map((event) => ({
  code: event.code,
  category: event.category,
  description: event.description,
  schema: jsonSchemaOf(event),
}));

export const getHooksEventsRoute = route(
  {
    summary: 'List the events that webhooks can subscribe to',
    collection: HooksEvents,
    description: 'Each with the JSON Schema of its payload.',
  },
  async () => ({ items: CATALOGUE }),
);

export const generateHookSignatureRoute = route(
  {
    summary: 'Compute the signature of a message',
    body: HookSignatureRequest,
    response: HookSignature,
    description: 'Returns the signature that a message with this payload carries, for tests of a receiver.',
  },
  async (_deps, { body }) => ({ signature: generateHookSignature(body) }),
);
