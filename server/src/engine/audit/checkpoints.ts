/**
 * Checkpoints: signed statements of where a tenant's chains end, kept outside of the database (docs/audit.md).
 * They are numbered, and each names the hash of the one before it. One line of canonical JSON:
 *
 *     {"heads":{"security":{"hash":"…","sequence":42}},"keyId":"…","number":7,"previous":"…",
 *      "retention":{"security":730},"signature":"…","tenant":"…","time":"…"}
 *
 * `signature` is Ed25519 in base64url over "charter audit checkpoint" LF and the same line without it.
 *
 * A node that has read heads and does not sign a checkpoint of them writes them to the same place as an observation:
 *
 *     {"heads":{…},"keyId":"…","observed":"<time>","signature":"…","tenant":"…"}
 *
 * It has no number, because the database assigns the numbers, and may reject, delay or fake a checkpoint. It is signed
 * over "charter audit observation" LF. A chain that later contradicts it was rewritten.
 */
import { hash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ChainHeads } from './ports.ts';

/** Longest time between two checks without a gap. A node checks every minute; the rest is for a slow check. */
const CHECKED_WITHIN_MILLISECONDS = 90_000;
/** Time in which records of a gap may still arrive, from transactions that began in it. */
const LATE_RECORDS_MILLISECONDS = 3 * 60_000;
/** Longest time without a checkpoint. A quiet tenant gets checkpoints too, so that a missing one is noticed. */
const HEARTBEAT_MILLISECONDS = 60 * 60_000;

/** A key that signs; its public half is published (GET /audittrails/keys). */
export interface CheckpointSigner {
  /** RFC 7638 thumbprint of the public key. */
  keyId: string;
  /** Returns the Ed25519 signature in base64url. */
  sign(text: string): string;
}

/** Writes checkpoints outside of the database. They are never read back. */
export interface CheckpointSink {
  /** Resolves once the line is durable: it survives a power failure. */
  write(line: string, time: Date): Promise<void>;
}

/** The last checkpoint of each tenant that this node has seen, kept outside of the database. */
export interface CheckpointMemory {
  lines: ReadonlyMap<string, string>;
  keep(lines: ReadonlyMap<string, string>): Promise<void>;
}

/** Causes of gaps. Texts of errors are not signed: whoever writes the database chooses some of them. */
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
  /** SHA-256 of the previous line, in hexadecimal digits. Number 1 has the result of `firstPrevious`. */
  previous: string;
  time: string;
  heads: ChainHeads;
  /** Days that records are kept, by trail; a trail that is absent is kept for ever. */
  retention: Readonly<Record<string, number>>;
  /** Since when the signing node has checked without a gap. Refutes the gaps that other nodes signed in this time. */
  watchedSince: string;
  gap?: CheckpointGap;
}

export const hashOfLine = (line: string): string => hash('sha256', line);

export const firstPrevious = (tenant: string): string =>
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

