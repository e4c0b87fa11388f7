/**
 * Records of the objects that Charter has requested from Graph, by marker. Graph stores a marker only for groups
 * (uniqueName). Charter therefore writes a row before the call, and completes it after the call. A requested effect
 * with neither a result nor an operation lost its response: the next attempt looks for the object before it requests
 * it again.
 */

import type { ContentItems } from '../../../domain/contents/suite.ts';
import type { SuiteUsers } from '../../../domain/directory/suite.ts';
import { columns, json, type Row, text, time } from '../../../kernel/columns.ts';
import { say } from '../../../kernel/messages.ts';
import { assigned, type Sql, type Statements, sql } from '../../../kernel/sql.ts';
import type { AccountPurpose } from '../accounts/account.ts';
import { POLL_MILLISECONDS } from '../client/budgets.ts';
import { retryLater } from '../client/failure.ts';
import type { GraphTransport } from '../client/transport.ts';
import type { MirrorParts } from '../mirror/parts.ts';
import { GraphStore } from '../mirror/store.ts';
import type { KeyedQueue } from '../mirror/teams.ts';
import type { Transfers } from './transfers.ts';

/**
 * Scope in which a marker is unique: the tenant for teams; the channel for tabs, files, copies, and archiving of the
 * channel; the team for all others.
 */
export interface EffectScope {
  kind:
    | 'team'
    | 'channel'
    | 'tab'
    | 'archive'
    | 'unarchive'
    | 'message'
    | 'poster'
    | 'file'
    | 'copy'
    | keyof ContentItems
    | 'plan'
    | 'bucket'
    | 'task';
  /** Id of the team or channel; empty when `kind` is `team`. */
  scope: string;
}

export interface Effect {
  marker: string;
  /** Null when the checks have passed but the effect is not requested: not yet, or the request had no effect. */
  askedAt: Date | null;
  operation: string | null;
  pollAt: Date | null;
  effectId: string | null;
  result: unknown;
}

/**
 * Default time after which an object that Graph does not show counts as not created: Graph ends a request after about
 * 100 s, and shows most new objects within seconds. Some kinds, such as tabs, need longer (`settlesIn`).
 */
const SETTLE_MILLISECONDS = 120_000;

/**
 * The same for tabs, objects of plans, lists and pages, which Graph may show only a minute later. The names of tabs and
 * of objects of plans need not be unique, so an early repetition could duplicate them.
 */
export const SLOW_SETTLE_MILLISECONDS = 165_000;

/** Age of a recorded request from which `renew` replaces its time. The times above leave room for it. */
const RENEWED_MILLISECONDS = 1_000;

/** Minimum wait before a worker looks again for the effect of a call whose response was lost. */
const FIRST_LOOK_MILLISECONDS = 3_000;

/** Delay before a worker looks again at an effect that another worker has requested. */
const CLAIMED_SECONDS = 15;

const VISIBLE_MILLISECONDS = 15 * 60_000;

/** Time for which a retried job finds its earlier results. */
const CACHED_MILLISECONDS = 90 * 24 * 3_600_000;

const EFFECT = columns<Effect>({
  marker: text(),
  askedAt: time(),
  operation: text(),
  pollAt: time(),
  effectId: text(),
  result: json(),
});

const RESULT = columns({ scope: text<string>(), marker: text<string>(), result: json<unknown>() });

/** Returns the statements of the tenant, with SQL for the effects of a scope. */
function inScope(run: Statements, { kind, scope }: EffectScope) {
  const place = sql`${run.tenant}, ${kind}, ${scope}`;
  const isOf = sql`tenant_id = ${run.tenant} and kind = ${kind} and scope = ${scope}`;
  return { ...run, place, isOf };
}

/** The condition that the effect was last requested at the given time, and has no outcome yet. */
const isClaim = (marker: string, askedAt: Date): Sql =>
  sql`marker = ${marker} and asked_at = ${askedAt} and operation is null and effect_id is null`;

export class Effects extends GraphStore {
  /** Returns the effects of the scope, by marker. */
  async find(tenantId: string, key: EffectScope): Promise<Map<string, Effect>> {
    const { isOf, all } = inScope(this.in(tenantId), key);
    const rows = await all(EFFECT)`select ${EFFECT} from graph_suite.effects where ${isOf}`;
    return new Map(rows.map((row) => [row.marker, row]));
  }

  /** Returns the results in several scopes of one kind, by scope and marker. */
  async findResults(
    tenantId: string,
    kind: EffectScope['kind'],
    scopes: readonly string[],
  ): Promise<Map<string, Map<string, unknown>>> {
    const { tenant, all } = this.in(tenantId);
    const rows = await all(RESULT)`
      select ${RESULT} from graph_suite.effects
       where tenant_id = ${tenant} and kind = ${kind} and scope = any (${scopes}::text[]) and result is not null`;
    const found = new Map(scopes.map((scope) => [scope, new Map<string, unknown>()]));
    for (const { scope, marker, result } of rows) found.get(scope)?.set(marker, result);
    return found;
  }

