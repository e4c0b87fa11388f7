/**
 * Checkpoints: signed statements of where a tenant's chains end, kept outside of the database (docs/audit.md).
 * They are numbered, and each names the hash of the one before it. One line of canonical JSON:
 *
 *     {"heads":{"security":{"hash":"…","sequence":42}},"keyId":"…","number":7,"previous":"…",
 *      "retention":{"security":730},"signature":"…","tenant":"…","time":"…"}
 *
 * `signature` is Ed25519 in base64url over "charter audit checkpoint" LF and the same line without it.
 */
import { hash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ChainHeads } from './ports.ts';

/** Time within which a record must be covered by a checkpoint. After a longer pause the checkpoint signs a gap. */
const SIGNED_WITHIN_MILLISECONDS = 5 * 60_000;
/** Longest time without a checkpoint. A quiet tenant gets checkpoints too, so that a missing one is noticed. */
const HEARTBEAT_MILLISECONDS = 60 * 60_000;
const REASON_MAX_LENGTH = 200;

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

/** A period for which the signing node knows of no successful check for new records, with the reason. */
export interface CheckpointGap {
  since: string;
  until: string;
  reason: string;
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
  gap?: CheckpointGap;
}

export const hashOfLine = (line: string): string => hash('sha256', line);

export const firstPrevious = (tenant: string): string =>
  hash('sha256', `charter audit checkpoints\n${tenant}`);

export function checkpointLine(signer: CheckpointSigner, checkpoint: Checkpoint): string {
  const signed = { ...checkpoint, keyId: signer.keyId };
  const signature = signer.sign(`charter audit checkpoint\n${canonicalJson(signed)}`);
  return canonicalJson({ ...signed, signature });
}

/** The part of a checkpoint that the next one needs. */
interface Seen {
  line: string;
  number: number;
  /** Milliseconds since 1970. */
  time: number;
  heads: ChainHeads;
}

/** Parses a line from the database or the memory. Returns undefined when it is not a checkpoint of the tenant. */
function seenIn(tenantId: string, line: string | undefined): Seen | undefined {
  try {
    const checkpoint = JSON.parse(line ?? '') as Checkpoint;
    const { tenant, number, heads } = checkpoint;
    const time = Date.parse(checkpoint.time);
    const isWhole = canonicalJson(checkpoint) === line && tenant === tenantId && typeof heads === 'object';
    return isWhole && number > 0 && time > 0 ? { line, number, time, heads } : undefined;
  } catch {
    return undefined;
  }
}

interface KnownTenant {
  last?: Seen | undefined;
  /** Time of this node's last successful check, in milliseconds since 1970. */
  lookedAt?: number;
  /** Message of the latest error since that check. */
  failure?: string;
  gap?: { since: number; until: number; reason: string } | undefined;
}

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
        known.failure = (error as Error).message;
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
      for (const known of this.#known.values()) known.failure = (error as Error).message;
      throw error;
    }
  }

  async #write(tenantId: string, known: KnownTenant): Promise<void> {
    const { audit } = this.#deps.store.in(tenantId);
    const lookedAt = this.#deps.clock.now().getTime();
    const taken = await this.#finish(tenantId, known);
    await audit.seal();
    const heads = await audit.heads();
    const now = this.#deps.clock.now();
    this.#noteGap(known, now.getTime());
    if (isDue(known.last, heads, now.getTime())) await this.#sign(tenantId, known, heads, now, taken + 1);
    known.lookedAt = lookedAt;
    delete known.failure;
  }

  /** Writes a line that a node signed but did not write before it died. Returns the highest number in use. */
  async #finish(tenantId: string, known: KnownTenant): Promise<number> {
    const { store, sink, clock } = this.#deps;
    const { audit } = store.in(tenantId);
    const noted = await audit.lastCheckpoint();
    const seen = seenIn(tenantId, noted?.line);
    if (noted !== undefined && seen !== undefined && !noted.isWritten) {
      await sink.write(seen.line, clock.now());
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
    const { store, signer, sink, retention } = this.#deps;
    const { audit } = store.in(tenantId);
    const { last, gap } = known;
    const line = checkpointLine(signer, {
      tenant: tenantId,
      number,
      previous: last === undefined ? firstPrevious(tenantId) : hashOfLine(last.line),
      time: now.toISOString(),
      heads,
      retention,
      ...(gap && { gap: { since: isoTime(gap.since), until: isoTime(gap.until), reason: gap.reason } }),
    });
    // Claims the number together with the line, so that after a crash every node writes the same line.
    if (!(await audit.claimCheckpoint(number, line))) {
      if (((await audit.lastCheckpoint())?.number ?? 0) >= number) return;
      throw new Error(`The database did not keep checkpoint ${number}.`);
    }
    known.last = { line, number, time: now.getTime(), heads };
    await sink.write(line, now);
    await audit.noteWritten(number, now);
  }

  /** Notes a gap when the last check was too long ago. Keeps it while records of its period may still arrive. */
  #noteGap(known: KnownTenant, now: number): void {
    const since = Math.max(0, known.lookedAt ?? 0, known.last?.time ?? 0);
    if (now - since > SIGNED_WITHIN_MILLISECONDS) known.gap = { since, until: now, reason: reasonOf(known) };
    else if (known.gap && now - known.gap.until > SIGNED_WITHIN_MILLISECONDS) known.gap = undefined;
  }
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

function reasonOf({ failure, lookedAt }: KnownTenant): string {
  if (failure !== undefined) return `Earlier tries failed: ${failure}`.slice(0, REASON_MAX_LENGTH);
  return lookedAt === undefined ? 'The node started.' : 'The process did not run.';
}

function isDue(last: Seen | undefined, heads: ChainHeads, now: number): boolean {
  if (last === undefined) return Object.keys(heads).length > 0;
  return now - last.time >= HEARTBEAT_MILLISECONDS || canonicalJson(heads) !== canonicalJson(last.heads);
}
