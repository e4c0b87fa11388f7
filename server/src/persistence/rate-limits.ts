/**
 * Rate limits shared by all nodes, cheap enough for the hot path (docs/adr/0003).
 *
 * Each principal has one versioned row. A node caches rows and writes by compare-and-swap; when another node wins, it
 * reads the row and counts again. Calls that arrive during a write share the next one. A call beyond the cached limit
 * is rejected without a query, because other nodes can only have added calls.
 *
 * With a small limit (EXACT_LIMIT) a call waits until it is counted. With a large limit it proceeds at once, and the
 * node writes it within a second, or within 50 ms when the node's unwritten calls of the principal are a twentieth of
 * the limit. For each node beyond the first, a principal may exceed a large limit by that twentieth and the calls of
 * 50 ms.
 *
 * While the database is unavailable, each node enforces the limits by its own counts and retries the write.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { RateLimit, RateLimiter, RateVerdict, Tier } from '../engine/limits/ports.ts';
import {
  addCall,
  type CallCounts,
  callsInWindow,
  countCalls,
  EXACT_LIMIT,
  mergeCalls,
  secondsUntilFree,
} from '../engine/limits/sliding-window.ts';
import { maxEntries } from '../kernel/cache.ts';
import type { Clock, Sleep } from '../kernel/clock.ts';
import { columns, number, text } from '../kernel/columns.ts';
import { type Statements, sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';

const TIERS: readonly Tier[] = [1, 2, 3];
/** Maximum number of rounds of compare-and-swap. Each lost round means that another node won. */
const MAX_ROUNDS = 100;
/** Pause before a write, and between the write attempts of a node that uses only its own counts. */
const WRITE_MILLISECONDS = 1_000;
/** Pause before the write of a principal with many unwritten calls. */
const WRITE_MANY_MILLISECONDS = 50;
/** Share of a limit from which unwritten calls are many. */
const MANY_UNWRITTEN = 1 / 20;

const COUNTED = columns<{ principalId: string; version: number; calls: string }>({
  principalId: text(),
  version: number(sql`version::float8`),
  calls: text(),
});

type TierCalls = Record<Tier, CallCounts>;

/** A node's view of a principal: the last known row, and the calls allowed since. */
interface KnownCounts {
  version: number;
  written: TierCalls;
  unwritten: TierCalls;
}

interface PendingCall {
  principalId: string;
  tier: Tier;
  resolve(verdict: RateVerdict): void;
}

interface TenantQueue {
  waiting: PendingCall[];
  /** Principals with calls that the database does not count yet. */
  behind: Set<string>;
  running: boolean;
  /** Whether another write follows the one that runs. */
  isWriteNext: boolean;
  /** Lengths in milliseconds of the pauses after which a write is due. */
  pauses: Set<number>;
}

const NO_CALLS: TierCalls = { 1: [], 2: [], 3: [] };
const UNKNOWN: KnownCounts = { version: 0, written: NO_CALLS, unwritten: NO_CALLS };

const mapTiers = (make: (tier: Tier) => CallCounts): TierCalls => ({ 1: make(1), 2: make(2), 3: make(3) });

const allCalls = ({ written, unwritten }: KnownCounts): TierCalls =>
  mapTiers((tier) => mergeCalls(written[tier], unwritten[tier]));

/** Encodes pairs as flat lists of numbers: short to store and fast to parse. */
const encode = (calls: TierCalls): string => JSON.stringify(TIERS.map((tier) => calls[tier].flat()));

function decode(text: string): TierCalls {
  const lists = JSON.parse(text) as number[][];
  return mapTiers((tier) => {
    const flat = lists[tier - 1] ?? [];
    return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index]!, flat[2 * index + 1]!]);
  });
}

export interface SharedLimits {
  tiers: Record<Tier, RateLimit>;
  all: RateLimit;
}

export class SharedRateLimiter implements RateLimiter {
  readonly #databases: TenantDatabases;
  readonly #clock: Clock;
  readonly #limits: SharedLimits;
  readonly #onAlone: (error: unknown) => void;
  readonly #sleep: Sleep;
  /** Tenants whose last write failed: this node uses only its own counts for them. */
  readonly #alone = new Set<string>();
  readonly #known = new LRUCache<string, KnownCounts>(maxEntries(20_000));
  readonly #queues = new Map<string, TenantQueue>();

  /**
   * @param onAlone called with the reason when this node begins to count a tenant's calls alone
   * @param sleep pauses before a later write; the default lets the process end
   */
  constructor(
    databases: TenantDatabases,
    clock: Clock,
    limits: SharedLimits,
    onAlone: (error: unknown) => void,
    sleep: Sleep = (milliseconds) => delay(milliseconds, undefined, { ref: false }),
  ) {
    this.#databases = databases;
    this.#clock = clock;
    this.#limits = limits;
    this.#onAlone = onAlone;
    this.#sleep = sleep;
  }

