/** Seals committed records: appends them to the hash chain of their trail (engine/audit/chain.ts). */
import type { Kysely } from 'kysely';
import { chained, genesisOf, sourceOf } from '../engine/audit/chain.ts';
import type { AuditRecord } from '../engine/audit/model.ts';
import type { ChainHead, ChainHeads } from '../engine/audit/ports.ts';
import { TRAIL_CODES } from '../flows/definitions.ts';
import { READ_COLUMNS, type RecordRow, toContent } from './audit-rows.ts';
import { type Statements, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

type Database = Kysely<CharterTables>;

const MOST_AT_ONCE = 1_000;

/** Selects the oldest pending records: record ids begin with a timestamp. */
const PENDING = `
  select ${READ_COLUMNS}
    from (select tenant_id, record_id from charter.audit_pending
           where tenant_id = $1 order by record_id limit ${MOST_AT_ONCE}) p
    join charter.audit_records r using (tenant_id, record_id)
   order by r.occurred_at, r.record_id`;

const HAS_PENDING = 'select from charter.audit_pending where tenant_id = $1 limit 1';

const SEAL = `
  with sealed as (
    insert into charter.audit_chain (tenant_id, trail, sequence, record_id, hash)
    select $1, trail, sequence, record_id, hash
      from unnest($2::text[], $3::bigint[], $4::uuid[], $5::bytea[]) as place (trail, sequence, record_id, hash)
    returning record_id)
  delete from charter.audit_pending using sealed
   where audit_pending.tenant_id = $1 and audit_pending.record_id = sealed.record_id`;

const HEADS = `
  select head.trail, head.sequence, encode(head.hash, 'hex') as hash
    from unnest($2::text[]) as code (trail)
   cross join lateral (
     select c.trail, c.sequence, c.hash from charter.audit_chain c
      where c.tenant_id = $1 and c.trail = code.trail
      order by c.sequence desc limit 1) head`;

interface HeadRow {
  trail: string;
  /** bigint, which pg returns as a string. */
  sequence: string;
  hash: string;
}

export async function readHeads({ all }: Statements): Promise<ChainHeads> {
  const rows = await all<HeadRow>(HEADS, TRAIL_CODES);
  return Object.fromEntries(
    rows.map(({ trail, sequence, hash }) => [trail, { sequence: Number(sequence), hash }]),
  );
}

interface Place extends AuditRecord {
  trail: string;
}

function placesOf(tenantId: string, rows: readonly RecordRow[], heads: ChainHeads): Place[] {
  const current = new Map<string, ChainHead>(Object.entries(heads));
  return rows.map((row) => {
    const source = sourceOf(tenantId, row.trail);
    const record = chained(source, current.get(row.trail) ?? genesisOf(source), toContent(row));
    current.set(row.trail, record);
    return { ...record, trail: row.trail };
  });
}

/**
 * Seals one batch. The lock lasts until the commit, so each node sees the positions that earlier nodes assigned. A
 * record that commits meanwhile goes into the next batch: sealing decides the order.
 */
function sealOnce(db: Database, tenantId: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const run = statements(transaction, tenantId);
    // prune_audit_records takes the same lock.
    await run.lock('charter.audit');
    const rows = await run.all<RecordRow>(PENDING);
    if (rows.length === 0) return 0;
    const places = placesOf(tenantId, rows, await readHeads(run));
    await run.write(
      SEAL,
      places.map(({ trail }) => trail),
      places.map(({ sequence }) => sequence),
      places.map(({ id }) => id),
      places.map(({ hash }) => Buffer.from(hash, 'hex')),
    );
    return places.length;
  });
}

/** Seals until no record is pending. Returns the number of sealed records. */
export async function sealAll(db: Database, tenantId: string): Promise<number> {
  if (!(await statements(db, tenantId).first(HAS_PENDING))) return 0;
  let sealed = 0;
  for (;;) {
    const count = await sealOnce(db, tenantId);
    sealed += count;
    if (count < MOST_AT_ONCE) return sealed;
  }
}
