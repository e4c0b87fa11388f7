import { redeliverRange } from '../../domain/webhooks/redeliver.ts';
import { route } from '../route.ts';
import { HookId, HookRedelivery, HookRedeliveryResult } from './schemas.ts';

export const redeliverHookDeliveriesRoute = route(
  {
    summary: 'Redeliver the messages of a time range',
    params: HookId,
    body: HookRedelivery,
    response: HookRedeliveryResult,
    context: 'hooks/redeliver',
    description:
      'Redelivers messages created from `from` until before `until` that are not pending, each under its own delivery id. With `status=pending`, messages that wait for their next attempt are sent at once, for example after an outage of the receiver.',
  },
  async (deps, { principal, context, params, body }) => ({
    count: await redeliverRange(deps, principal, context, {
      ...params,
      from: new Date(body.from),
      until: new Date(body.until),
      ...(body.status ? { status: body.status } : {}),
    }),
  }),
);
