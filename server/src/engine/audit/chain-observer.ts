/**
 * Writes the chain heads that this node has read to files outside of the database. They prove that a chain which later
 * contradicts them was rewritten (docs/audit.md).
 */
import type { Deps } from '../deps.ts';
import { canonicalJson } from './chain.ts';
import { type CheckpointSigner, observationLine } from './checkpoint-lines.ts';
import type { ChainHeads } from './ports.ts';

/** Minimum time between two observations of a tenant after sealing. The check that runs every minute may add one. */
const OBSERVED_EVERY_MILLISECONDS = 10_000;

/** Writes checkpoints outside of the database. They are never read back. */
export interface CheckpointSink {
  /** Resolves once the line is durable: it survives a power failure. */
  write(line: string, time: Date): Promise<void>;
}

/** Thrown when the checkpoint folder rejects a line. */
export class FolderFailure extends Error {}

export interface ObserverDeps extends Pick<Deps, 'store' | 'clock'> {
  signer: CheckpointSigner;
  sink: CheckpointSink;
  report: (error: unknown, details: { tenantId: string }) => void;
}

interface Observed {
  /** Heads that this node last read. */
  read?: ChainHeads;
  /** Heads that this node last wrote, as canonical JSON. */
  written?: string;
  /** Time of the last observation after sealing, in milliseconds since 1970. */
  observedAt?: number;
  /** Resolves when all started reads have ended. */
  reading: Promise<unknown>;
}

export class ChainObserver {
  readonly #deps: ObserverDeps;
  readonly #observed = new Map<string, Observed>();
  /** Tenants with sealed records that are not observed yet. */
  readonly #sealed = new Set<string>();

  constructor(deps: ObserverDeps) {
    this.#deps = deps;
  }

  /** Sets the heads that the node read before it started. */
  remember(tenantId: string, heads: ChainHeads): void {
    this.#of(tenantId).read = heads;
  }

  /**
   * Reads the heads of a tenant's chains. Compares them with the last read, and reports a head whose sequence
   * decreased, or whose hash changed at the same sequence.
   */
  async read(tenantId: string): Promise<ChainHeads> {
    const observed = this.#of(tenantId);
    // One read at a time: an older result after a newer one would look like a removal.
    const reading = observed.reading.then(() => this.#deps.store.in(tenantId).audit.heads());
    observed.reading = reading.catch(() => undefined);
    const heads = await reading;
    this.#reportRegression(tenantId, observed.read ?? {}, heads);
    observed.read = heads;
    return heads;
  }

  /** Appends a line to the folder. */
  async append(line: string): Promise<void> {
    try {
      await this.#deps.sink.write(line, this.#deps.clock.now());
    } catch (cause) {
      throw new FolderFailure((cause as Error).message, { cause });
    }
  }

  /** Appends the line of a checkpoint with these heads. */
  async appendSigned(tenantId: string, line: string, heads: ChainHeads): Promise<void> {
    await this.append(line);
    this.#of(tenantId).written = canonicalJson(heads);
  }

  /** Writes the heads as an observation, unless this node has written them already. */
  async write(tenantId: string, heads: ChainHeads): Promise<void> {
    const observed = this.#of(tenantId);
    const text = canonicalJson(heads);
    if (text === observed.written || Object.keys(heads).length === 0) return;
    const time = this.#deps.clock.now().toISOString();
    await this.append(observationLine(this.#deps.signer, { tenant: tenantId, observed: time, heads }));
    observed.written = text;
  }

  /** Observes the tenant now, or in a later observeSealed when the last observation is too recent. */
  addSealed(tenantId: string): Promise<void> {
    this.#sealed.add(tenantId);
    return this.observeSealed();
  }

  /** Observes tenants whose records were sealed. A timer calls this every few seconds. */
  async observeSealed(): Promise<void> {
    for (const tenantId of [...this.#sealed]) {
      const observed = this.#of(tenantId);
      const now = this.#deps.clock.now().getTime();
      if (now - (observed.observedAt ?? 0) < OBSERVED_EVERY_MILLISECONDS) continue;
      this.#sealed.delete(tenantId);
      observed.observedAt = now;
      try {
        await this.write(tenantId, await this.read(tenantId));
      } catch (error) {
        this.#sealed.add(tenantId);
        this.#deps.report(error, { tenantId });
      }
    }
  }

  #of(tenantId: string): Observed {
    const known = this.#observed.get(tenantId);
    if (known !== undefined) return known;
    const observed = { reading: Promise.resolve() };
    this.#observed.set(tenantId, observed);
    return observed;
  }

  #reportRegression(tenantId: string, before: ChainHeads, heads: ChainHeads): void {
    for (const [trail, { sequence, hash }] of Object.entries(before)) {
      const end = Object.hasOwn(heads, trail) ? heads[trail] : undefined;
      const isEarlier = (end?.sequence ?? 0) < sequence;
      if (!isEarlier && (end?.sequence !== sequence || end.hash === hash)) continue;
      const message = isEarlier
        ? `The trail ${trail} ended with record ${sequence} and ends with ${end?.sequence ?? 0} now: records were removed.`
        : `Record ${sequence} of the trail ${trail} has another hash now: records were changed.`;
      this.#deps.report(new Error(message), { tenantId });
    }
  }
}
