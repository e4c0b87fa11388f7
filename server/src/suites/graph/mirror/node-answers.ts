/**
 * Answers of Graph about teams that the nodes share for some seconds, because Graph counts the calls of all nodes
 * together. A node leases a call before it makes it; the others wait for its answer, or make the call when the lease ends.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import type { GraphCall } from '../client/transport.ts';

/** Longest age of an answer. docs/microsoft-365.md names it. */
export const KEPT_MILLISECONDS = 5_000;

/** Time after which another node makes the call. A call waits for its turn at most that long (pacing.ts). */
const LEASE_MILLISECONDS = 10_000;

/** Longest body that is shared. */
const MOST_CHARACTERS = 1_000_000;

/** The place of a call: leased to this node, leased to another one, or answered. */
export interface Place {
  isLeased: boolean;
  /** Text of the answer's body as JSON. */
  body: string | null;
  answeredAt: Date | null;
}

/** Leases the calls that no node makes and that have no answer of this revision since `$6`. */
const LEASE = `
  with wanted as (select distinct call from unnest($3::text[]) call order by call),
  leased as (
    insert into graph_suite.answers as a (tenant_id, team_id, call, revision, leased_until)
    select $1, $2, call, $4, $7 from wanted
    on conflict (tenant_id, team_id, call) do update
      set revision = excluded.revision, leased_until = excluded.leased_until, answered_at = null, body = null
     where a.revision < excluded.revision
        or case when a.answered_at is null then a.leased_until <= $5 else a.answered_at <= $6 end
    returning call)
  select w.call, l.call is not null as "isLeased", a.body, a.answered_at as "answeredAt"
    from wanted w
    left join leased l on l.call = w.call
    left join graph_suite.answers a
      on l.call is null and a.tenant_id = $1 and a.team_id = $2 and a.call = w.call
     and a.revision >= $4 and a.answered_at > $6`;

const OF_LEASE = 'a.tenant_id = $1 and a.team_id = $2 and a.revision = $3 and a.answered_at is null';
const ANSWER = `
  update graph_suite.answers a set answered_at = $6, body = i.body
    from unnest($4::text[], $5::text[]) i(call, body) where ${OF_LEASE} and a.call = i.call`;
const RELEASE = `delete from graph_suite.answers a where ${OF_LEASE} and a.call = any ($4::text[])`;
const REMOVE_OLD = 'delete from graph_suite.answers where tenant_id = $1 and leased_until < $2';

/** A team, and its revision before the calls. */
export interface TeamState {
  tenantId: string;
  teamId: string;
  revision: number;
}

/** The key of a call without personal data, and of the same length for all calls. */
const keyOf = ({ path, headers = {} }: GraphCall): string =>
  createHash('sha256')
    .update(JSON.stringify([path, headers]))
    .digest('base64url');

export class NodeAnswers {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;

  constructor(database: SuiteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Leases the calls that no node makes. Returns the place of each call, in order. */
  async lease({ tenantId, teamId, revision }: TeamState, calls: readonly GraphCall[]): Promise<Place[]> {
    const now = this.#clock.now();
    const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
    const keys = calls.map(keyOf);
    const rows = await this.#database.write<Place & { call: string }>(
      LEASE,
      ...[tenantId, teamId, keys, revision, now, after(-KEPT_MILLISECONDS), after(LEASE_MILLISECONDS)],
    );
    const places = new Map(rows.map(({ call, ...place }) => [call, place]));
    return keys.map((key) => places.get(key) as Place);
  }

  /**
   * Shares the answers to leased calls with the other nodes. A call without an answer has failed: another node may make
   * it at once.
   */
  async settle(
    { tenantId, teamId, revision }: TeamState,
    calls: readonly GraphCall[],
    bodies: ReadonlyMap<GraphCall, unknown>,
  ): Promise<void> {
    const texts = new Map([...bodies].map(([call, body]) => [call, JSON.stringify(body ?? null)]));
    const isShared = (call: GraphCall): boolean =>
      (texts.get(call)?.length ?? Number.POSITIVE_INFINITY) <= MOST_CHARACTERS;
    const shared = calls.filter(isShared);
    const failed = calls.filter((call) => !isShared(call));
    const team = [tenantId, teamId, revision] as const;
    if (shared.length > 0) {
      const values = [shared.map(keyOf), shared.map((call) => texts.get(call)), this.#clock.now()];
      await this.#database.write(ANSWER, ...team, ...values);
    }
    if (failed.length > 0) await this.#database.write(RELEASE, ...team, failed.map(keyOf));
  }

  /** Deletes the answers that no node uses any more. */
  async removeOld(tenantId: string): Promise<void> {
    const since = new Date(this.#clock.now().getTime() - KEPT_MILLISECONDS);
    await this.#database.write(REMOVE_OLD, tenantId, since);
  }
}
