/**
 * Answers of Graph about teams that the nodes share for some seconds, because Graph counts the calls of all nodes
 * together. A node leases a call before it makes it; the others wait for its answer, or make the call when the lease ends.
 */
import { createHash } from 'node:crypto';
import { boolean, columns, text, time } from '../../../kernel/columns.ts';
import { sql } from '../../../kernel/sql.ts';
import type { GraphCall } from '../client/transport.ts';
import { GraphStore } from './store.ts';

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

const PLACE = columns<Place & { call: string }>({
  call: text('w.call'),
  isLeased: boolean(sql`l.call is not null`),
  body: text('a.body'),
  answeredAt: time('a.answered_at'),
});

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

export class NodeAnswers extends GraphStore {
  /** Leases the calls that no node makes. Returns the place of each call, in order. */
  async lease({ tenantId, teamId, revision }: TeamState, calls: readonly GraphCall[]): Promise<Place[]> {
    const { tenant, all } = this.in(tenantId);
    const now = this.now().getTime();
    const [team, present] = [sql.val(teamId), sql.val(revision)];
    const oldest = sql.val(new Date(now - KEPT_MILLISECONDS));
    const keys = calls.map(keyOf);
    const rows = await all(PLACE)`
      with wanted as (select distinct call from unnest(${keys}::text[]) call order by call),
      leased as (
        insert into graph_suite.answers as a (tenant_id, team_id, call, revision, leased_until)
        select ${tenant}, ${team}, call, ${present}, ${new Date(now + LEASE_MILLISECONDS)} from wanted
        on conflict (tenant_id, team_id, call) do update
          set revision = excluded.revision, leased_until = excluded.leased_until, answered_at = null, body = null
         where a.revision < excluded.revision
            or case when a.answered_at is null then a.leased_until <= ${new Date(now)} else a.answered_at <= ${oldest} end
        returning call)
      select ${PLACE}
        from wanted w
        left join leased l on l.call = w.call
        left join graph_suite.answers a
          on l.call is null and a.tenant_id = ${tenant} and a.team_id = ${team} and a.call = w.call
         and a.revision >= ${present} and a.answered_at > ${oldest}`;
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
    const { tenant, write } = this.in(tenantId);
    const ofLease = sql`
      a.tenant_id = ${tenant} and a.team_id = ${teamId} and a.revision = ${revision} and a.answered_at is null`;
    if (shared.length > 0) {
      await write`
        update graph_suite.answers a set answered_at = ${this.now()}, body = i.body
          from unnest(${shared.map(keyOf)}::text[], ${shared.map((call) => texts.get(call))}::text[]) i(call, body)
         where ${ofLease} and a.call = i.call`;
    }
    if (failed.length > 0) {
      await write`
        delete from graph_suite.answers a where ${ofLease} and a.call = any (${failed.map(keyOf)}::text[])`;
    }
  }

  /** Deletes the answers that no node uses any more. */
  async removeOld(tenantId: string): Promise<void> {
    const since = this.ago(KEPT_MILLISECONDS);
    const { tenant, write } = this.in(tenantId);
    await write`delete from graph_suite.answers where tenant_id = ${tenant} and leased_until < ${since}`;
  }
}
