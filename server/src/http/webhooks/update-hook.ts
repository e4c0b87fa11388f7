import { updateHook } from '../../domain/webhooks/update-hook.ts';
import { route } from '../route.ts';
import { refTo, withoutNulls } from '../schema.ts';
import { Hook, HookId, HookUpdate } from './schemas.ts';

export const updateHookRoute = route(
  {
    summary: 'Change a webhook, switch it off or on again',
    params: HookId,
    body: refTo(HookUpdate),
    response: refTo(Hook),
    description:
      'Fields left out stay, and so does a URL sent back with its masked query. `active: true` also clears the reason why the service switched it off, and sends pending deliveries. A change by the creator sets the scope by their present roles.',
  },
  async (deps, { principal, context, params, body, baseUrl }) => {
    const { config, filter, description, ...hook } = body;
    const { url } = withoutNulls(config ?? {});
    const updated = await updateHook(deps, principal, context, {
      ...params,
      ...withoutNulls(hook),
      ...(description === undefined ? {} : { description }),
      ...(url === undefined ? {} : { url }),
      ...withoutNulls(filter ?? {}),
    });
    return { body: { '@odata.context': `${baseUrl}/$metadata#hooks/$entity`, ...updated } };
  },
);
