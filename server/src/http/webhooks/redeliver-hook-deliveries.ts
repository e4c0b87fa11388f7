import { redeliverRange } from '../../domain/webhooks/redeliver.ts';
import { route } from '../route.ts';
import { HookId, HookRedelivery, HookRedeliveryResult } from './schemas.ts';

export const redeliverHookDeliveriesRoute = route(
  {
    summary: 'Redeliver the messages of a time range',
    params: HookId,
    body: HookRedelivery,
    response: HookRedeliveryResult,
    description:
      'Redelivers messages created from `from` until before `until` that are not pending, each under its own delivery id.',
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
