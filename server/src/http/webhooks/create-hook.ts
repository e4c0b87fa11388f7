import { createHook } from '../../domain/webhooks/create-hook.ts';
import { route } from '../route.ts';
import { refTo, withoutNulls } from '../schema.ts';
import { Hook, HookPayload } from './schemas.ts';

export const createHookRoute = route(
  {
    summary: 'Create a webhook',
    responseHeaders: ['location'],
    body: refTo(HookPayload),
    response: refTo(Hook),
    description:
      'The only answer that holds the secret. Webhooks of administrators and integration managers receive the events of the whole tenant; others those of teams their creator owns and of requests their creator made or approves.',
  },
  async (deps, { principal, context, body, baseUrl, base }) => {
    const { config, filter, ...hook } = body;
    const { url, secret } = withoutNulls(config);
    const created = await createHook(deps, principal, context, {
      ...withoutNulls(hook),
      url,
      ...(secret === undefined ? {} : { secret }),
      ...withoutNulls(filter ?? {}),
    });
    return {
      body: { '@odata.context': `${baseUrl}/$metadata#hooks/$entity`, ...created },
      headers: { location: `${base}/hooks/${created.id}`, 'cache-control': 'no-store' },
    };
  },
);
