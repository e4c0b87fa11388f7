/** Audit tables of two tenants for tests of tampering, opened by their owner, who can change everything. */

import { type Kysely, Kysely as KyselyDatabase, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { chainedRecord, genesisOf, sourceOf } from '../src/engine/audit/chain.ts';
import type { ChainHead, ChainHeads } from '../src/engine/audit/ports.ts';
import { auditStore } from '../src/persistence/audit.ts';
import type { CharterTables } from '../src/persistence/tables.ts';
import { createMigratedDatabase } from './database.ts';
import type { Dice } from './dice.ts';
import { exportLines, fillTrails, makeSigningKey, TENANT, TRAILS } from './sample-trails.ts';
import { testSecrets } from './secrets.ts';

export { TENANT };
export const OTHER_TENANT = 'fabrikam';

/** A record's position in its chain. */
export interface Place {
  trail: string;
  sequence: number;
  recordId: string;
}

const COPIED = `actor_id, actor_kind, actor_name, target_type, target_id, target_name, request_id, outcome, fields`;

export async function openTrailTables(records: number, parts: number) {
  const database = await createMigratedDatabase();
  const key = await makeSigningKey();
  const checkpointsOf = (tenantId: string): Promise<string[]> =>
    fillTrails(auditStore(database.tenancy.for(tenantId), tenantId, testSecrets()), tenantId, key, {
      records,
      parts,
    });
  const untouched = await checkpointsOf(TENANT);
  await checkpointsOf(OTHER_TENANT);
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  const owner: Kysely<CharterTables> = new KyselyDatabase({ dialect: new PostgresDialect({ pool }) });

  /** Runs a query as the owner of the database, and returns its rows. */
  const rowsOf = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(text, [...values]);
    return rows;
  };
  const run = async (text: string, values: readonly unknown[] = []): Promise<void> => {
    await pool.query(text, [...values]);
  };
  // Drops constraints, as an owner who tampers would.
  await run(`
    alter table charter.audit_chain drop constraint audit_chain_pkey;
    drop index charter.audit_chain_by_record;
    alter table charter.audit_records drop constraint audit_records_pkey cascade`);
  const places = async (tenantId: string, trail: string): Promise<Place[]> => {
    const rows = await rowsOf<{ sequence: string; record_id: string }>(
      'select sequence, record_id from charter.audit_chain where tenant_id = $1 and trail = $2 order by sequence',
      [tenantId, trail],
    );
    return rows.map(({ sequence, record_id }) => ({
      trail,
      sequence: Number(sequence),
      recordId: record_id,
    }));
  };
  const pickFrom = async (tenantId: string, trail: string, dice: Dice): Promise<Place> =>
    dice.of(await places(tenantId, trail));
  const move = (trail: string, from: number, by: number): Promise<void> =>
    run(
      'update charter.audit_chain set sequence = sequence + $4 where tenant_id = $1 and trail = $2 and sequence >= $3',
      [TENANT, trail, from, by],
    );
  const cutTail = async (trail: string, from: number): Promise<void> => {
    await run(
      `with gone as (delete from charter.audit_chain
                      where tenant_id = $1 and trail = $2 and sequence >= $3 returning record_id)
       delete from charter.audit_records where tenant_id = $1 and record_id in (select record_id from gone)`,
      [TENANT, trail, from],
    );
  };
  /** A forged record at this position, with a random hash. */
  const forge = (trail: string, sequence: number): Promise<void> =>
    run(
      `with forged as (
         insert into charter.audit_records (tenant_id, record_id, trail, type, occurred_at, ${COPIED})
         select $1, gen_random_uuid(), $2, 'forged', '2026-11-21T08:00:00Z', 'mallory', 'user', 'Mallory', 'team',
                'x', 'X', 'r', 'success', '{}'
         returning record_id)
       insert into charter.audit_chain (tenant_id, trail, sequence, record_id, hash)
       select $1, $2, $3, record_id, sha256(record_id::text::bytea) from forged`,
      [TENANT, trail, sequence],
    );

  return {
    publicJwk: key.publicJwk,
    /** Copies of the checkpoints outside of the database. */
    checkpoints: [...untouched],
    run,
    heads: (): Promise<ChainHeads> => auditStore(owner, TENANT, testSecrets()).heads(),
    exportLines: (trail: string): Promise<string[]> =>
      exportLines(auditStore(owner, TENANT, testSecrets()), TENANT, trail),

    /** Names of the columns that can be written. */
    async columnsOf(table: string): Promise<string[]> {
      const rows = await rowsOf<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_schema = 'charter' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      return rows.map(({ name }) => name).toSorted();
    },

    pick: (dice: Dice): Promise<Place> => pickFrom(TENANT, dice.of(TRAILS), dice),

    async pickOther({ trail, recordId }: Place, dice: Dice): Promise<Place> {
      return dice.of((await places(TENANT, trail)).filter((place) => place.recordId !== recordId));
    },

    /** Removes some records from the position on, but never the whole trail. Later records move up. */
    async removeFrom({ trail, sequence }: Place, count: number): Promise<void> {
      const last = Math.min(sequence + count, records) - 1;
      const first = Math.min(sequence, last);
      await run(
        `with gone as (delete from charter.audit_chain
                        where tenant_id = $1 and trail = $2 and sequence between $3 and $4 returning record_id)
         delete from charter.audit_records where tenant_id = $1 and record_id in (select record_id from gone)`,
        [TENANT, trail, first, last],
      );
      await move(trail, last + 1, first - last - 1);
    },

    async insertBefore({ trail, sequence }: Place): Promise<void> {
      await move(trail, sequence, 1);
      await forge(trail, sequence);
    },

    async swap(one: Place, other: Place): Promise<void> {
      await run(
        `update charter.audit_chain set record_id = case record_id when $2::uuid then $3 when $3::uuid then $2 end
          where tenant_id = $1 and record_id in ($2, $3)`,
        [TENANT, one.recordId, other.recordId],
      );
    },

    /** Swaps the contents of two tenants' records, with their hashes on request. */
    async swapWithOtherTenant(dice: Dice, withHashes: boolean): Promise<void> {
      const trail = dice.of(TRAILS);
      const mine = await pickFrom(TENANT, trail, dice);
      const theirs = await pickFrom(OTHER_TENANT, trail, dice);
      const sides = [TENANT, mine.recordId, OTHER_TENANT, theirs.recordId];
      await run(
        `update charter.audit_records r set (type, occurred_at, ${COPIED}) = (
           select type, occurred_at, ${COPIED} from charter.audit_records o
            where (o.tenant_id, o.record_id) in (($1, $2::uuid), ($3, $4::uuid)) and o.tenant_id <> r.tenant_id)
          where (r.tenant_id, r.record_id) in (($1, $2::uuid), ($3, $4::uuid))`,
        sides,
      );
      // Makes the two records differ even when they had the same content.
      await run(
        `update charter.audit_records set request_id = request_id || tenant_id
          where (tenant_id, record_id) in (($1, $2::uuid), ($3, $4::uuid))`,
        sides,
      );
      if (!withHashes) return;
      await run(
        `update charter.audit_chain c set hash = (
           select hash from charter.audit_chain o
            where (o.tenant_id, o.record_id) in (($1, $2::uuid), ($3, $4::uuid)) and o.tenant_id <> c.tenant_id)
          where (c.tenant_id, c.record_id) in (($1, $2::uuid), ($3, $4::uuid))`,
        sides,
      );
    },

    cutTail,
    removeTrail: (trail: string): Promise<void> => cutTail(trail, 1),

    /** Forges records from the position to `last`. */
    async forgeTail(trail: string, from: number, last: number): Promise<void> {
      for (let sequence = from; sequence <= last; sequence += 1) await forge(trail, sequence);
    },

    /** Moves the other tenant's records into this tenant. */
    takeOver: (trail: string): Promise<void> =>
      run(
        `with taken as (
           update charter.audit_records set tenant_id = $1 where tenant_id = $2 and trail = $3)
         update charter.audit_chain set tenant_id = $1 where tenant_id = $2 and trail = $3`,
        [TENANT, OTHER_TENANT, trail],
      ),

    /** Recomputes the hashes of the chain, as an attacker who knows the rule would. */
    async rehash(trail: string): Promise<void> {
      const source = sourceOf(TENANT, trail);
      const stored = await auditStore(owner, TENANT, testSecrets()).list({
        trail,
        conditions: [],
        order: 'sequence asc',
        top: 999,
      });
      let head: ChainHead = genesisOf(source);
      const fitting = stored.map(({ sequence: _, hash: _old, ...content }) => {
        const record = chainedRecord(source, head, content);
        head = record;
        return record;
      });
      await run(
        `update charter.audit_chain c set hash = f.hash
           from unnest($3::bigint[], $4::bytea[]) as f (sequence, hash)
          where c.tenant_id = $1 and c.trail = $2 and c.sequence = f.sequence`,
        [
          TENANT,
          trail,
          fitting.map(({ sequence }) => sequence),
          fitting.map(({ hash }) => Buffer.from(hash, 'hex')),
        ],
      );
    },

    /** Runs `tamper`, then undoes its changes to tables and checkpoints. */
    async takenBack(tamper: () => Promise<void>): Promise<void> {
      await sql`begin`.execute(owner);
      try {
        await tamper();
      } finally {
        await sql`rollback`.execute(owner);
        this.checkpoints = [...untouched];
      }
    },

    async close(): Promise<void> {
      await owner.destroy();
      await database.drop();
    },
  };
}

export type TrailTables = Awaited<ReturnType<typeof openTrailTables>>;
