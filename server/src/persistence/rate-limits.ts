/**
 * Rate limits shared by all nodes and counted exactly, at a cost that fits the hot path (docs/adr/0003).
 *
 * A principal's calls are one row with a version. A node keeps the rows it used last and writes a new one
 * only over the version it knows (compare and swap); when another node was faster it reads that row and
 * counts again. Calls that arrive while a write is under way are written together by the next, so under load
 * one statement counts many calls. A call that is over the limit by what the node already knows is refused
 * without asking the database: other nodes can only have added to it.
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RateLimit, RateLimiter, RateVerdict, Tier } from '../domain/limits/ports.ts';
import { add, type Calls, count, secondsUntilFree, within } from '../domain/limits/sliding-window.ts';
import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import type { CharterTables } from './tables.ts';

const TIERS: readonly Tier[] = [1, 2, 3];
/** Rounds of compare and swap before giving up; each lost round means that another node won one. */
const MOST_ROUNDS = 100;

interface State {
  version: number;
  tiers: Record<Tier, Calls>;
}

interface Take {
  principalId: string;
  tier: Tier;
  resolve(verdict: RateVerdict): void;
  reject(error: unknown): void;
}

interface Queue {
  waiting: Take[];
  running: boolean;
}

const EMPTY: State = { version: 0, tiers: { 1: [], 2: [], 3: [] } };

/** Two numbers a pair, flat: short to store and quick to parse. */
const encode = (state: State): string => JSON.stringify(TIERS.map((tier) => state.tiers[tier].flat()));

function decode(version: number, text: string): State {
  const lists = JSON.parse(text) as number[][];
  const pairs = (flat: number[]): Calls =>
    Array.from({ length: flat.length / 2 }, (_, index) => [
      flat[2 * index] as number,
      flat[2 * index + 1] as number,
    ]);
  const [first = [], second = [], third = []] = lists;
  return { version, tiers: { 1: pairs(first), 2: pairs(second), 3: pairs(third) } };
}

export class SharedRateLimiter implements RateLimiter {
  readonly #databases: TenantDatabases<CharterTables>;
  readonly #clock: Clock;
  readonly #tiers: Record<Tier, RateLimit>;
  readonly #all: RateLimit;
  readonly #states = new LRUCache<string, State>({ max: 20_000 });
  readonly #queues = new Map<string, Queue>();

  constructor(
    databases: TenantDatabases<CharterTables>,
    clock: Clock,
    limits: { tiers: Record<Tier, RateLimit>; all: RateLimit },
  ) {
    this.#databases = databases;
    this.#clock = clock;
    this.#tiers = limits.tiers;
    this.#all = limits.all;
  }

  take(tenantId: string, principalId: string, tier: Tier): Promise<RateVerdict> {
    const known = this.#states.get(`${tenantId} ${principalId}`);
    if (known !== undefined) {
      const { verdict } = this.#decide(known, tier, this.#clock.now().getTime());
      if (!verdict.allowed) return Promise.resolve(verdict);
    }
    return new Promise((resolve, reject) => {
      let queue = this.#queues.get(tenantId);
      if (queue === undefined) {
        queue = { waiting: [], running: false };
        this.#queues.set(tenantId, queue);
      }
      queue.waiting.push({ principalId, tier, resolve, reject });
      if (!queue.running) void this.#drain(tenantId, queue);
    });
  }

