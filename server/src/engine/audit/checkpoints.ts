/** Signs checkpoints on this node, and gaps in which it did not check the chains (docs/audit.md). */
import { counter } from '../../kernel/metrics.ts';
import { canonicalJson } from './chain.ts';
import { ChainObserver, FolderFailure, type ObserverDeps } from './chain-observer.ts';
import {
  type CheckpointHead,
  checkpointLine,
  type GapReason,
  genesisCheckpointHash,
  hashOfLine,
  parseCheckpointHead,
} from './checkpoint-lines.ts';
import type { ChainHeads } from './ports.ts';

const SIGNED = counter(
  'charter_audit_checkpoints_total',
  'Audit checkpoints that this node signed. gap: the checkpoint has a gap',
  ['kind'],
);
const FAILED = counter(
  'charter_audit_checkpoint_failures_total',
  'Checks of audit trails that failed, by cause',
  ['reason'],
);

/** Tenants that a round checks at once: the last round of a stopping node must end within seconds. */
const AT_ONCE = 4;
/** Maximum time between two uninterrupted checks. A node checks every minute; the rest allows for a slow check. */
const CHECKED_WITHIN_MILLISECONDS = 90_000;
/** Time in which records of a gap may still arrive, from transactions that began during the gap. */
const LATE_RECORDS_MILLISECONDS = 3 * 60_000;
/**
 * Maximum time between two checkpoints. A tenant without new records gets them too, so that a missing one is detected.
 */
const HEARTBEAT_MILLISECONDS = 60 * 60_000;

/** The last checkpoint of each tenant that this node has seen, stored outside of the database. */
export interface CheckpointMemory {
  lines: ReadonlyMap<string, string>;
  keep(lines: ReadonlyMap<string, string>): Promise<void>;
}

/** Times are in milliseconds since 1970. */
interface KnownTenant {
  last?: CheckpointHead | undefined;
  /** Time of this node's last successful check. */
  lookedAt?: number;
  /** Start of the uninterrupted checks whose latest one is at `lookedAt`. */
  watchedSince?: number;
  /** Cause of the latest error since the last successful check. */
  failure?: GapReason;
  gap?: { since: number; until: number; reason: GapReason; isSigned: boolean } | undefined;
}

export interface CheckpointDeps extends ObserverDeps {
  tenants: () => Promise<readonly string[]>;
  memory: CheckpointMemory;
  retention: Readonly<Record<string, number>>;
}

/**
 * Writes the checkpoints of all tenants. A timer on every node calls writeAll. The database can delay a checkpoint, but
 * a signed gap or a missing number reveals the delay.
 */
export class CheckpointWriter {
  readonly #deps: CheckpointDeps;
  readonly #known = new Map<string, KnownTenant>();
  readonly observer: ChainObserver;
  #listedAt: number | undefined;
  /** The latest round. Rounds follow one another, because each replaces the file of the memory. */
  #round: Promise<void> = Promise.resolve();

  constructor(deps: CheckpointDeps) {
    this.#deps = deps;
    this.observer = new ChainObserver(deps);
    for (const [tenantId, line] of deps.memory.lines) {
      const last = parseCheckpointHead(tenantId, line);
      this.#known.set(tenantId, { last });
      if (last !== undefined) this.observer.remember(tenantId, last.heads);
    }
  }

  /**
   * Writes a checkpoint for each tenant that has new records, or whose last checkpoint is an hour old. Reports the
   * error of a tenant and continues with the next.
   * @throws the error of listing the tenants, or of storing the memory
   */
  writeAll(): Promise<void> {
    const round = this.#round.then(() => this.#writeRound());
    this.#round = round.catch(() => undefined);
    return round;
  }

