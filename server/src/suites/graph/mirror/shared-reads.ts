/**
 * Reads of teams for people's requests. People often open the same team at once, and Graph permits only few calls a
 * second about one team. Equal reads in progress are therefore shared, and responses are cached for some seconds. A
 * change by Charter on any node and a notification of Graph invalidate both, because they increment the team's revision
 * in the index. Only Graph's responses are shared: each caller is authorised separately. Background work bypasses the
 * cache, because it compares teams with the latest changes of others.
 */

import { createHash } from 'node:crypto';
import type { Clock, Sleep } from '../../../kernel/clock.ts';
import { boolean, columns, text, time } from '../../../kernel/columns.ts';
import { sql } from '../../../kernel/sql.ts';
import { GraphFailure } from '../client/failure.ts';
import { bodyOf, type GraphCall, type GraphOutcome, type GraphTransport } from '../client/transport.ts';
import type { GroupIndex } from './group-index.ts';
import { GraphStore } from './store.ts';

/**
 * Time limit for retries of throttled reads, and for waiting for the response of another node. Each attempt also waits
 * for its reservation and for the end of a pause (pacing.ts).
 */
const RETRY_MILLISECONDS = 10_000;

/** Wait between two polls for the response of another node. */
const POLL_MILLISECONDS = 50;

/** Maximum number of calls in one batch: as many as Graph permits about one team in a second. */
const MAX_AT_ONCE = 4;

interface CachedOutcome {
  revision: number;
  outcome: Promise<GraphOutcome>;
  /** Expiry of the response; infinite while it is awaited. */
  until: number;
}

/** A response, and the time at which it was complete. */
interface DatedOutcome {
  outcome: GraphOutcome;
  at: number;
}

interface TeamReadsParts {
  clock: Clock;
  groups: GroupIndex;
  /** Responses that the nodes share; undefined when reads are not shared. */
  nodes: SharedResponses | undefined;
  sleep: Sleep;
  graphOf(tenantId: string): GraphTransport;
}

const keyOf = (tenantId: string, { path, headers = {} }: GraphCall): string =>
  JSON.stringify([tenantId, path, headers]);

export class TeamReads {
  readonly #parts: TeamReadsParts;
  readonly #cached = new Map<string, CachedOutcome>();

  constructor(parts: TeamReadsParts) {
    this.#parts = parts;
  }