  findOne(tenantId: string, key: EffectScope, marker: string): Promise<Effect | undefined> {
    const { isOf, first } = inScope(this.in(tenantId), key);
    return first(EFFECT)`select ${EFFECT} from graph_suite.effects where ${isOf} and marker = ${marker}`;
  }

  /**
   * Records that the caller requests the effect now, even if another worker has requested it. Returns the time for
   * `cancel`.
   */
  async begin(tenantId: string, key: EffectScope, marker: string): Promise<Date> {
    const { place, write } = inScope(this.in(tenantId), key);
    const now = this.now();
    await write`
      insert into graph_suite.effects (tenant_id, kind, scope, marker, asked_at)
      values (${place}, ${marker}, ${now})
      on conflict (tenant_id, kind, scope, marker) do update set asked_at = excluded.asked_at`;
    return now;
  }

  /**
   * Records that the caller requests the effect now. The row is a fence: when several workers run the same job,
   * because one of them was believed dead, only one may make the call.
   * @returns the time that `takeBack` and `cancel` need
   * @throws ServiceUnavailable when another worker has requested the effect, and has not taken that back
   */
  async claim(tenantId: string, key: EffectScope, marker: string): Promise<Date> {
    const { place, write } = inScope(this.in(tenantId), key);
    const now = this.now();
    const claimed = await write`
      insert into graph_suite.effects as e (tenant_id, kind, scope, marker, asked_at)
      values (${place}, ${marker}, ${now})
      on conflict (tenant_id, kind, scope, marker) do update set asked_at = excluded.asked_at
       where e.asked_at is null and e.effect_id is null`;
    if (claimed === 0) throw this.#claimedByOther();
    return now;
  }

  /**
   * Records that the caller now repeats the request of `earlier`.
   * @throws ServiceUnavailable when another worker has requested the effect since
   */
  async reclaim(tenantId: string, key: EffectScope, marker: string, earlier: Date): Promise<Date> {
    const now = this.now();
    const claimed = await this.#ask(tenantId, key, marker, earlier, now);
    if (claimed === 0) throw this.#claimedByOther();
    return now;
  }

  /**
   * Replaces the time of a request that has waited for its budget, so that the time after which it is settled begins
   * when the call is sent. Returns the recorded time.
   * @throws ServiceUnavailable when another worker has requested the effect since `askedAt`
   */
  async renew(tenantId: string, key: EffectScope, marker: string, askedAt: Date): Promise<Date> {
    const age = this.now().getTime() - askedAt.getTime();
    return age < RENEWED_MILLISECONDS ? askedAt : this.reclaim(tenantId, key, marker, askedAt);
  }