  async #writeRound(): Promise<void> {
    const { tenants, clock, memory, report } = this.#deps;
    const at = clock.now().getTime();
    // Includes known tenants that the list lacks: the list comes from the database, which may be tampered with.
    const all = new Set([...(await this.#failing(tenants())), ...this.#known.keys()]);
    let isChanged = false;
    const check = async (tenantId: string): Promise<void> => {
      const known = this.#known.get(tenantId) ?? {};
      if (this.#listedAt !== undefined && !this.#known.has(tenantId)) known.lookedAt = this.#listedAt;
      this.#known.set(tenantId, known);
      const before = known.last;
      try {
        await this.#write(tenantId, known);
      } catch (error) {
        known.failure = error instanceof FolderFailure ? 'folder_error' : 'database_error';
        FAILED.inc({ reason: known.failure });
        report(error, { tenantId });
      }
      isChanged ||= known.last?.line !== before?.line;
    };
    const waiting = all.values();
    const place = async (): Promise<void> => {
      for (const tenantId of waiting) await check(tenantId);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, place));
    this.#listedAt = at;
    if (!isChanged) return;
    const signed = [...this.#known].flatMap(([id, { last }]) => (last ? [[id, last.line] as const] : []));
    await memory.keep(new Map(signed));
  }

  /**
   * Returns two ages in seconds. `checkpoint`: the highest age of a tenant's latest checkpoint. `check`: time since
   * this node checked the tenant that it checked longest ago. Each is 0 without one.
   */
  ages(): { checkpoint: number; check: number } {
    const now = this.#deps.clock.now().getTime();
    const known = [...this.#known.values()];
    const oldest = (times: number[]): number =>
      times.length === 0 ? 0 : Math.max(0, now - times.reduce((one, other) => Math.min(one, other))) / 1000;
    return {
      checkpoint: oldest(known.flatMap(({ last }) => last?.time ?? [])),
      check: oldest(known.flatMap(({ lookedAt }) => lookedAt ?? [])),
    };
  }

  /** Records an error of listing the tenants as a failure of every known tenant. */
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
    const heads = await this.observer.read(tenantId);
    try {
      if (sealed.status === 'rejected') throw sealed.reason;
      await this.#checkpoint(tenantId, known, heads);
    } finally {
      // Writes the heads even when the database claims that another node has signed them: the claim may be false.
      await this.observer.write(tenantId, heads);
    }
    known.lookedAt = lookedAt;
    delete known.failure;
  }

  /** Signs the heads when a checkpoint is due. */
  async #checkpoint(tenantId: string, known: KnownTenant, heads: ChainHeads): Promise<void> {
    const taken = await this.#finish(tenantId, known);
    const now = this.#deps.clock.now();
    this.#recordGap(known, heads, now.getTime());
    if (isDue(known, heads, now.getTime())) await this.#sign(tenantId, known, heads, now, taken + 1);
  }

  /** Writes a line that another node signed but did not write before it died. Returns the highest number in use. */
  async #finish(tenantId: string, known: KnownTenant): Promise<number> {
    const { store, clock } = this.#deps;
    const { audit } = store.in(tenantId);
    const recorded = await audit.lastCheckpoint();
    const seen = parseCheckpointHead(tenantId, recorded?.line);
    if (recorded !== undefined && seen !== undefined && !recorded.isWritten) {
      await this.observer.append(seen.line);
      await audit.markWritten(recorded.number, clock.now());
    }
    // Ignores an older checkpoint in the database.
    if (seen !== undefined && seen.number > (known.last?.number ?? 0)) known.last = seen;
    return Math.max(known.last?.number ?? 0, recorded?.number ?? 0);
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
      previous: last === undefined ? genesisCheckpointHash(tenantId) : hashOfLine(last.line),
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
    SIGNED.inc({ kind: gap ? 'gap' : 'plain' });
    await this.observer.appendSigned(tenantId, line, heads);
    await audit.markWritten(number, now);
  }

  /** Claims the number for the line. Returns false when another node has it. */
  async #claim(tenantId: string, number: number, line: string): Promise<boolean> {
    const { audit } = this.#deps.store.in(tenantId);
    if (await audit.claimCheckpoint(number, line)) return true;
    const other = parseCheckpointHead(tenantId, (await audit.lastCheckpoint())?.line);
    if (other !== undefined && other.number >= number) return false;
    throw new Error(`The database did not keep checkpoint ${number}.`);
  }

  /**
   * Records a gap when the last check was too long ago. Keeps it while records of its period may still arrive. A
   * tenant without records at its first check has no gap.
   */
  #recordGap(known: KnownTenant, heads: ChainHeads, now: number): void {
    const { lookedAt, last, gap } = known;
    const isNew = lookedAt === undefined && last === undefined && Object.keys(heads).length === 0;
    // Without an earlier check, the node relies on the last checkpoint, but not on a time in the future.
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