/** The part of a checkpoint that the next one needs. */
interface Seen {
  line: string;
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  heads: ChainHeads;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/** Throws when the value is not an object. */
const areHeads = (heads: ChainHeads): boolean =>
  Object.values(heads).every(
    ({ sequence, hash: digest }) => isCount(sequence) && /^[0-9a-f]{64}$/.test(digest),
  );

/**
 * Parses a line from the database or the memory. Returns undefined when it is not a checkpoint of the tenant. The
 * signature is not verified: a false line leaves a missing number.
 */
function seenIn(tenantId: string, line: string | undefined): Seen | undefined {
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

/** Times are in milliseconds since 1970. */
interface KnownTenant {
  last?: Seen | undefined;
  /** Time of this node's last successful check. */
  lookedAt?: number;
  /** Start of the checks without a gap up to `lookedAt`. */
  watchedSince?: number;
  /** Heads that were read last. */
  read?: ChainHeads;
  /** Heads that this node has written to its folder last, as canonical JSON. */
  written?: string;
  /** Cause of the latest error since the last successful check. */
  failure?: GapReason;
  gap?: { since: number; until: number; reason: GapReason; isSigned: boolean } | undefined;
}

/** The folder rejected a line. */
class FolderFailure extends Error {}

export interface CheckpointDeps extends Pick<Deps, 'store' | 'clock'> {
  tenants: () => Promise<readonly string[]>;
  signer: CheckpointSigner;
  sink: CheckpointSink;
  memory: CheckpointMemory;
  retention: Readonly<Record<string, number>>;
  report: (error: unknown, details: { tenantId: string }) => void;
}

/**
 * Writes the checkpoints of all tenants. A timer on every node calls writeAll. The database can delay a checkpoint, but
 * a signed gap or a missing number reveals the delay.
 */
export class CheckpointWriter {
  readonly #deps: CheckpointDeps;
  readonly #known = new Map<string, KnownTenant>();
  #listedAt: number | undefined;

  constructor(deps: CheckpointDeps) {
    this.#deps = deps;
    for (const [tenantId, line] of deps.memory.lines) {
      this.#known.set(tenantId, { last: seenIn(tenantId, line) });
    }
  }

  /**
   * Writes a checkpoint for each tenant with new records, or whose last one is an hour old. Reports the error of a
   * tenant and continues with the next.
   * @throws the error of listing the tenants, or of keeping the memory
   */
  async writeAll(): Promise<void> {
    const { tenants, clock, memory, report } = this.#deps;
    const at = clock.now().getTime();
    // Includes known tenants that the list lacks: the list comes from the database, which may be tampered with.
    const all = new Set([...(await this.#failing(tenants())), ...this.#known.keys()]);
    let isChanged = false;
    for (const tenantId of all) {
      const known = this.#known.get(tenantId) ?? {};
      if (this.#listedAt !== undefined && !this.#known.has(tenantId)) known.lookedAt = this.#listedAt;
      this.#known.set(tenantId, known);
      const before = known.last;
      try {
        await this.#write(tenantId, known);
      } catch (error) {
        known.failure = error instanceof FolderFailure ? 'folder_error' : 'database_error';
        report(error, { tenantId });
      }
      isChanged ||= known.last?.line !== before?.line;
    }
    this.#listedAt = at;
    if (!isChanged) return;
    const signed = [...this.#known].flatMap(([id, { last }]) => (last ? [[id, last.line] as const] : []));
    await memory.keep(new Map(signed));
  }

  /** Notes an error of listing the tenants as a failure of every known tenant. */
  async #failing<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      for (const known of this.#known.values()) known.failure = 'database_error';
      throw error;
    }
  }

  async #write(tenantId: string, known: KnownTenant): Promise<void> {
    const { audit } = this.#deps.store.in(tenantId);
    const lookedAt = this.#deps.clock.now().getTime();
    // Heads are read and written even when the database rejects everything else.
    const [sealed] = await Promise.allSettled([audit.seal()]);
    const heads = await audit.heads();
    this.#reportRegression(tenantId, known, heads);
    try {
      if (sealed.status === 'rejected') throw sealed.reason;
      await this.#checkpoint(tenantId, known, heads);
    } finally {
      await this.#observe(tenantId, known, heads);
    }
    known.lookedAt = lookedAt;
    delete known.failure;
  }

  /** Signs the heads when a checkpoint is due. */
  async #checkpoint(tenantId: string, known: KnownTenant, heads: ChainHeads): Promise<void> {
    const taken = await this.#finish(tenantId, known);
    const now = this.#deps.clock.now();
    this.#noteGap(known, heads, now.getTime());
    if (isDue(known, heads, now.getTime())) await this.#sign(tenantId, known, heads, now, taken + 1);
  }

  /**
   * Writes the heads as an observation, unless this node has written them already. Otherwise their records could be
   * removed together with the checkpoint that the database claims to have.
   */
  async #observe(tenantId: string, known: KnownTenant, heads: ChainHeads): Promise<void> {
    const text = canonicalJson(heads);
    if (text === known.written || Object.keys(heads).length === 0) return;
    const { signer, clock } = this.#deps;
    const observed = clock.now().toISOString();
    await this.#append(signedLine(signer, 'observation', { tenant: tenantId, observed, heads }));
    known.written = text;
  }

  /** Writes a line outside of the database. */
  async #append(line: string): Promise<void> {
    try {
      await this.#deps.sink.write(line, this.#deps.clock.now());
    } catch (cause) {
      throw new FolderFailure((cause as Error).message, { cause });
    }
  }

  /** Reports chains that this node has read with a later or another end. */
  #reportRegression(tenantId: string, known: KnownTenant, heads: ChainHeads): void {
    for (const [trail, { sequence, hash: digest }] of Object.entries(known.read ?? known.last?.heads ?? {})) {
      const end = Object.hasOwn(heads, trail) ? heads[trail] : undefined;
      const isEarlier = (end?.sequence ?? 0) < sequence;
      if (!isEarlier && (end?.sequence !== sequence || end.hash === digest)) continue;
      const message = isEarlier
        ? `The trail ${trail} ended with record ${sequence} and ends with ${end?.sequence ?? 0} now: records were removed.`
        : `Record ${sequence} of the trail ${trail} has another hash now: records were changed.`;
      this.#deps.report(new Error(message), { tenantId });
    }
    known.read = heads;
  }

