/**
 * Signatures of messages (docs/specification.md, section 11): a plain HMAC of the body, and the three headers of the
 * Standard Webhooks specification (https://www.standardwebhooks.com).
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Message, say } from '../../kernel/messages.ts';

const PREFIX = 'whsec_';
/** Bytes of a generated secret; the specification requires 24 to 64. */
const SECRET_BYTES = 32;

export const generateSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Returns the hexadecimal HMAC-SHA-256 of the body. The key is the text of the secret. */
export const hexSignature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * Returns the keys that receivers may derive from a secret. A secret with the prefix `whsec_` has one key: its
 * base64-decoded rest. The specification does not define other secrets. Libraries base64-decode them, encode them in
 * UTF-8, or use the low byte of each character.
 */
function keyBytesOf(secret: string): Buffer[] {
  if (secret.startsWith(PREFIX)) return [Buffer.from(secret.slice(PREFIX.length), 'base64')];
  const keys = [Buffer.from(secret, 'utf8')];
  if (keys[0]!.length > secret.length) keys.push(Buffer.from([...secret].map((c) => c.charCodeAt(0))));
  const encoded = secret.replace(/={1,2}$/, '');
  // Base64 decoders ignore a single trailing character.
  const whole = encoded.length % 4 === 1 ? encoded.slice(0, -1) : encoded;
  if (/^[A-Za-z0-9+/]+$/.test(whole)) keys.push(Buffer.from(whole, 'base64'));
  return keys;
}

/** Returns the keys of the standard signatures. Callers reuse them: creating a key costs more than signing. */
export const standardKeysOf = (secret: string): KeyObject[] =>
  keyBytesOf(secret).map((bytes) => createSecretKey(bytes));

/** Describes what is wrong with a chosen secret; undefined when it is valid. */
export function secretProblem(secret: string): Message | undefined {
  if (!secret.startsWith(PREFIX)) return undefined;
  const encoded = secret.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (isBase64 && bytes.length >= 24 && bytes.length <= 64) return undefined;
  return say(
    'webhooks.secretEncoding',
    'After {prefix} the secret must be the base64 of 24 to 64 bytes. Omit the secret to get a generated one.',
    { prefix: PREFIX },
  );
}

/** Returns the value of the header `webhook-timestamp`: seconds since 1970. */
export const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1000));

/**
 * Returns the value of the header `webhook-signature`: `v1,<base64>` for each key, separated by spaces.
 * @param keys the keys of all valid secrets, from standardKeysOf
 */
export function standardSignature(
  keys: readonly KeyObject[],
  messageId: string,
  at: Date,
  body: string,
): string {
  const signed = `${messageId}.${timestampOf(at)}.${body}`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' ');
}

/** Returns the value of `X-Charter-Signature`: the hexadecimal HMAC-SHA-256 of exactly `JSON.stringify(payload)`. */
export const generateHookSignature = (input: { secret: string; payload: object }): string =>
  hexSignature(input.secret, JSON.stringify(input.payload));
