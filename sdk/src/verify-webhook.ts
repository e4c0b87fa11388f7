/**
 * Verifies webhook messages: the Standard Webhooks headers (https://www.standardwebhooks.com) and the signature
 * header of Charter. Uses Web Crypto, so that it also runs in edge runtimes.
 */
import type { WebhookEvent, WebhookPayload } from './models.ts';

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** Secret of the webhook, or several during a rotation. Each signature must match one of them. */
  secret: string | readonly string[];
  headers: WebhookHeaders;
  /** The raw body, before parsing. */
  body: string | Uint8Array;
  /** Largest difference in seconds between the time of the message and now. Default: 300. */
  toleranceSeconds?: number;
  /** Prefix of the service's headers. Default: `X-Charter`. */
  headerPrefix?: string;
  /** Replaces the clock in tests. */
  now?: () => Date;
}

/** A message with valid signatures. */
export interface VerifiedWebhook<Event extends WebhookEvent = WebhookEvent> {
  /** Id of the delivery, identical in every attempt. Use it to ignore duplicates. */
  deliveryId: string;
  hookId: string;
  event: Event;
  /** Time of this attempt. */
  sentAt: Date;
  payload: WebhookPayload<Event>;
}

/** The message is incomplete, not authentic, or outside of the time tolerance. Respond with 4xx and ignore it. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

const PREFIX = 'whsec_';
const DEFAULT_TOLERANCE_SECONDS = 300;
const encoder = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const keyOf = (bytes: Bytes) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);

/** Compares in constant time. */
async function isSignedBy(key: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  return crypto.subtle.verify('HMAC', await keyOf(key), signature, signed);
}

function reader(headers: WebhookHeaders): (name: string) => string {
  const get = (name: string): string | null | undefined => {
    if (headers instanceof Headers) return headers.get(name);
    const wanted = name.toLowerCase();
    const value = Object.entries(headers).find(([given]) => given.toLowerCase() === wanted)?.[1];
    return typeof value === 'object' ? value[0] : value;
  };
  return (name) => {
    const value = get(name);
    if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`);
    return value;
  };
}

function readTimestamp(text: string, now: Date, toleranceSeconds: number): Date {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  // NaN fails this comparison too.
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `The time of the message is outside of the tolerance: webhook-timestamp is ${text}, not within ${toleranceSeconds} s of now.`,
    );
  }
  return new Date(seconds * 1000);
}

const standardKey = (secret: string): Bytes =>
  secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : (encoder.encode(secret) as Bytes);

const isBase64OfHash = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text);

async function hasStandardSignature(
  secrets: readonly string[],
  signatures: string,
  signed: Bytes,
): Promise<boolean> {
  const candidates = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,') && isBase64OfHash(one.slice(3)))
    .map((one) => fromBase64(one.slice(3)));
  const results = await Promise.all(
    secrets.flatMap((secret) =>
      candidates.map((signature) => isSignedBy(standardKey(secret), signature, signed)),
    ),
  );
  return results.includes(true);
}

async function hasPlainSignature(
  secrets: readonly string[],
  signature: string,
  body: Bytes,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const results = await Promise.all(
    secrets.map((secret) => isSignedBy(encoder.encode(secret) as Bytes, fromHex(signature), body)),
  );
  return results.includes(true);
}

function readPayload(body: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
}

function concat(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Verifies both signatures and the time, and returns the parsed message.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<VerifiedWebhook> {
  const {
    secret,
    headers,
    toleranceSeconds = DEFAULT_TOLERANCE_SECONDS,
    headerPrefix = 'X-Charter',
  } = options;
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const read = reader(headers);
  const body = (
    typeof options.body === 'string' ? encoder.encode(options.body) : Uint8Array.from(options.body)
  ) as Bytes;
  const deliveryId = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  const sentAt = readTimestamp(timestamp, options.now?.() ?? new Date(), toleranceSeconds);
  const signed = concat(encoder.encode(`${deliveryId}.${timestamp}.`) as Bytes, body);
  if (!(await hasStandardSignature(secrets, read('webhook-signature'), signed))) {
    throw new WebhookVerificationError('No signature in webhook-signature matches the secret.');
  }
  if (!(await hasPlainSignature(secrets, read(`${headerPrefix}-Signature`), body))) {
    throw new WebhookVerificationError(
      `The signature in ${headerPrefix}-Signature does not match the secret. After a rotation, it is made with the new secret.`,
    );
  }
  return {
    deliveryId,
    hookId: read(`${headerPrefix}-Webhook`),
    event: read(`${headerPrefix}-Event`) as WebhookEvent,
    sentAt,
    payload: readPayload(body) as WebhookPayload,
  };
}
