/** Headers of a delivery's request (docs/specification.md, section 11), as they are sent and as they are shown later. */
import type { Delivery, DeliveryWithBody, RequestHeader, SentRequest, StoredDelivery } from './model.ts';
import { timestampOf } from './signature.ts';

/**
 * Returns the headers that the service sets, in the order of the request.
 * @param at start of the attempt
 */
export function requestHeaders(
  { id, hookId, event }: Pick<Delivery, 'id' | 'hookId'> & { event: string },
  at: Date,
  { prefix, version, signature, signatures }: SentRequest,
): RequestHeader[] {
  return Object.entries({
    'content-type': 'application/json',
    'user-agent': `Charter-Webhook/${version}`,
    // Some receivers read the webhook's id from the first header, others from the second.
    [`${prefix}-Hook`]: hookId,
    [`${prefix}-Webhook`]: hookId,
    [`${prefix}-Event`]: event,
    [`${prefix}-Delivery`]: id,
    [`${prefix}-Signature`]: signature,
    'webhook-id': id,
    'webhook-timestamp': timestampOf(at),
    'webhook-signature': signatures,
  }).map(([name, value]) => ({ name, value }));
}

/** Adds the request headers to each attempt; null for an attempt without stored parts. */
export const withRequestHeaders = (delivery: StoredDelivery): DeliveryWithBody => ({
  ...delivery,
  attempts: delivery.attempts.map(({ sent, ...attempt }) => ({
    ...attempt,
    requestHeaders: sent ? requestHeaders(delivery, new Date(attempt.time), sent) : null,
  })),
});
