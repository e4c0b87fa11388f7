import { updateHook } from '../../domain/webhooks/update-hook.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { Hook, HookId, HookUpdate } from './schemas.ts';

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
