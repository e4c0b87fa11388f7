/** A delivery as the request it is sent as (contract 11). */
import { secretContext } from '../domain/webhooks/create-hook.ts';
import type { SecretBox, TakenDelivery } from '../domain/webhooks/ports.ts';
import { hexSignature, standardSignatures } from '../domain/webhooks/signature.ts';
import type { Message } from './sender.ts';

export interface MessageOptions {
  secrets: SecretBox;
  /** Of the header names: `X-Charter` makes `X-Charter-Event`. */
  headerPrefix: string;
  /** Of this service, for `User-Agent`. */
  version: string;
}

/**
 * The plain signature is by the newest secret, the standard one by each that is still valid.
 * @throws Error when a secret can't be decrypted
 */
export function messageOf(
  { secrets, headerPrefix, version }: MessageOptions,
  tenantId: string,
  { id, hook, event, body }: TakenDelivery,
  at: Date,
): Message {
  const valid = hook.secrets
    .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > at.getTime())
    .map(({ sealed }) => secrets.open(sealed, secretContext(tenantId, hook.id)));
  const newest = valid[0] as string;
  return {
    url: hook.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Charter-Webhook/${version}`,
      [`${headerPrefix}-Webhook`]: hook.id,
      [`${headerPrefix}-Event`]: event,
      [`${headerPrefix}-Delivery`]: id,
      [`${headerPrefix}-Signature`]: hexSignature(newest, body),
      ...standardSignatures(valid, id, at, body),
    },
  };
}
