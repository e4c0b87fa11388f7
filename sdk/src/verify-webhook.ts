/**
 * Receiving webhooks: whether a message is the service's own, unchanged and fresh. By the Standard Webhooks
 * headers (https://www.standardwebhooks.com) and the plain signature, with the platform's own cryptography, so
 * that it runs wherever `fetch` does.
 */
import type { WebhookEvent, WebhookPayload } from './models.ts';

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** What the hook's messages are signed with; several while it is being rotated: any one suffices. */
  secret: string | readonly string[];
  headers: WebhookHeaders;
  /** The body exactly as it came, before anything parsed it. */
  body: string | Uint8Array;
  /** How far the message's time may be from now; 300 unless said. */
  toleranceSeconds?: number;
  /** Beginning of the service's own headers, where its operator chose another; `X-Charter` unless said. */
  headerPrefix?: string;
  /** For tests. */
  now?: () => Date;
}

/** A message that is what it says. */
export interface VerifiedWebhook<Event extends WebhookEvent = WebhookEvent> {
  /** The same in every attempt: what has been handled under it before is a repetition. */
  deliveryId: string;
  hookId: string;
  event: Event;
  /** When this attempt was sent. */
  sentAt: Date;
  payload: WebhookPayload<Event>;
}

/** The message is not to be trusted: answer 4xx and do nothing. */
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

/** Constant in time. */
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
  // Also when it is no number.
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `The message is not of now: webhook-timestamp is ${text}, more than ${toleranceSeconds} s away.`,
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
 * The message, when both of its signatures are by one of the secrets and its time is near.
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
    throw new WebhookVerificationError('No signature in webhook-signature is of the secret.');
  }
  if (!(await hasPlainSignature(secrets, read(`${headerPrefix}-Signature`), body))) {
    throw new WebhookVerificationError(
      `The signature in ${headerPrefix}-Signature is not of the secret; after a rotation it is of the new one.`,
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
