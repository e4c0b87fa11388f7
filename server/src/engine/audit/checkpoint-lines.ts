/**
 * Checkpoints: signed statements of where a tenant's chains end, stored outside of the database (docs/audit.md).
 * They are numbered, and each names the hash of the previous one. One line of canonical JSON:
 *
 *     {"heads":{"security":{"hash":"…","sequence":42}},"keyId":"…","number":7,"previous":"…",
 *      "retention":{"security":730},"signature":"…","tenant":"…","time":"…","watchedSince":"…"}
 *
 * A checkpoint after a gap also has the member `gap`. `signature` is Ed25519 in base64url over "charter audit
 * checkpoint" LF and the same line without it.
 *
 * A node that reads heads and signs no checkpoint of them writes them to the same folder as an observation:
 *
 *     {"heads":{…},"keyId":"…","observed":"<time>","signature":"…","tenant":"…"}
 *
 * An observation has no number, because the database assigns the numbers, and may reject, delay or fake a checkpoint.
 * It is signed over "charter audit observation" LF. A chain that later contradicts it was rewritten.
 */
import { hash } from 'node:crypto';
import { canonicalJson } from './chain.ts';
import type { ChainHead, ChainHeads } from './ports.ts';

/** A signing key. Its public key is published (GET /audittrails/keys). */
export interface CheckpointSigner {
  /** RFC 7638 thumbprint of the public key. */
  keyId: string;
  /** Returns the Ed25519 signature in base64url. */
  sign(text: string): string;
}

/** Causes of gaps. Error texts are not signed: whoever can write to the database chooses some of them. */
export type GapReason = 'node_started' | 'process_paused' | 'database_error' | 'folder_error';

/** A period for which the signing node knows of no successful check for new records, with the reason. */
export interface CheckpointGap {
  since: string;
  until: string;
  reason: GapReason;
}

export interface Checkpoint {
  tenant: string;
  /** Number of the checkpoint: 1, 2, 3… for each tenant, counted over all nodes. */
  number: number;
  /** SHA-256 of the previous line, in hexadecimal digits. Number 1 has the result of `genesisCheckpointHash`. */
  previous: string;
  time: string;
  heads: ChainHeads;
  /** Days that each trail stores its records. A trail that is absent stores them forever. */
  retention: Readonly<Record<string, number>>;
  /** Start of the signing node's uninterrupted checks. Refutes the gaps that other nodes signed for this period. */
  watchedSince: string;
  gap?: CheckpointGap;
}

export const hashOfLine = (line: string): string => hash('sha256', line);

export const genesisCheckpointHash = (tenant: string): string =>
  hash('sha256', `charter audit checkpoints\n${tenant}`);

function signedLine(
  signer: CheckpointSigner,
  purpose: 'checkpoint' | 'observation',
  statement: object,
): string {
  const signed = { ...statement, keyId: signer.keyId };
  const signature = signer.sign(`charter audit ${purpose}\n${canonicalJson(signed)}`);
  return canonicalJson({ ...signed, signature });
}

export const checkpointLine = (signer: CheckpointSigner, checkpoint: Checkpoint): string =>
  signedLine(signer, 'checkpoint', checkpoint);

/** Returns the line of an observation: heads that a node has read. */
export const observationLine = (
  signer: CheckpointSigner,
  observation: { tenant: string; observed: string; heads: ChainHeads },
): string => signedLine(signer, 'observation', observation);

/** The part of a checkpoint that the next one needs. */
export interface CheckpointHead {
  line: string;
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  heads: ChainHeads;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

const isHead = (head: Partial<ChainHead> | null): boolean =>
  isCount(head?.sequence) && /^[0-9a-f]{64}$/.test(String(head?.hash));

/** Whether the value maps trails to valid heads. */
const areHeads = (heads: unknown): boolean =>
  typeof heads === 'object' && heads !== null && !Array.isArray(heads) && Object.values(heads).every(isHead);

/**
 * Parses a line from the database or from the stored checkpoints. Returns undefined when it is not a checkpoint of the
 * tenant. The signature is not verified: a forged line only causes a missing number.
 */
export function parseCheckpointHead(tenantId: string, line: string | undefined): CheckpointHead | undefined {
  try {
    const checkpoint = JSON.parse(line ?? '') as Checkpoint;
    const { tenant, number, heads } = checkpoint;
    const time = Date.parse(checkpoint.time);
    const isWhole = canonicalJson(checkpoint) === line && tenant === tenantId && areHeads(heads);
    return isWhole && isCount(number) && time > 0 ? { line, number, time, heads } : undefined;
  } catch {
    return undefined;
  }
}
