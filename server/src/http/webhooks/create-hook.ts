import { createHook } from '../../domain/webhooks/create-hook.ts';
import { Answer, route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { Hook, HookPayload } from './schemas.ts';

export const createHookRoute = route(
  {
    summary: 'Create a webhook',
    errors: [502],
    responseHeaders: ['location'],
    body: HookPayload,
    response: Hook,
    description:
      'Only this answer contains the secret. Webhooks of administrators and integration managers receive the events of the whole tenant. Other webhooks receive events of teams that their creator owns, and of requests that their creator made or approves.',
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
    return new Answer(created, { location: `${base}/hooks/${created.id}` });
  },
);
