/** A delivery as the request it is sent as (contract 11). */
import type { KeyObject } from 'node:crypto';
import { secretContext } from '../domain/webhooks/create-hook.ts';
import type { HookRecord, HookSecret } from '../domain/webhooks/model.ts';
import type { SecretBox, TakenDelivery } from '../domain/webhooks/ports.ts';
import { hexSignature, standardKeysOf, standardSignatures } from '../domain/webhooks/signature.ts';
import type { Message } from './sender.ts';

export interface MessageOptions {
  secrets: SecretBox;
  /** Of the header names: `X-Charter` makes `X-Charter-Event`. */
  headerPrefix: string;
  /** Of this service, for `User-Agent`. */
  version: string;
  log: { error(fields: object, message: string): void };
}

/** A secret that can be signed with. */
interface Signer {
  text: string;
  keys: KeyObject[];
  expiresAt: number;
}

/** What all messages to a hook have in common. */
interface Envelope {
  url: URL;
  /** Newest first. */
  secrets: [Signer, ...Signer[]];
}

export type MessageWriter = (tenantId: string, delivery: TakenDelivery, at: Date) => Message;

const endOf = ({ expiresAt }: HookSecret): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);

function envelopeOf(
  { secrets, log }: MessageOptions,
  tenantId: string,
  hook: HookRecord,
  at: Date,
): Envelope {
  const toSigner = (secret: HookSecret): Signer => {
    const text = secrets.open(secret.sealed, secretContext(tenantId, hook.id));
    return { text, keys: standardKeysOf(text), expiresAt: endOf(secret) };
  };
  const [newest, ...earlier] = hook.secrets;
  if (newest === undefined) throw new Error(`Webhook ${hook.id} has no secret.`);
  const envelope: Envelope = { url: new URL(hook.url), secrets: [toSigner(newest)] };
  for (const secret of earlier.filter((one) => endOf(one) > at.getTime())) {
    try {
      envelope.secrets.push(toSigner(secret));
    } catch (err) {
      // A receiver that has changed over needs it no more; it must not lose messages for one that has not.
      log.error(
        { err, tenantId, hookId: hook.id, secretEndsAt: secret.expiresAt },
        'An earlier secret of a webhook cannot be read; messages are signed without it.',
      );
    }
  }
  return envelope;
}

/**
 * Writes messages. The plain signature is by the newest secret, the standard one by each that is still valid
 * and can be decrypted. A writer throws an Error when the newest can't be.
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
      envelope = envelopeOf(options, tenantId, hook, at);
      envelopes.set(hook, envelope);
    }
    const valid = envelope.secrets.filter(({ expiresAt }) => expiresAt > at.getTime());
    const [newest] = envelope.secrets;
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
