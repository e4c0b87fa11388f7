/** Builds the signed request of a delivery (docs/specification.md, section 11). */
import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { secretContext, unsealUrl } from '../domain/webhooks/hook-url.ts';
import type { HookSecret, Receiver, SentRequest } from '../domain/webhooks/model.ts';
import type { HookCall, LeasedDelivery, SecretBox } from '../domain/webhooks/ports.ts';
import { requestHeaders } from '../domain/webhooks/request-headers.ts';
import { hexSignature, standardKeysOf, standardSignature } from '../domain/webhooks/signature.ts';
import type { OutgoingMessage } from './sender.ts';

export interface MessageOptions {
  secrets: SecretBox;
  /** Prefix of the header names: `X-Charter` gives `X-Charter-Event`. */
  headerPrefix: string;
  /** Version of this service, for `User-Agent`. */
  version: string;
  log: { error(fields: object, message: string): void };
}

/** The parts of a delivery or of a call that its message depends on. */
export type SendableMessage = Pick<LeasedDelivery, 'id' | 'hook' | 'event' | 'body'> | HookCall;

/** A message, and the parts of it that are stored with the attempt. */
export interface SignedMessage extends OutgoingMessage {
  parts: SentRequest;
}

/** A decrypted signing secret. */
interface Signer {
  text: string;
  keys: KeyObject[];
  expiresAt: number;
}

/** The parts that all messages to a webhook share. */
interface Envelope {
  url: URL;
  /** The newest secret, then the earlier ones that were valid and could be decrypted. */
  secrets: [Signer, ...Signer[]];
}

/** Bounds of the decrypted envelopes in memory. */
const ENVELOPES = { max: 1_000, ttl: 60_000 };

const endOf = ({ expiresAt }: HookSecret): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);

function envelopeOf({ secrets, log }: MessageOptions, tenantId: string, hook: Receiver, at: Date): Envelope {
  const toSigner = (secret: HookSecret): Signer => {
    const text = secrets.open(secret.sealed, secretContext(tenantId, hook.id));
    return { text, keys: standardKeysOf(text), expiresAt: endOf(secret) };
  };
  const [newest, ...earlier] = hook.secrets;
  if (newest === undefined) throw new Error(`Webhook ${hook.id} has no secret.`);
  const url = new URL(unsealUrl(secrets, tenantId, hook));
  const envelope: Envelope = { url, secrets: [toSigner(newest)] };
  for (const secret of earlier.filter((one) => endOf(one) > at.getTime())) {
    try {
      envelope.secrets.push(toSigner(secret));
    } catch (err) {
      // Signs without this secret: receivers that use the new secret must not lose messages.
      log.error(
        { err, tenantId, hookId: hook.id, secretEndsAt: secret.expiresAt },
        'An earlier secret of a webhook can’t be decrypted. Messages are signed without it.',
      );
    }
  }
  return envelope;
}

/** Builds and signs the HTTP messages of deliveries. */
export class Messages {
  readonly #options: MessageOptions;
  /** Envelopes are cached, because creating a key object costs more than signing. */
  readonly #envelopes = new LRUCache<string, Envelope>(ENVELOPES);

  constructor(options: MessageOptions) {
    this.#options = options;
  }

  /**
   * Returns the message of a delivery. The plain signature uses the newest secret. The Standard Webhooks signature uses
   * every valid secret that can be decrypted.
   * @throws Error when the newest secret or the URL can't be decrypted
   */
  messageOf(tenantId: string, { id, hook, event, body }: SendableMessage, at: Date): SignedMessage {
    const { headerPrefix, version } = this.#options;
    const { url, secrets } = this.#envelopeFor(tenantId, hook, at);
    const valid = secrets.filter(({ expiresAt }) => expiresAt > at.getTime());
    const [newest] = secrets;
    const keys = valid.flatMap((secret) => secret.keys);
    const parts = {
      prefix: headerPrefix,
      version,
      signature: hexSignature(newest.text, body),
      signatures: standardSignature(keys, id, at, body),
    };
    const headers = requestHeaders({ id, hookId: hook.id, event }, at, parts);
    return { url, body, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])), parts };
  }

  #envelopeFor(tenantId: string, hook: Receiver, at: Date): Envelope {
    // Encryption never produces the same text twice, so a new secret always changes the cache key.
    const key = JSON.stringify([tenantId, hook.id, hook.url, hook.sealedQuery, hook.secrets]);
    const envelope = this.#envelopes.get(key) ?? envelopeOf(this.#options, tenantId, hook, at);
    this.#envelopes.set(key, envelope, { noUpdateTTL: true });
    return envelope;
  }
}
