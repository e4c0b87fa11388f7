/** Signed checkpoints: what the ends of a tenant's chains were at a time, as lines of files. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { sourceOf } from './cloud-event.ts';

export interface Checkpoint {
  tenant: string;
  time: string;
  heads: Record<string, { sequence: number; hash: string }>;
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

/** By their thumbprints, which is what checkpoints name them by. */
export const byThumbprint = (keys: readonly KeyObject[]): PublicKeys =>
  new Map(keys.map((key) => [thumbprintOf(key), key]));

const isHead = (head: unknown): boolean => {
  const { sequence, hash } = (head ?? {}) as Partial<Checkpoint['heads'][string]>;
  return Number.isSafeInteger(sequence) && (sequence ?? 0) > 0 && /^[0-9a-f]{64}$/.test(hash ?? '');
};

/** @throws Error when the line is no checkpoint */
export function readCheckpoint(line: string): Checkpoint {
  const checkpoint = JSON.parse(line) as Checkpoint;
  const { tenant, time, heads, keyId, signature } = checkpoint;
  const texts = [tenant, time, keyId, signature];
  if (texts.some((text) => typeof text !== 'string') || typeof heads !== 'object' || heads === null) {
    throw new Error('it is no checkpoint');
  }
  if (Number.isNaN(Date.parse(time))) throw new Error('the time in it cannot be');
  if (!Object.values(heads).every(isHead)) throw new Error('a place or a hash in it cannot be');
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

/** A place of a chain that a checkpoint has fixed. */
export interface FixedPlace {
  sequence: number;
  hash: string;
  /** When the checkpoint was made. */
  time: string;
}

/** The places that a checkpoint fixes, by the chain's source. */
export const fixedPlaces = ({ tenant, time, heads }: Checkpoint): [source: string, place: FixedPlace][] =>
  Object.entries(heads).map(([trail, head]) => [sourceOf(tenant, trail), { ...head, time }]);

/** A checkpoint as a witness of when the records of its tenant were there. */
export interface TenantCheckpoint {
  time: string;
  /** The same, in milliseconds since 1970. */
  at: number;
  /** Place of the last record of the trail at that time; 0 when there was none. */
  headOf(trail: string): number;
}

export const tenantCheckpoint = ({ time, heads }: Checkpoint): TenantCheckpoint => ({
  time,
  at: Date.parse(time),
  headOf: (trail) => (Object.hasOwn(heads, trail) ? (heads[trail]?.sequence ?? 0) : 0),
});