  /** Writes a line that a node signed but did not write before it died. Returns the highest number in use. */
  async #finish(tenantId: string, known: KnownTenant): Promise<number> {
    const { store, clock } = this.#deps;
    const { audit } = store.in(tenantId);
    const noted = await audit.lastCheckpoint();
    const seen = seenIn(tenantId, noted?.line);
    if (noted !== undefined && seen !== undefined && !noted.isWritten) {
      await this.#append(seen.line);
      await audit.noteWritten(noted.number, clock.now());
    }
    // Ignores an older checkpoint in the database.
    if (seen !== undefined && seen.number > (known.last?.number ?? 0)) known.last = seen;
    return Math.max(known.last?.number ?? 0, noted?.number ?? 0);
  }

  async #sign(
    tenantId: string,
    known: KnownTenant,
    heads: ChainHeads,
    now: Date,
    number: number,
  ): Promise<void> {
    const { store, signer, retention } = this.#deps;
    const { audit } = store.in(tenantId);
    const { last, gap, watchedSince = now.getTime() } = known;
    const line = checkpointLine(signer, {
      tenant: tenantId,
      number,
      previous: last === undefined ? firstPrevious(tenantId) : hashOfLine(last.line),
      time: now.toISOString(),
      heads,
      retention,
      watchedSince: isoTime(watchedSince),
      ...(gap && { gap: { since: isoTime(gap.since), until: isoTime(gap.until), reason: gap.reason } }),
    });
    // Claims the number together with the line, so that after a crash every node writes the same line.
    if (!(await this.#claim(tenantId, number, line))) return;
    known.last = { line, number, time: now.getTime(), heads };
    if (gap) gap.isSigned = true;
    await this.#append(line);
    known.written = canonicalJson(heads);
    await audit.noteWritten(number, now);
  }

  /** Claims the number for the line. Returns false when another node has it. */
  async #claim(tenantId: string, number: number, line: string): Promise<boolean> {
    const { audit } = this.#deps.store.in(tenantId);
    if (await audit.claimCheckpoint(number, line)) return true;
    const other = seenIn(tenantId, (await audit.lastCheckpoint())?.line);
    if (other !== undefined && other.number >= number) return false;
    throw new Error(`The database did not keep checkpoint ${number}.`);
  }

  /**
   * Notes a gap when the last check was too long ago. Keeps it while records of its period may still arrive. A tenant
   * without records at its first check has no gap.
   */
  #noteGap(known: KnownTenant, heads: ChainHeads, now: number): void {
    const { lookedAt, last, gap } = known;
    const isNew = lookedAt === undefined && last === undefined && Object.keys(heads).length === 0;
    // Without a check of its own, the node relies on the last checkpoint, but not on a time in the future.
    const since = isNew ? now : (lookedAt ?? Math.min(last?.time ?? 0, now));
    known.watchedSince ??= since;
    if (now - since > CHECKED_WITHIN_MILLISECONDS) {
      known.gap = {
        since: gap?.isSigned === false ? gap.since : since,
        until: now,
        reason: reasonOf(known),
        isSigned: false,
      };
      known.watchedSince = now;
    } else if (gap?.isSigned && now - gap.until > LATE_RECORDS_MILLISECONDS) known.gap = undefined;
  }
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

function reasonOf({ failure, lookedAt }: KnownTenant): GapReason {
  return failure ?? (lookedAt === undefined ? 'node_started' : 'process_paused');
}

function isDue({ last, gap }: KnownTenant, heads: ChainHeads, now: number): boolean {
  if (gap?.isSigned === false) return true;
  if (last === undefined) return Object.keys(heads).length > 0;
  return now - last.time >= HEARTBEAT_MILLISECONDS || canonicalJson(heads) !== canonicalJson(last.heads);
}