  /** Returns a response or a failure for each read about the team, in order. */
  async outcomes(tenantId: string, teamId: string, calls: readonly GraphCall[]): Promise<GraphOutcome[]> {
    const { nodes } = this.#parts;
    if (nodes === undefined) return this.#send(tenantId, calls);
    const revision = (await this.#parts.groups.find(tenantId, teamId))?.revision;
    // The index lacks the team, so nothing would invalidate its responses.
    if (revision === undefined) return this.#read(tenantId, calls);
    this.#removeOld();
    const missing = calls.filter((call) => !this.#isCached(keyOf(tenantId, call), revision));
    for (const some of chunksOf(missing)) {
      const outcomes = this.#obtain(nodes, { tenantId, teamId, revision }, some);
      for (const [index, call] of some.entries()) {
        const outcome = outcomes.then((all) => all[index] as DatedOutcome);
        this.#cache(keyOf(tenantId, call), revision, outcome);
      }
    }
    return Promise.all(calls.map((call) => this.#cached.get(keyOf(tenantId, call))!.outcome));
  }

  /**
   * Returns the whole collection.
   * @throws GraphFailure
   */
  async list<Item>(tenantId: string, teamId: string, call: GraphCall): Promise<Item[]> {
    const items: Item[] = [];
    for (let next: string | undefined = call.path; next !== undefined; ) {
      const [outcome] = await this.outcomes(tenantId, teamId, [{ ...call, path: next }]);
      const page: Page<Item> = bodyOf<Page<Item>>(outcome);
      items.push(...page.value);
      next = page['@odata.nextLink'];
    }
    return items;
  }

  #now = (): number => this.#parts.clock.now().getTime();

  #isCached(key: string, revision: number): boolean {
    const cached = this.#cached.get(key);
    return cached !== undefined && cached.revision >= revision && this.#now() < cached.until;
  }

  #cache(key: string, revision: number, dated: Promise<DatedOutcome>): void {
    const outcome = dated.then((one) => one.outcome);
    const cached = { revision, outcome, until: Number.POSITIVE_INFINITY };
    const settle = (until: number): void => {
      cached.until = until;
    };
    // Deletes the entry first, so that the map stays ordered by time.
    this.#cached.delete(key);
    this.#cached.set(key, cached);
    dated.then(
      (settled) => settle(settled.outcome instanceof GraphFailure ? 0 : settled.at + CACHED_MILLISECONDS),
      () => settle(0),
    );
  }

  /** Deletes expired responses, oldest first. */
  #removeOld(): void {
    for (const [key, { until }] of this.#cached) {
      if (this.#now() < until) return;
      this.#cached.delete(key);
    }
  }

  /** Returns the responses of this node or another one. Makes the calls itself when the other nodes take too long. */
  async #obtain(
    nodes: SharedResponses,
    team: TeamState,
    calls: readonly GraphCall[],
  ): Promise<DatedOutcome[]> {
    const found = new Map<GraphCall, DatedOutcome>();
    const end = this.#now() + RETRY_MILLISECONDS;
    for (let open = calls; open.length > 0; open = calls.filter((call) => !found.has(call))) {
      if (this.#now() >= end) {
        await this.#make(team, open, found);
        break;
      }
      const states = await nodes.lease(team, open);
      for (const [index, call] of open.entries()) {
        const { body, answeredAt } = states[index] as CallState;
        if (answeredAt === null) continue;
        const outcome = { status: 200, headers: new Headers(), body: JSON.parse(body as string) };
        found.set(call, { outcome, at: answeredAt.getTime() });
      }
      const leased = open.filter((_, index) => states[index]?.isLeased);
      if (leased.length > 0) await this.#makeLeased(nodes, team, leased, found);
      else if (found.size < calls.length) await this.#parts.sleep(POLL_MILLISECONDS);
    }
    return calls.map((call) => found.get(call) as DatedOutcome);
  }

  async #makeLeased(
    nodes: SharedResponses,
    team: TeamState,
    calls: readonly GraphCall[],
    found: Map<GraphCall, DatedOutcome>,
  ): Promise<void> {
    const bodies = new Map<GraphCall, unknown>();
    try {
      await this.#make(team, calls, found);
      for (const call of calls) {
        const outcome = found.get(call)?.outcome;
        if (outcome !== undefined && !(outcome instanceof GraphFailure)) bodies.set(call, outcome.body);
      }
    } finally {
      await nodes.settle(team, calls, bodies);
    }
  }

  async #make(
    { tenantId }: TeamState,
    calls: readonly GraphCall[],
    found: Map<GraphCall, DatedOutcome>,
  ): Promise<void> {
    const outcomes = await this.#read(tenantId, calls);
    for (const [index, call] of calls.entries()) {
      found.set(call, { outcome: outcomes[index] as GraphOutcome, at: this.#now() });
    }
  }

  /** Makes the calls, and retries throttled ones. A failure before the first call is the failure of each. */
  async #read(tenantId: string, calls: readonly GraphCall[]): Promise<GraphOutcome[]> {
    const end = this.#now() + RETRY_MILLISECONDS;
    const outcomes = await this.#send(tenantId, calls);
    for (;;) {
      const throttled = calls.filter((_, index) => isThrottled(outcomes[index]));
      if (throttled.length === 0 || this.#now() >= end) return outcomes;
      const retried = await this.#send(tenantId, throttled);
      for (const [index, call] of throttled.entries())
        outcomes[calls.indexOf(call)] = retried[index] as GraphOutcome;
    }
  }

  async #send(tenantId: string, calls: readonly GraphCall[]): Promise<GraphOutcome[]> {
    const graph = this.#parts.graphOf(tenantId);
    try {
      return calls.length === 1 ? [await graph.call(calls[0] as GraphCall)] : await graph.batch(calls);
    } catch (error) {
      if (!(error instanceof GraphFailure)) throw error;
      return calls.map(() => error);
    }
  }
}

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
}

const isThrottled = (outcome: GraphOutcome | undefined): boolean =>
  outcome instanceof GraphFailure && outcome.isThrottled;

/** Divides the calls into batches with at most four calls about the team. */
function chunksOf(calls: readonly GraphCall[]): GraphCall[][] {
  const chunks: GraphCall[][] = [];
  for (const call of calls) {
    const last = chunks.at(-1);
    const inTeam = last?.filter(({ teamId }) => teamId !== undefined).length ?? MAX_AT_ONCE;
    if (last === undefined || (call.teamId !== undefined && inTeam >= MAX_AT_ONCE)) chunks.push([call]);
    else last.push(call);
  }
  return chunks;
}

/*
 * Responses of Graph about teams that the nodes share for some seconds, because Graph counts the calls of all nodes
 * together. A node leases a call before it makes it; the others wait for its response, or make the call when the lease
 * ends.
 */

