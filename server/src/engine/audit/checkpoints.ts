/**
 * Checkpoints: what the ends of a tenant's chains were at a time, signed with a key of the installation and
 * taken out of the database, so that not even its owner can rewrite what came before (docs/audit.md). One
 * line of JSON in canonical form:
 *
 *     {"heads":{"teams":{"hash":"…","sequence":42}},"keyId":"…","signature":"…","tenant":"…","time":"…"}
 *
 * `signature` is Ed25519 in base64url, over "charter audit checkpoint" LF and the same line without it.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../store.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ChainHeads } from './ports.ts';

/** A key that signs; its public half is published (GET /audittrails/keys). */
export interface CheckpointSigner {
  /** RFC 7638 thumbprint of the public key. */
  keyId: string;
  /** Ed25519, base64url. */
  sign(text: string): string;
}

/** Where checkpoints go: out of the database, and not back. */
export interface CheckpointSink {
  /** Resolves when the line would outlast a power failure. */
  write(line: string, time: Date): Promise<void>;
}

export interface CheckpointDeps {
  store: Store;
  signer: CheckpointSigner;
  sink: CheckpointSink;
  clock: Clock;
}

const sameHeads = (one: ChainHeads, other: ChainHeads): boolean =>
  Object.keys({ ...one, ...other }).every((code) => one[code]?.sequence === other[code]?.sequence);

export function checkpointLine(
  signer: CheckpointSigner,
  tenant: string,
  heads: ChainHeads,
  time: Date,
): string {
  const checkpoint = { tenant, time: time.toISOString(), heads, keyId: signer.keyId };
  const signature = signer.sign(`charter audit checkpoint\n${canonicalJson(checkpoint)}`);
  return canonicalJson({ ...checkpoint, signature });
}

/** Writes the tenant's checkpoint if something was recorded since its last one; false when nothing was. */
export async function writeCheckpoint(deps: CheckpointDeps, tenantId: string): Promise<boolean> {
  const { audit } = deps.store.in(tenantId);
  await audit.seal();
  const heads = await audit.heads();
  if (sameHeads(heads, await audit.lastCheckpoint())) return false;
  const time = deps.clock.now();
  // Written before it is noted: one that is written twice says the same twice, and none is left out.
  await deps.sink.write(checkpointLine(deps.signer, tenantId, heads, time), time);
  await audit.noteCheckpoint(heads, time);
  return true;
}
