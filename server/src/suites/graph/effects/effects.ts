/**
 * Records of the things that Charter has requested from Graph, by marker. Graph keeps a marker of groups only
 * (uniqueName). Charter therefore writes a row before the call, and completes it after the call. When a requested thing
 * has neither a result nor an operation, its answer was lost: the next try looks for the thing before it requests it
 * again.
 */

import type { Clock } from '../../../kernel/clock.ts';
import { say } from '../../../kernel/messages.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { POLL_MILLISECONDS } from '../client/budgets.ts';
import { comeBack } from '../client/failure.ts';

/**
 * Scope in which a marker is unique: the tenant for teams, the channel for tabs, and the team for all others.
 */
export interface EffectScope {
  kind: 'team' | 'channel' | 'tab' | 'archive' | 'unarchive' | 'message' | 'poster';
  /** Id of the team or channel; empty when `kind` is `team`. */
  scope: string;
}

export interface Effect {
  marker: string;
  /** Null when the checks have passed, but the effect was not requested yet, or the request was taken back. */
  askedAt: Date | null;
  operation: string | null;
  pollAt: Date | null;
  effectId: string | null;
  result: unknown;
}

/**
 * Default time after which an object that Graph does not show counts as not created: the timeout of a call (30 s) plus
 * the delay with which Graph may show a new object. Tabs and shared channels need longer (`settlesIn`).
 */
const SETTLE_MILLISECONDS = 120_000;

/** Shortest wait before a worker looks again for the effect of a call whose answer was lost. */
const FIRST_LOOK_MILLISECONDS = 3_000;

/** Delay before a worker looks again at an effect that another one has requested. */
const CLAIMED_SECONDS = 15;

const VISIBLE_MILLISECONDS = 15 * 60_000;

/** Time for which a repeated job finds its earlier results. */
const KEPT_MILLISECONDS = 90 * 24 * 3_600_000;

const COLUMNS = `marker, asked_at as "askedAt", operation, poll_at as "pollAt", effect_id as "effectId", result`;
const KEY = 'tenant_id = $1 and kind = $2 and scope = $3';

const FIND = `select ${COLUMNS} from graph_suite.effects where ${KEY}`;
const FIND_RESULTS = `
  select scope, marker, result from graph_suite.effects
   where tenant_id = $1 and kind = $2 and scope = any ($3::text[]) and result is not null`;
const BEGIN = `
  insert into graph_suite.effects (tenant_id, kind, scope, marker, asked_at)
  values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, kind, scope, marker) do update set asked_at = excluded.asked_at`;
const CLAIM = `
  insert into graph_suite.effects as e (tenant_id, kind, scope, marker, asked_at)
  values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, kind, scope, marker) do update set asked_at = excluded.asked_at
   where e.asked_at is null and e.effect_id is null
  returning asked_at`;
const CHECKED = `
  insert into graph_suite.effects (tenant_id, kind, scope, marker)
  select $1, $2, $3, marker from unnest($4::text[]) marker
  on conflict (tenant_id, kind, scope, marker) do nothing`;
const OF_CLAIM = `${KEY} and marker = $4 and asked_at = $5 and operation is null and effect_id is null`;
const RECLAIM = `update graph_suite.effects set asked_at = $6 where ${OF_CLAIM} returning asked_at`;
const TAKE_BACK = `update graph_suite.effects set asked_at = $6 where ${OF_CLAIM}`;
const CANCEL = `delete from graph_suite.effects where ${OF_CLAIM}`;
const COMPLETE = `
  update graph_suite.effects set effect_id = $5, result = $6, operation = null, poll_at = null
   where ${KEY} and marker = $4`;
const END = `update graph_suite.effects set poll_at = null where ${KEY} and marker = $4`;
const FOLLOW = `update graph_suite.effects set operation = $5, poll_at = $6 where ${KEY} and marker = $4`;
const FORGET = `delete from graph_suite.effects where ${KEY} and marker = any ($4::text[])`;
const REMOVE_OLD = `
  delete from graph_suite.effects where tenant_id = $1 and asked_at < $2 and result is not null`;