/** Maximum age of a response. docs/microsoft-365.md names it. */
const CACHED_MILLISECONDS = 5_000;

/** Time after which another node makes the call. A call waits for its reservation at most that long (pacing.ts). */
const LEASE_MILLISECONDS = 10_000;

/** Maximum length of a shared body. */
const MAX_CHARACTERS = 1_000_000;

/** The state of a call: leased to this node, leased to another one, or with its response. */
interface CallState {
  isLeased: boolean;
  /** The response's body as JSON text. */
  body: string | null;
  answeredAt: Date | null;
}

const CALL_STATE = columns<CallState & { call: string }>({
  call: text('w.call'),
  isLeased: boolean(sql`l.call is not null`),
  body: text('a.body'),
  answeredAt: time('a.answered_at'),
});

/** A team, and its revision in the index before its calls were made. */
interface TeamState {
  tenantId: string;
  teamId: string;
  revision: number;
}

/** Returns a key of the call without personal data. All keys have the same length. */
const hashOf = ({ path, headers = {} }: GraphCall): string =>
  createHash('sha256')
    .update(JSON.stringify([path, headers]))
    .digest('base64url');

export class SharedResponses extends GraphStore {
  /** Leases the calls that no node makes. Returns the state of each call, in order. */
  async lease({ tenantId, teamId, revision }: TeamState, calls: readonly GraphCall[]): Promise<CallState[]> {
    const { tenant, all } = this.in(tenantId);
    const now = this.now().getTime();
    const [team, present] = [sql.val(teamId), sql.val(revision)];
    const oldest = sql.val(new Date(now - CACHED_MILLISECONDS));
    const keys = calls.map(hashOf);
    const rows = await all(CALL_STATE)`
      with wanted as (select distinct call from unnest(${keys}::text[]) call order by call),
      leased as (
        insert into graph_suite.answers as a (tenant_id, team_id, call, revision, leased_until)
        select ${tenant}, ${team}, call, ${present}, ${new Date(now + LEASE_MILLISECONDS)} from wanted
        on conflict (tenant_id, team_id, call) do update
          set revision = excluded.revision, leased_until = excluded.leased_until, answered_at = null, body = null
         where a.revision < excluded.revision
            or case when a.answered_at is null then a.leased_until <= ${new Date(now)} else a.answered_at <= ${oldest} end
        returning call)
      select ${CALL_STATE}
        from wanted w
        left join leased l on l.call = w.call
        left join graph_suite.answers a
          on l.call is null and a.tenant_id = ${tenant} and a.team_id = ${team} and a.call = w.call
         and a.revision >= ${present} and a.answered_at > ${oldest}`;
    const states = new Map(rows.map(({ call, ...state }) => [call, state]));
    return keys.map((key) => states.get(key) as CallState);
  }

  /**
   * Shares the responses to leased calls with the other nodes. Another node may at once make a call that failed, or
   * whose response is too long to share.
   */
  async settle(
    { tenantId, teamId, revision }: TeamState,
    calls: readonly GraphCall[],
    bodies: ReadonlyMap<GraphCall, unknown>,
  ): Promise<void> {
    const texts = new Map([...bodies].map(([call, body]) => [call, JSON.stringify(body ?? null)]));
    const isShared = (call: GraphCall): boolean =>
      (texts.get(call)?.length ?? Number.POSITIVE_INFINITY) <= MAX_CHARACTERS;
    const shared = calls.filter(isShared);
    const failed = calls.filter((call) => !isShared(call));
    const { tenant, write } = this.in(tenantId);
    const ofLease = sql`
      a.tenant_id = ${tenant} and a.team_id = ${teamId} and a.revision = ${revision} and a.answered_at is null`;
    if (shared.length > 0) {
      await write`
        update graph_suite.answers a set answered_at = ${this.now()}, body = i.body
          from unnest(${shared.map(hashOf)}::text[], ${shared.map((call) => texts.get(call))}::text[]) i(call, body)
         where ${ofLease} and a.call = i.call`;
    }
    if (failed.length > 0) {
      await write`
        delete from graph_suite.answers a where ${ofLease} and a.call = any (${failed.map(hashOf)}::text[])`;
    }
  }

  /** Deletes the responses that no node uses any more. */
  async removeOld(tenantId: string): Promise<void> {
    const since = this.ago(CACHED_MILLISECONDS);
    const { tenant, write } = this.in(tenantId);
    await write`delete from graph_suite.answers where tenant_id = ${tenant} and leased_until < ${since}`;
  }
}
