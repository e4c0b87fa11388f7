/** Signed checkpoints: where the chains of a tenant ended at a time, one line of canonical JSON each. */
import { createHash, createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** A time in which nobody looked whether there was something to sign. */
export interface Gap {
  since: string;
  until: string;
  reason: string;
}

export interface Checkpoint {
  tenant: string;
  /** 1, 2, 3… for each tenant. */
  number: number;
  /** Hash of the line before. */
  previous: string;
  time: string;
  heads: Record<string, { sequence: number; hash: string }>;
  /** Days that records are kept, by trail. */
  retention: Record<string, number>;
  gap?: Gap;
  keyId: string;
  signature: string;
}

export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** RFC 7638. */
function thumbprintOf(key: KeyObject): string {
  const { crv, kty, x } = key.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

/**
 * Ed25519 public keys from a file: PEM, a JWK, or a JWK Set as GET /audittrails/keys answers it.
 * @throws Error when there is none in it
 */
export function readPublicKeys(text: string): KeyObject[] {
  const keys = text.trimStart().startsWith('{')
    ? jwksOf(text).map((jwk) => createPublicKey({ key: jwk as never, format: 'jwk' }))
    : [createPublicKey(text)];
  if (keys.length === 0 || keys.some((key) => key.asymmetricKeyType !== 'ed25519')) {
    throw new Error('it holds no Ed25519 public key');
  }
  return keys;
}

function jwksOf(text: string): object[] {
  const document = JSON.parse(text) as { keys?: object[] };
  return document.keys ?? [document];
}

/** Keys by their thumbprints, as checkpoints name them. */
export const byThumbprint = (keys: readonly KeyObject[]): PublicKeys =>
  new Map(keys.map((key) => [thumbprintOf(key), key]));

/** Whole, above zero. */
const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;
const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isHead(value: unknown): boolean {
  const { sequence, hash: digest } = (value ?? {}) as { sequence?: unknown; hash?: string };
  return isNumber(sequence) && /^[0-9a-f]{64}$/.test(digest ?? '');
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isObject(value)) return false;
  const { tenant, number, previous, time, heads, retention, gap, keyId, signature } =
    value as Partial<Checkpoint>;
  const hasTexts = [tenant, previous, keyId, signature].every((text) => typeof text === 'string');
  if (!hasTexts || !isNumber(number) || !isTime(time) || !isObject(heads) || !isObject(retention))
    return false;
  if (gap !== undefined && !(isTime(gap?.since) && isTime(gap.until) && typeof gap.reason === 'string')) {
    return false;
  }
  return Object.values(heads).every(isHead) && Object.values(retention).every(isNumber);
}

/** @throws Error when the line is anything but a checkpoint, as it was written to the letter */
export function readCheckpoint(line: string): Checkpoint {
  const checkpoint: unknown = JSON.parse(line);
  if (!isCheckpoint(checkpoint)) throw new Error('a member is missing or has an impossible value');
  if (canonicalJson(checkpoint) !== line) throw new Error('it is not written as the service writes it');
  return checkpoint;
}

/** `unknown`: none of the keys is the one it names. */
export function judgeSignature(checkpoint: Checkpoint, keys: PublicKeys): 'good' | 'bad' | 'unknown' {
  const key = keys.get(checkpoint.keyId);
  if (key === undefined) return 'unknown';
  const { signature, ...signed } = checkpoint;
  const text = Buffer.from(`charter audit checkpoint\n${canonicalJson(signed)}`);
  return verify(null, text, key, Buffer.from(signature, 'base64url')) ? 'good' : 'bad';
}

/** What the next checkpoint names as the one before it. */
export const hashOf = (checkpoint: Checkpoint): string => hash('sha256', canonicalJson(checkpoint));

/** What the first checkpoint of a tenant names as the one before it. */
export const firstPrevious = (tenant: string): string =>
  hash('sha256', `charter audit checkpoints\n${tenant}`);
