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
      'What is left out stays. `active: true` also forgets why the service had switched it off, and sends what waited. A change by its creator decides anew, by their present roles, what it hears.',
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
