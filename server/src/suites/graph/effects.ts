/**
 * What Charter has asked of Graph under a marker. Graph keeps a marker of a group (uniqueName) and of nothing else, so
 * that the row is written before the call and completed after it. A row without a result means that the answer was
 * lost: the effect is then looked for before it is asked again.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { EmbeddedDatabase } from '../embedded/database.ts';
import { POLL_MILLISECONDS } from './budgets.ts';
import { comeBack } from './failure.ts';

/** Where a marker is unique: teams in the tenant, channels and messages in their team, tabs in their channel. */
export interface EffectScope {
  kind: 'team' | 'channel' | 'tab' | 'archive' | 'unarchive' | 'message' | 'poster';
  /** Id of the team or channel; empty for teams. */
  scope: string;
}

export interface Effect {
  marker: string;
  askedAt: Date;
  operation: string | null;
  pollAt: Date | null;
  effectId: string | null;
  result: unknown;
}

/**
 * Time after which a missing effect is missing for good: the timeout of a call (30 s), and the time that Graph may take
 * to show a new channel or tab.
 */
const SETTLE_MILLISECONDS = 120_000;

const VISIBLE_MILLISECONDS = 15 * 60_000;

/** Time in which a repeated job finds what it has made. */
const KEPT_MILLISECONDS = 90 * 24 * 3_600_000;

const COLUMNS = `marker, asked_at as "askedAt", operation, poll_at as "pollAt", effect_id as "effectId", result`;
const KEY = 'tenant_id = $1 and kind = $2 and scope = $3';

const FIND = `select ${COLUMNS} from graph_suite.effects where ${KEY}`;
const BEGIN = `
  insert into graph_suite.effects (tenant_id, kind, scope, marker, asked_at)
  values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, kind, scope, marker) do update set asked_at = excluded.asked_at`;
const COMPLETE = `
  update graph_suite.effects set effect_id = $5, result = $6, operation = null, poll_at = null
   where ${KEY} and marker = $4`;
const FOLLOW = `update graph_suite.effects set operation = $5, poll_at = $6 where ${KEY} and marker = $4`;
const FORGET = `delete from graph_suite.effects where ${KEY} and marker = any ($4::text[])`;
const REMOVE_OLD = `
  delete from graph_suite.effects where tenant_id = $1 and asked_at < $2 and result is not null`;
const FORGET_MADE = `delete from graph_suite.effects where ${KEY} and effect_id = $4`;
const FORGET_TEAM = `
  delete from graph_suite.effects
   where tenant_id = $1 and (effect_id = $2 or scope = any (array[$2] || array(
     select effect_id from graph_suite.effects where tenant_id = $1 and kind = 'channel' and scope = $2)))`;

export class Effects {
  readonly #database: EmbeddedDatabase;
  readonly #clock: Clock;

  constructor(database: EmbeddedDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Returns what was asked in the scope, by marker. */
  async find(tenantId: string, { kind, scope }: EffectScope): Promise<Map<string, Effect>> {
    const rows = await this.#database.read<Effect>(FIND, tenantId, kind, scope);
    return new Map(rows.map((row) => [row.marker, row]));
  }

  async findOne(tenantId: string, { kind, scope }: EffectScope, marker: string): Promise<Effect | undefined> {
    const text = `${FIND} and marker = $4`;
    const [row] = await this.#database.read<Effect>(text, tenantId, kind, scope, marker);
    return row;
  }

  /** Records that an effect is asked now. */
  async begin(tenantId: string, { kind, scope }: EffectScope, marker: string): Promise<void> {
    await this.#database.write(BEGIN, tenantId, kind, scope, marker, this.#clock.now());
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

  /** Records the operation that makes the effect; it may be polled half a minute later. */
  async follow(
    tenantId: string,
    { kind, scope }: EffectScope,
    marker: string,
    operation: string,
  ): Promise<void> {
    const pollAt = new Date(this.#clock.now().getTime() + POLL_MILLISECONDS);
    await this.#database.write(FOLLOW, tenantId, kind, scope, marker, operation, pollAt);
  }

  /** Forgets effects that did not happen. */
  async forget(tenantId: string, { kind, scope }: EffectScope, markers: readonly string[]): Promise<void> {
    await this.#database.write(FORGET, tenantId, kind, scope, markers);
  }

  /** Forgets everything in a deleted team, and the team. */
  async forgetTeam(tenantId: string, teamId: string): Promise<void> {
    await this.#database.write(FORGET_TEAM, tenantId, teamId);
  }

  /** Removes what is finished and was asked more than 90 days ago. */
  async removeOld(tenantId: string): Promise<void> {
    const since = new Date(this.#clock.now().getTime() - KEPT_MILLISECONDS);
    await this.#database.write(REMOVE_OLD, tenantId, since);
  }

  /** Whether Graph may not show everywhere yet what was asked. */
  isRecent({ askedAt }: Effect): boolean {
    return this.#clock.now().getTime() - askedAt.getTime() < VISIBLE_MILLISECONDS;
  }

  /** Forgets what made this, which is deleted. */
  async forgetMade(tenantId: string, { kind, scope }: EffectScope, effectId: string): Promise<void> {
    await this.#database.write(FORGET_MADE, tenantId, kind, scope, effectId);
  }

  /** @throws ServiceUnavailable while a lost answer may still lead to an effect that Graph does not show yet */
  assertSettled({ askedAt }: Effect, milliseconds = SETTLE_MILLISECONDS): void {
    const left = askedAt.getTime() + milliseconds - this.#clock.now().getTime();
    if (left > 0)
      throw comeBack('Microsoft Graph did not say whether the last call took effect.', left / 1000);
  }

  /** @throws ServiceUnavailable before the operation may be polled */
  assertPollable({ pollAt }: Effect): void {
    const left = (pollAt?.getTime() ?? 0) - this.#clock.now().getTime();
    if (left > 0) throw comeBack('Microsoft Graph is still working on it.', left / 1000);
  }
}