  /** Replaces the time of a request without an outcome. Returns 1, or 0 when another worker has changed the row. */
  #ask(
    tenantId: string,
    key: EffectScope,
    marker: string,
    from: Date,
    to: Date | undefined,
  ): Promise<number> {
    const { isOf, write } = inScope(this.in(tenantId), key);
    return write`update graph_suite.effects set asked_at = ${to} where ${isOf} and ${isClaim(marker, from)}`;
  }

  #claimedByOther = (cause?: unknown): Error =>
    retryLater(
      say('graph.otherWorker', 'Another worker of Charter is doing the same.'),
      CLAIMED_SECONDS,
      cause,
    );

  /**
   * Runs the checks for effects without a row, and records that they passed, so that later attempts can skip them.
   * @throws ServiceUnavailable when the checks fail and another worker has recorded one of the effects since
   */
  async check(
    tenantId: string,
    key: EffectScope,
    markers: readonly string[],
    checks: () => Promise<void>,
  ): Promise<void> {
    try {
      await checks();
    } catch (error) {
      const present = await this.find(tenantId, key);
      if (markers.some((marker) => present.has(marker))) throw this.#claimedByOther(error);
      throw error;
    }
    if (markers.length === 0) return;
    const { place, write } = inScope(this.in(tenantId), key);
    await write`
      insert into graph_suite.effects (tenant_id, kind, scope, marker)
      select ${place}, marker from unnest(${markers}::text[]) marker
      on conflict (tenant_id, kind, scope, marker) do nothing`;
  }

  /**
   * Records that the call at `askedAt` had no effect. Does nothing when another worker has requested the effect since.
   * @param earlier time of the previous call, whose outcome is unknown; undefined when no earlier call can have had an
   *   effect
   */
  async takeBack(
    tenantId: string,
    key: EffectScope,
    marker: string,
    askedAt: Date,
    earlier?: Date,
  ): Promise<void> {
    await this.#ask(tenantId, key, marker, askedAt, earlier);
  }

  /** Deletes the row of an effect that Graph has rejected, unless another worker has requested it since `askedAt`. */
  async cancel(tenantId: string, key: EffectScope, marker: string, askedAt: Date): Promise<void> {
    await this.#delete(tenantId, key, isClaim(marker, askedAt));
  }

  async #delete(tenantId: string, key: EffectScope, condition: Sql): Promise<void> {
    const { isOf, write } = inScope(this.in(tenantId), key);
    await write`delete from graph_suite.effects where ${isOf} and ${condition}`;
  }

  async #update(tenantId: string, key: EffectScope, marker: string, row: Row): Promise<void> {
    const { isOf, write } = inScope(this.in(tenantId), key);
    await write`update graph_suite.effects set ${assigned(row)} where ${isOf} and marker = ${marker}`;
  }

  async complete(
    tenantId: string,
    key: EffectScope,
    marker: string,
    effectId: string,
    result: unknown = null,
  ): Promise<void> {
    const json = result === null ? null : JSON.stringify(result);
    const row = { effect_id: effectId, result: json, operation: null, poll_at: null, sealed_address: null };
    await this.#update(tenantId, key, marker, row);
  }

  /** Records the asynchronous operation that creates the effect. It may be polled after POLL_MILLISECONDS. */
  async follow(tenantId: string, key: EffectScope, marker: string, operation: string): Promise<void> {
    const poll_at = new Date(this.now().getTime() + POLL_MILLISECONDS);
    await this.#update(tenantId, key, marker, { operation, poll_at });
  }

  /** Records that the operation has succeeded: it needs no further poll (pollAt is null). */
  async end(tenantId: string, key: EffectScope, marker: string): Promise<void> {
    await this.#update(tenantId, key, marker, { poll_at: null });
  }

  /** Deletes the rows of effects that did not happen, or that a later job may request again, such as archiving. */
  async forget(tenantId: string, key: EffectScope, markers: readonly string[]): Promise<void> {
    await this.#delete(tenantId, key, sql`marker = any (${markers}::text[])`);
  }

  /** Deletes the rows of a team, those in its scope, and those in the scopes of channels that Charter created in it. */
  async forgetTeam(tenantId: string, teamId: string): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const team = sql.val(teamId);
    await write`
      delete from graph_suite.effects
       where tenant_id = ${tenant} and (effect_id = ${team} or scope = any (array[${team}] || array(
         select effect_id from graph_suite.effects
          where tenant_id = ${tenant} and kind = 'channel' and scope = ${team})))`;
  }

  /** Deletes the rows with a result whose effects were requested more than 90 days ago. */
  async removeOld(tenantId: string): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const since = this.ago(CACHED_MILLISECONDS);
    await write`
      delete from graph_suite.effects
       where tenant_id = ${tenant} and asked_at < ${since} and result is not null`;
  }

  /** Whether the effect is so recent that Graph may not show it everywhere. */
  isRecent({ askedAt }: Effect, milliseconds = VISIBLE_MILLISECONDS): boolean {
    return askedAt !== null && this.now().getTime() - askedAt.getTime() < milliseconds;
  }

  /** Whether Charter has created the object so recently that Graph may not show it everywhere. */
  async hasMade(tenantId: string, key: EffectScope, effectId: string): Promise<boolean> {
    const made = await this.find(tenantId, key);
    return [...made.values()].some((effect) => effect.effectId === effectId && this.isRecent(effect));
  }

  /** Deletes the row of an object that was deleted. */
  async forgetMade(tenantId: string, key: EffectScope, effectId: string): Promise<void> {
    await this.#delete(tenantId, key, sql`effect_id = ${effectId}`);
  }

  /**
   * Makes the caller retry, to look again for the effect of a call whose response was lost. The wait is short at first
   * and then equals the age of the call, because Graph shows most objects within seconds.
   * @throws ServiceUnavailable while Graph may still show the effect
   */
  assertSettled({ askedAt }: Pick<Effect, 'askedAt'>, milliseconds = SETTLE_MILLISECONDS): void {
    const age = this.now().getTime() - (askedAt?.getTime() ?? 0);
    const left = milliseconds - age;
    if (left <= 0) return;
    const wait = Math.min(left, Math.max(FIRST_LOOK_MILLISECONDS, age));
    throw retryLater(
      say('graph.unsettled', 'Microsoft Graph did not say whether the last call took effect.'),
      wait / 1000,
    );
  }

  /** @throws ServiceUnavailable before the operation may be polled */
  assertPollable({ pollAt }: Effect): void {
    const left = (pollAt?.getTime() ?? 0) - this.now().getTime();
    if (left > 0)
      throw retryLater(say('graph.working', 'Microsoft Graph is still working on it.'), left / 1000);
  }
}

/* The parts that the modules of the effects share. */

export interface GraphParts extends MirrorParts {
  effects: Effects;
  queue: KeyedQueue;
  transfers: Transfers;
  users: SuiteUsers;
  /**
   * Returns a client that acts as the connected account of the tenant; undefined unless its permissions suffice for
   * the purpose.
   */
  accountFor(tenantId: string, purpose: AccountPurpose): Promise<AccountAccess | undefined>;
}

/** A connected account, and the client that acts as it. */
export interface AccountAccess {
  userId: string;
  graph: GraphTransport;
}
