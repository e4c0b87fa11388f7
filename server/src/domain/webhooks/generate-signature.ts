import { hexSignature } from './signature.ts';

/**
 * Returns the signature that `X-Charter-Signature` carries: the hexadecimal HMAC-SHA-256 of exactly
 * `JSON.stringify(payload)`.
 */
export const generateHookSignature = (input: { secret: string; payload: object }): string =>
  hexSignature(input.secret, JSON.stringify(input.payload));
