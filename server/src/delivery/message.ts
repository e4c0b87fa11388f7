/** A delivery as the request it is sent as (contract 11). */
import type { KeyObject } from 'node:crypto';
import { secretContext } from '../domain/webhooks/create-hook.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import type { SecretBox, TakenDelivery } from '../domain/webhooks/ports.ts';
import { hexSignature, standardKeysOf, standardSignatures } from '../domain/webhooks/signature.ts';
import type { Message } from './sender.ts';

export interface MessageOptions {
  secrets: SecretBox;
  /** Of the header names: `X-Charter` makes `X-Charter-Event`. */
  headerPrefix: string;
  /** Of this service, for `User-Agent`. */
  version: string;
}

/** What all messages to a hook have in common. */
interface Envelope {
  url: URL;
  /** Newest first. */
  secrets: { text: string; keys: KeyObject[]; expiresAt: number }[];
}

export type MessageWriter = (tenantId: string, delivery: TakenDelivery, at: Date) => Message;

function envelopeOf({ secrets }: MessageOptions, tenantId: string, hook: HookRecord): Envelope {
  return {
    url: new URL(hook.url),
    secrets: hook.secrets.map(({ sealed, expiresAt }) => {
      const text = secrets.open(sealed, secretContext(tenantId, hook.id));
      const end = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
      return { text, keys: standardKeysOf(text), expiresAt: end };
    }),
  };
}

/**
 * Writes messages. The plain signature is by the newest secret, the standard one by each that is still valid.
 * A writer throws an Error when a secret can't be decrypted.
 */
export function messageWriter(options: MessageOptions): MessageWriter {
  const { headerPrefix, version } = options;
  const userAgent = `Charter-Webhook/${version}`;
  const names = {
    hook: `${headerPrefix}-Webhook`,
    event: `${headerPrefix}-Event`,
    delivery: `${headerPrefix}-Delivery`,
    signature: `${headerPrefix}-Signature`,
  };
  // Kept as long as the record that was read of the hook, which is as long as messages of one batch.
  const envelopes = new WeakMap<HookRecord, Envelope>();
  return (tenantId, { id, hook, event, body }, at) => {
    let envelope = envelopes.get(hook);
    if (envelope === undefined) {
      envelope = envelopeOf(options, tenantId, hook);
      envelopes.set(hook, envelope);
    }
    const valid = envelope.secrets.filter(({ expiresAt }) => expiresAt > at.getTime());
    const [newest] = envelope.secrets;
    if (newest === undefined) throw new Error(`Webhook ${hook.id} has no secret.`);
    const keys = valid.flatMap((secret) => secret.keys);
    return {
      url: envelope.url,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        [names.hook]: hook.id,
        [names.event]: event,
        [names.delivery]: id,
        [names.signature]: hexSignature(newest.text, body),
        ...standardSignatures(keys, id, at, body),
      },
    };
  };
}
