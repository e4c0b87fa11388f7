/** Signed checkpoints. Each is a line of canonical JSON that identifies the last record of each chain of a tenant. */
import { createHash, createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from '@charter/sdk';

/** A time span in which the signing node did not check for new records, with the code of its reason. */
export interface Gap {
  since: string;
  until: string;
  reason: string;
}

/** Chain heads that a node has read and signed itself. The database neither numbers nor stores them. */
export interface Observation {
  tenant: string;
  /** RFC 3339 UTC. */
  observed: string;
  heads: Checkpoint['heads'];
  keyId: string;
  signature: string;
}

export interface Checkpoint {
  tenant: string;
  /** Sequential number, which starts at 1 for each tenant. */
  number: number;
  /** Hash of the previous checkpoint's line. */
  previous: string;
  time: string;
  heads: Record<string, { sequence: number; hash: string }>;
  /** Retention in days, by trail. */
  retention: Record<string, number>;
  /** Start of the signing node's uninterrupted checks; absent from old checkpoints. */
  watchedSince?: string;
  gap?: Gap;
  keyId: string;
  signature: string;
}

export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** Returns the thumbprint of the key (RFC 7638). */
function thumbprintOf(key: KeyObject): string {
  const { crv, kty, x } = key.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

/**
 * Reads Ed25519 public keys: PEM, a JWK, or a JWK Set as GET /audittrails/keys returns it.
 * @throws Error when the text contains no key, or a key that is not Ed25519
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

export const byThumbprint = (keys: readonly KeyObject[]): PublicKeys =>
  new Map(keys.map((key) => [thumbprintOf(key), key]));

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
  const { tenant, number, previous, time, heads, retention, watchedSince, gap, keyId, signature } =
    value as Partial<Checkpoint>;
  const hasTexts = [tenant, previous, keyId, signature].every((text) => typeof text === 'string');
  if (!hasTexts || !isNumber(number) || !isTime(time) || !isObject(heads) || !isObject(retention))
    return false;
  if (watchedSince !== undefined && !isTime(watchedSince)) return false;
  if (gap !== undefined && !(isTime(gap?.since) && isTime(gap.until) && typeof gap.reason === 'string')) {
    return false;
  }
  return Object.values(heads).every(isHead) && Object.values(retention).every(isNumber);
}

function isObservation(value: unknown): value is Observation {
  if (!isObject(value) || !('observed' in value)) return false;
  const { tenant, observed, heads, keyId, signature } = value as Partial<Observation>;
  const hasTexts = [tenant, keyId, signature].every((text) => typeof text === 'string');
  return hasTexts && isTime(observed) && isObject(heads) && Object.values(heads).every(isHead);
}

/** @throws Error unless the line is exactly a canonical checkpoint or observation */
export function parseSignedLine(line: string): Checkpoint | Observation {
  const signed: unknown = JSON.parse(line);
  if (!isObservation(signed) && !isCheckpoint(signed)) {
    throw new Error('a member is missing or has an impossible value');
  }
  if (canonicalJson(signed) !== line) throw new Error('it is not written as the service writes it');
  return signed;
}

/** Verifies the signature; `unknown` when the named key is not among `keys`. */
export function judgeSignature(line: Checkpoint | Observation, keys: PublicKeys): 'good' | 'bad' | 'unknown' {
  const key = keys.get(line.keyId);
  if (key === undefined) return 'unknown';
  const { signature, ...signed } = line;
  const purpose = 'observed' in line ? 'observation' : 'checkpoint';
  const text = Buffer.from(`charter audit ${purpose}\n${canonicalJson(signed)}`);
  return verify(null, text, key, Buffer.from(signature, 'base64url')) ? 'good' : 'bad';
}

/** Returns the hash that the next checkpoint has as `previous`. */
export const hashOf = (checkpoint: Checkpoint): string => hash('sha256', canonicalJson(checkpoint));

/** Returns the hash that a tenant's first checkpoint has as `previous`. */
export const genesisCheckpointHash = (tenant: string): string =>
  hash('sha256', `charter audit checkpoints\n${tenant}`);