  take(tenantId: string, principalId: string, tier: Tier): Promise<RateVerdict> | RateVerdict {
    const known = this.#known.get(`${tenantId} ${principalId}`);
    const isLarge = this.#limits.tiers[tier].max > EXACT_LIMIT;
    if (this.#alone.has(tenantId) || (known !== undefined && isLarge)) {
      return this.#countHere(tenantId, principalId, tier);
    }
    if (known !== undefined) {
      const { verdict } = this.#decide(allCalls(known), tier, this.#clock.now().getTime());
      if (!verdict.allowed) return verdict;
    }
    return new Promise((resolve) => {
      const queue = this.#queueOf(tenantId);
      queue.waiting.push({ principalId, tier, resolve });
      void this.#drain(tenantId, queue);
    });
  }

  /** Decides by the counts of this node, and writes an allowed call later. */
  #countHere(tenantId: string, principalId: string, tier: Tier): RateVerdict {
    const key = `${tenantId} ${principalId}`;
    const known = this.#known.get(key) ?? UNKNOWN;
    const { verdict, calls } = this.#decide(allCalls(known), tier, this.#clock.now().getTime());
    if (!verdict.allowed) return verdict;
    const unwritten = this.#addTo(known.unwritten, tier, calls);
    this.#known.set(key, { ...known, unwritten });
    const queue = this.#queueOf(tenantId);
    queue.behind.add(principalId);
    const isMany = countCalls(unwritten[tier]) >= this.#limits.tiers[tier].max * MANY_UNWRITTEN;
    const isSoon = isMany && !this.#alone.has(tenantId);
    this.#writeAfter(isSoon ? WRITE_MANY_MILLISECONDS : WRITE_MILLISECONDS, tenantId, queue);
    return verdict;
  }

  /** Adds the last call of `calls` to `unwritten`, and removes calls that have left the window. */
  #addTo(unwritten: TierCalls, tier: Tier, calls: CallCounts): TierCalls {
    const [time] = calls.at(-1) as readonly [number, number];
    const counting = callsInWindow(unwritten[tier], this.#limits.tiers[tier], time);
    return { ...unwritten, [tier]: mergeCalls(counting, [[time, 1]]) };
  }

  #statements(tenantId: string): Statements {
    return statements(this.#databases.for(tenantId), tenantId);
  }

  #queueOf(tenantId: string): TenantQueue {
    let queue = this.#queues.get(tenantId);
    if (queue === undefined) {
      queue = { waiting: [], behind: new Set(), running: false, isWriteNext: false, pauses: new Set() };
      this.#queues.set(tenantId, queue);
    }
    return queue;
  }

  #writeAfter(milliseconds: number, tenantId: string, queue: TenantQueue): void {
    if (queue.pauses.has(milliseconds)) return;
    queue.pauses.add(milliseconds);
    void this.#sleep(milliseconds).then(() => {
      queue.pauses.delete(milliseconds);
      return this.#drain(tenantId, queue);
    });
  }

  /** Decides about one more call, and returns the tier's calls including this one. */
  #decide(present: TierCalls, tier: Tier, now: number): { verdict: RateVerdict; calls: CallCounts } {
    const { tiers: limits, all } = this.#limits;
    const counting = mapTiers((each) => callsInWindow(present[each], limits[each], now));
    const used = countCalls(counting[tier]);
    const usedByAll = TIERS.reduce((sum, each) => sum + countCalls(counting[each]), 0);
    const allIsNearer = all.max - usedByAll < limits[tier].max - used;
    const [limit, taken] = allIsNearer ? [all, usedByAll] : [limits[tier], used];
    const calls = addCall(counting[tier], limits[tier], now);
    const next = { ...counting, [tier]: calls };
    // This call leaves the window last, so it matters to the time only if the window was empty.
    const leaving = allIsNearer ? mergeCalls(mergeCalls(next[1], next[2]), next[3]) : calls;
    return {
      verdict: {
        allowed: taken < limit.max,
        limit: limit.max,
        remaining: Math.max(0, limit.max - taken - 1),
        resetSeconds: secondsUntilFree(leaving, limit, now, taken - limit.max + 1),
      },
      calls,
    };
  }

  /** Runs one write at a time per tenant. Calls that arrive meanwhile go into the next one. */
  async #drain(tenantId: string, queue: TenantQueue): Promise<void> {
    queue.isWriteNext = true;
    if (queue.running) return;
    queue.running = true;
    // Batches the calls of one turn of the event loop.
    await Promise.resolve();
    while (queue.isWriteNext) {
      queue.isWriteNext = false;
      const takes = queue.waiting;
      queue.waiting = [];
      await this.#attempt(tenantId, queue, takes);
    }
    queue.running = false;
  }

  /** Writes the waiting calls. When that fails, counts them only on this node. */
  async #attempt(tenantId: string, queue: TenantQueue, takes: PendingCall[]): Promise<void> {
    const behind = [...queue.behind];
    queue.behind.clear();
    try {
      await this.#count(tenantId, behind, takes);
      this.#alone.delete(tenantId);
    } catch (error) {
      if (!this.#alone.has(tenantId)) this.#onAlone(error);
      this.#alone.add(tenantId);
      for (const id of behind) queue.behind.add(id);
      this.#writeAfter(WRITE_MILLISECONDS, tenantId, queue);
      for (const { principalId, tier, resolve } of [...takes, ...queue.waiting.splice(0)]) {
        resolve(this.#countHere(tenantId, principalId, tier));
      }
    }
  }

  /**
   * Decides the calls in `open` and writes the counts, also those of the principals in `behind`. Removes each decided
   * call from `open`.
   */
  async #count(tenantId: string, behind: string[], open: PendingCall[]): Promise<void> {
    for (let round = 0; open.length + behind.length; round += 1) {
      if (round === MAX_ROUNDS) throw new Error(`Lost ${MAX_ROUNDS} rounds of counting calls.`);
      const now = this.#clock.now().getTime();
      const next = new Map<string, TierCalls>();
      const knownOf = (id: string): KnownCounts => this.#known.get(`${tenantId} ${id}`) ?? UNKNOWN;
      for (const id of behind) next.set(id, allCalls(knownOf(id)));
      const verdicts = open.map((take) => {
        const present = next.get(take.principalId) ?? allCalls(knownOf(take.principalId));
        const { verdict, calls } = this.#decide(present, take.tier, now);
        if (verdict.allowed) next.set(take.principalId, { ...present, [take.tier]: calls });
        return { take, verdict };
      });
      const lost = await this.#write(tenantId, next, now);
      open.length = 0;
      for (const { take, verdict } of verdicts) {
        if (lost.includes(take.principalId)) open.push(take);
        else take.resolve(verdict);
      }
      behind = behind.filter((id) => lost.includes(id));
      if (lost.length) await this.#read(tenantId, lost);
    }
  }

  /** Writes the calls, and returns the principals for whom another node won. */
  async #write(tenantId: string, next: ReadonlyMap<string, TierCalls>, now: number): Promise<string[]> {
    if (!next.size) return [];
    // Every node locks rows in the same order, which prevents deadlocks.
    const principals = [...next.keys()].sort();
    const before = principals.map((id) => this.#known.get(`${tenantId} ${id}`) ?? UNKNOWN);
    const written = principals.map((id) => {
      const calls = next.get(id) as TierCalls;
      return mapTiers((tier) => callsInWindow(calls[tier], this.#limits.tiers[tier], now));
    });
    const versions = before.map(({ version }) => version + 1);
    const { tenant, all } = this.#statements(tenantId);
    // Writes each row over the version that it was derived from.
    const won = new Set(
      await all(text())`
        insert into charter.rate_limits as stored (tenant_id, principal_id, version, calls, updated_at)
        select ${tenant}, new.*, ${new Date(now)}
          from unnest(${principals}::text[], ${versions}::bigint[], ${written.map(encode)}::text[])
            as new (principal_id, version, calls)
        on conflict (tenant_id, principal_id) do update
          set version = excluded.version, calls = excluded.calls, updated_at = excluded.updated_at
          where stored.version = excluded.version - 1
        returning principal_id`,
    );
    for (const [index, id] of principals.entries()) {
      if (!won.has(id)) continue;
      const key = `${tenantId} ${id}`;
      const { unwritten } = before[index] as KnownCounts;
      this.#known.set(key, {
        version: versions[index] as number,
        written: written[index] as TierCalls,
        unwritten: without(this.#known.get(key)?.unwritten ?? NO_CALLS, unwritten),
      });
    }
    return principals.filter((id) => !won.has(id));
  }

  async #read(tenantId: string, principals: readonly string[]): Promise<void> {
    const { tenant, all } = this.#statements(tenantId);
    const rows = await all(COUNTED)`
      select ${COUNTED} from charter.rate_limits
       where tenant_id = ${tenant} and principal_id = any(${principals}::text[])`;
    const found = new Map(rows.map((row) => [row.principalId, row]));
    for (const id of principals) {
      const key = `${tenantId} ${id}`;
      const row = found.get(id);
      const unwritten = this.#known.get(key)?.unwritten ?? NO_CALLS;
      const written = row === undefined ? NO_CALLS : decode(row.calls);
      this.#known.set(key, { version: row?.version ?? 0, written, unwritten });
    }
  }

  /** Deletes rows that were not written for twice the longest window. Returns the number of deleted rows. */
  async removeExpired(tenantId: string): Promise<number> {
    const longest = Math.max(...TIERS.map((tier) => this.#limits.tiers[tier].windowMilliseconds));
    const before = new Date(this.#clock.now().getTime() - 2 * longest);
    const { tenant, write } = this.#statements(tenantId);
    return write`delete from charter.rate_limits where tenant_id = ${tenant} and updated_at < ${before}`;
  }
}

/** Returns the calls that have been added since `earlier`. */
const without = (calls: TierCalls, earlier: TierCalls): TierCalls =>
  mapTiers((tier) => {
    const counts = new Map(earlier[tier]);
    return calls[tier]
      .map(([time, number]) => [time, number - (counts.get(time) ?? 0)] as const)
      .filter(([, number]) => number > 0);
  });
