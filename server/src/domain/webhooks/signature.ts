/**
 * What proves that a message is ours (contract 11): a plain HMAC of the body, and the three headers of the
 * Standard Webhooks specification (https://www.standardwebhooks.com).
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Of a generated secret; the specification asks for 24 to 64. */
const SECRET_BYTES = 32;

export const generateSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Hexadecimal HMAC-SHA-256 of the body; the key is the secret's own text. */
export const hexSignature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');

/** What is wrong with a secret that the caller chose; undefined when nothing is. */
export function secretProblem(secret: string): string | undefined {
  if (!secret.startsWith(PREFIX)) return undefined;
  const encoded = secret.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (isBase64 && bytes.length >= 24 && bytes.length <= 64) return undefined;
  return `After ${PREFIX} the secret must be the base64 of 24 to 64 bytes. Leave the secret out to have one made.`;
}

export interface Signatures {
  'webhook-id': string;
  /** Seconds since 1970. */
  'webhook-timestamp': string;
  /** `v1,<base64>` for each secret, separated by spaces. */
  'webhook-signature': string;
}

/** The Standard Webhooks headers. A receiver keeps the text after `whsec_` as base64, another secret as it is. */
export function standardSignatures(
  secrets: readonly string[],
  messageId: string,
  at: Date,
  body: string,
): Signatures {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${messageId}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
