import { redeliverRange } from '../../domain/webhooks/redeliver.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { HookId, HookRedelivery, HookRedeliveryResult } from './schemas.ts';

export const redeliverHookDeliveriesRoute = route(
  {
    summary: 'Send the messages of a range of time to a webhook again',
    params: HookId,
    body: refTo(HookRedelivery),
    response: refTo(HookRedeliveryResult),
    description:
      'Those made from `from` until before `until` that are not pending, each under its own delivery id: for a receiver that lost what it had got.',
  },
  async (deps, { principal, context, params, body, baseUrl }) => {
    const count = await redeliverRange(deps, principal, context, {
      ...params,
      from: new Date(body.from),
      until: new Date(body.until),
      ...(body.status ? { status: body.status } : {}),
    });
    return { body: { '@odata.context': `${baseUrl}/$metadata#hooks/redeliver`, count } };
  },
);