const FORGET_MADE = `delete from graph_suite.effects where ${KEY} and effect_id = $4`;
const FORGET_TEAM = `
  delete from graph_suite.effects
   where tenant_id = $1 and (effect_id = $2 or scope = any (array[$2] || array(
     select effect_id from graph_suite.effects where tenant_id = $1 and kind = 'channel' and scope = $2)))`;

interface FoundResult {
  scope: string;
  marker: string;
  result: unknown;
}

export class Effects {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;

  constructor(database: SuiteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Returns the effects of the scope, by marker. */
  async find(tenantId: string, { kind, scope }: EffectScope): Promise<Map<string, Effect>> {
    const rows = await this.#database.read<Effect>(FIND, tenantId, kind, scope);
    return new Map(rows.map((row) => [row.marker, row]));
  }

  /** Returns the results in several scopes of one kind, by scope and marker. */
  async findResults(
    tenantId: string,
    kind: EffectScope['kind'],
    scopes: readonly string[],
  ): Promise<Map<string, Map<string, unknown>>> {
    const rows = await this.#database.read<FoundResult>(FIND_RESULTS, tenantId, kind, scopes);
    const found = new Map(scopes.map((scope) => [scope, new Map<string, unknown>()]));
    for (const { scope, marker, result } of rows) found.get(scope)?.set(marker, result);
    return found;
  }

  async findOne(tenantId: string, { kind, scope }: EffectScope, marker: string): Promise<Effect | undefined> {
    const text = `${FIND} and marker = $4`;
    const [row] = await this.#database.read<Effect>(text, tenantId, kind, scope, marker);
    return row;
  }

  /** Records that the effect is requested now, even if another worker has done so. Returns the time for `cancel`. */
  async begin(tenantId: string, { kind, scope }: EffectScope, marker: string): Promise<Date> {
    const now = this.#clock.now();
    await this.#database.write(BEGIN, tenantId, kind, scope, marker, now);
    return now;
  }

  /**
   * Records that the caller requests the effect now. The row is a fence: of several workers that run the same job,
   * because one was believed dead, only one gets past it.
   * @returns the time that `takeBack` and `cancel` need
   * @throws ServiceUnavailable when another worker has requested the effect, and has not taken that back
   */
  async claim(tenantId: string, { kind, scope }: EffectScope, marker: string): Promise<Date> {
    const now = this.#clock.now();
    const rows = await this.#database.write(CLAIM, tenantId, kind, scope, marker, now);
    if (rows.length === 0) throw this.#claimedByOther();
    return now;
  }

  /**
   * Records that the caller requests the effect again now, which was requested at `earlier`.
   * @throws ServiceUnavailable when another worker has requested it since
   */
  async reclaim(
    tenantId: string,
    { kind, scope }: EffectScope,
    marker: string,
    earlier: Date,
  ): Promise<Date> {
    const now = this.#clock.now();
    const rows = await this.#database.write(RECLAIM, tenantId, kind, scope, marker, earlier, now);
    if (rows.length === 0) throw this.#claimedByOther();
    return now;
  }

  #claimedByOther = (cause?: unknown): Error =>
    comeBack(
      say('graph.otherWorker', 'Another worker of Charter is doing the same.'),
      CLAIMED_SECONDS,
      cause,
    );

  /**
   * Runs the checks for effects that had no row, and records that they have passed, so that a later try can skip
   * them.
   * @throws ServiceUnavailable when they fail and another worker has recorded one of the effects since
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
    if (markers.length > 0) await this.#database.write(CHECKED, tenantId, key.kind, key.scope, markers);
  }

  /**
   * Records that the call at `askedAt` had no effect. Does nothing when another worker has requested the effect since.
   * @param earlier time of the previous call, whose outcome is unknown; undefined when a later try need not look for one
   */
  async takeBack(
    tenantId: string,
    { kind, scope }: EffectScope,
    marker: string,
    askedAt: Date,
    earlier?: Date,
  ): Promise<void> {
    const to = earlier ?? null;
    await this.#database.write(TAKE_BACK, tenantId, kind, scope, marker, askedAt, to);
  }

  /** Deletes the row of an effect that Graph has rejected, unless another worker has requested it since `askedAt`. */
  async cancel(tenantId: string, { kind, scope }: EffectScope, marker: string, askedAt: Date): Promise<void> {
    await this.#database.write(CANCEL, tenantId, kind, scope, marker, askedAt);
  }

  async complete(
    tenantId: string,
    { kind, scope }: EffectScope,
    marker: string,
    effectId: string,
    result: unknown = null,
  ): Promise<void> {
    const json = result === null ? null : JSON.stringify(result);
    await this.#database.write(COMPLETE, tenantId, kind, scope, marker, effectId, json);
  }

  /** Records the asynchronous operation that makes the effect. It may be polled after POLL_MILLISECONDS. */
  async follow(
    tenantId: string,
    { kind, scope }: EffectScope,
    marker: string,
    operation: string,
  ): Promise<void> {
    const pollAt = new Date(this.#clock.now().getTime() + POLL_MILLISECONDS);
    await this.#database.write(FOLLOW, tenantId, kind, scope, marker, operation, pollAt);
  }

  /** Records that the operation has succeeded: it needs no further poll (pollAt is null). */
  async end(tenantId: string, { kind, scope }: EffectScope, marker: string): Promise<void> {
    await this.#database.write(END, tenantId, kind, scope, marker);
  }

  /** Deletes the rows of effects that did not happen, or that a later job may request again, such as archiving. */
  async forget(tenantId: string, { kind, scope }: EffectScope, markers: readonly string[]): Promise<void> {
    await this.#database.write(FORGET, tenantId, kind, scope, markers);
  }

  /** Deletes the rows of a team and of everything in it. */
  async forgetTeam(tenantId: string, teamId: string): Promise<void> {
    await this.#database.write(FORGET_TEAM, tenantId, teamId);
  }

  /** Deletes the rows with a result whose effects were requested more than 90 days ago. */
  async removeOld(tenantId: string): Promise<void> {
    const since = new Date(this.#clock.now().getTime() - KEPT_MILLISECONDS);
    await this.#database.write(REMOVE_OLD, tenantId, since);
  }

  /** Whether the effect is so recent that Graph may not show it everywhere. */
  isRecent({ askedAt }: Effect, milliseconds = VISIBLE_MILLISECONDS): boolean {
    return askedAt !== null && this.#clock.now().getTime() - askedAt.getTime() < milliseconds;
  }

  /** Whether Charter has made the thing so recently that Graph may not show it everywhere. */
  async hasMade(tenantId: string, key: EffectScope, effectId: string): Promise<boolean> {
    const made = await this.find(tenantId, key);
    return [...made.values()].some((effect) => effect.effectId === effectId && this.isRecent(effect));
  }

  /** Deletes the row of a thing that was deleted. */
  async forgetMade(tenantId: string, { kind, scope }: EffectScope, effectId: string): Promise<void> {
    await this.#database.write(FORGET_MADE, tenantId, kind, scope, effectId);
  }

  /**
   * Makes the caller look again for the effect of a call whose answer was lost. It looks soon, and then after twice the
   * time since the call, because Graph shows most things within seconds.
   * @throws ServiceUnavailable while Graph may still show the effect
   */
  assertSettled({ askedAt }: Effect, milliseconds = SETTLE_MILLISECONDS): void {
    const age = this.#clock.now().getTime() - (askedAt?.getTime() ?? 0);
    const left = milliseconds - age;
    if (left <= 0) return;
    const wait = Math.min(left, Math.max(FIRST_LOOK_MILLISECONDS, age));
    throw comeBack(
      say('graph.unsettled', 'Microsoft Graph did not say whether the last call took effect.'),
      wait / 1000,
    );
  }

  /** @throws ServiceUnavailable before the operation may be polled */
  assertPollable({ pollAt }: Effect): void {
    const left = (pollAt?.getTime() ?? 0) - this.#clock.now().getTime();
    if (left > 0)
      throw comeBack(say('graph.working', 'Microsoft Graph is still working on it.'), left / 1000);
  }
}