  /** The verdict on one more call, and the state if it is counted. */
  #decide(state: State, tier: Tier, now: number): { verdict: RateVerdict; next: State } {
    const tierLimit = this.#tiers[tier];
    const tiers = Object.fromEntries(
      TIERS.map((each) => [each, within(state.tiers[each], this.#tiers[each], now)]),
    ) as Record<Tier, Calls>;
    const used = count(tiers[tier]);
    const usedByAll = TIERS.reduce((sum, each) => sum + count(tiers[each]), 0);
    const allIsNearer = this.#all.max - usedByAll < tierLimit.max - used;
    const limit = allIsNearer ? this.#all : tierLimit;
    const taken = allIsNearer ? usedByAll : used;
    const counted = allIsNearer
      ? TIERS.flatMap((each) => [...tiers[each]]).sort(([a], [b]) => a - b)
      : tiers[tier];
    const allowed = taken < limit.max;
    const calls = allowed ? add(tiers[tier], tierLimit, now) : tiers[tier];
    return {
      verdict: {
        allowed,
        limit: limit.max,
        remaining: Math.max(0, limit.max - taken - (allowed ? 1 : 0)),
        resetSeconds: secondsUntilFree(
          counted.length ? counted : calls,
          limit,
          now,
          allowed ? 1 : taken - limit.max + 1,
        ),
      },
      next: { version: state.version, tiers: { ...tiers, [tier]: calls } },
    };
  }

  /** One write at a time for a tenant; what waits meanwhile goes with the next. */
  async #drain(tenantId: string, queue: Queue): Promise<void> {
    queue.running = true;
    // Calls of one turn of the event loop go together.
    await Promise.resolve();
    while (queue.waiting.length) {
      const takes = queue.waiting;
      queue.waiting = [];
      try {
        await this.#count(tenantId, takes);
      } catch (cause) {
        const error = new CharterError(
          'ServiceUnavailable',
          'The service can’t count calls right now. Try again.',
          {
            cause,
          },
        );
        for (const take of takes) take.reject(error);
      }
    }
    queue.running = false;
    this.#queues.delete(tenantId);
  }

  async #count(tenantId: string, takes: readonly Take[]): Promise<void> {
    let open = takes;
    for (let round = 0; open.length; round += 1) {
      if (round === MOST_ROUNDS) throw new Error(`Lost ${MOST_ROUNDS} rounds of counting calls.`);
      const now = this.#clock.now().getTime();
      const next = new Map<string, State>();
      const verdicts = open.map((take) => {
        const state =
          next.get(take.principalId) ?? this.#states.get(`${tenantId} ${take.principalId}`) ?? EMPTY;
        const decision = this.#decide(state, take.tier, now);
        if (decision.verdict.allowed) next.set(take.principalId, decision.next);
        return { take, verdict: decision.verdict };
      });
      const written = await this.#write(tenantId, next, now);
      const lost = [...next.keys()].filter((principalId) => !written.has(principalId));
      if (lost.length) await this.#read(tenantId, lost);
      const again: Take[] = [];
      for (const { take, verdict } of verdicts) {
        if (lost.includes(take.principalId)) again.push(take);
        else take.resolve(verdict);
      }
      open = again;
    }
  }

  /** Writes each state over the version it was made from; answers the principals for whom that held. */
  async #write(tenantId: string, states: ReadonlyMap<string, State>, now: number): Promise<Set<string>> {
    if (!states.size) return new Set();
    // Rows are locked in one order by every node.
    const principals = [...states.keys()].sort();
    const versions = principals.map((id) => (states.get(id) as State).version + 1);
    const calls = principals.map((id) => encode(states.get(id) as State));
    const { rows } = await sql<{ principal_id: string }>`
      insert into charter.rate_limits as kept (tenant_id, principal_id, version, calls, updated_at)
      select ${tenantId}, new.*, ${new Date(now)}::timestamptz
        from unnest(${principals}::text[], ${versions}::bigint[], ${calls}::text[]) as new (principal_id, version, calls)
      on conflict (tenant_id, principal_id) do update
        set version = excluded.version, calls = excluded.calls, updated_at = excluded.updated_at
        where kept.version = excluded.version - 1
      returning principal_id`.execute(this.#databases.for(tenantId));
    const written = new Set(rows.map((row) => row.principal_id));
    for (const id of written) {
      const state = states.get(id) as State;
      this.#states.set(`${tenantId} ${id}`, { ...state, version: state.version + 1 });
    }
    return written;
  }

  async #read(tenantId: string, principals: readonly string[]): Promise<void> {
    const rows = await this.#databases
      .for(tenantId)
      .selectFrom('charter.rate_limits')
      .select(['principal_id', 'version', 'calls'])
      .where('tenant_id', '=', tenantId)
      .where(sql<boolean>`principal_id = any(${principals}::text[])`)
      .execute();
    for (const id of principals) this.#states.delete(`${tenantId} ${id}`);
    for (const row of rows) {
      this.#states.set(`${tenantId} ${row.principal_id}`, decode(Number(row.version), row.calls));
    }
  }

  /** Forgets principals who have not called for a whole window. */
  async removeExpired(tenantId: string): Promise<number> {
    const longest = Math.max(...TIERS.map((tier) => this.#tiers[tier].windowMilliseconds));
    const result = await this.#databases
      .for(tenantId)
      .deleteFrom('charter.rate_limits')
      .where('tenant_id', '=', tenantId)
      .where('updated_at', '<', new Date(this.#clock.now().getTime() - 2 * longest))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
