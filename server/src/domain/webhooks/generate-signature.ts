import { hexSignature } from './signature.ts';

/**
 * The signature that a delivery of this payload carries in `X-Charter-Signature`, signed with this secret.
 * Hexadecimal HMAC-SHA-256 of exactly `JSON.stringify(payload)`.
 */
export const generateHookSignature = (input: { secret: string; payload: object }): string =>
  hexSignature(input.secret, JSON.stringify(input.payload));
