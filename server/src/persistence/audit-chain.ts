/** Seals committed records: appends them to the hash chain of their trail (engine/audit/chain.ts). */

import type { SecretBox } from '../domain/webhooks/ports.ts';
import { chainedRecord, genesisOf, sourceOf } from '../engine/audit/chain.ts';
import type { AuditRecord, PersonalText } from '../engine/audit/model.ts';
import type { ChainHead, ChainHeads } from '../engine/audit/ports.ts';
import { TRAIL_CODES } from '../flows/definitions.ts';
import { columns, json, number, text } from '../kernel/columns.ts';
import { type Database, type Statements, sql, statements } from '../kernel/sql.ts';
import { RECORD, type RecordRow, toContent } from './audit-rows.ts';
import { obtainPersonKeys, type PersonKeys, sealText } from './person-keys.ts';

const MAX_AT_ONCE = 1_000;

const HEAD = columns<ChainHead & { trail: string }>({
  trail: text('head.trail'),
  sequence: number(sql`head.sequence::float8`),
  hash: text(sql`encode(head.hash, 'hex')`),
});

export async function readHeads({ tenant, all }: Statements): Promise<ChainHeads> {
  const heads = await all(HEAD)`
    select ${HEAD}
      from unnest(${TRAIL_CODES}::text[]) as code (code)
     cross join lateral (
       select trail, sequence, hash from charter.audit_chain
        where tenant_id = ${tenant} and trail = code.code
        order by sequence desc limit 1) head`;
  return Object.fromEntries(heads.map(({ trail, ...head }) => [trail, head]));
}

interface PendingRow extends RecordRow {
  texts: PersonalText[] | null;
}

const PENDING = columns<PendingRow>({ ...RECORD.members, texts: json(sql`p.texts`) });

interface Place extends AuditRecord {
  trail: string;
}

function placesOf(
  tenantId: string,
  rows: readonly PendingRow[],
  heads: ChainHeads,
  keys: PersonKeys,
): Place[] {
  const current = new Map<string, ChainHead>(Object.entries(heads));
  return rows.map((row) => {
    const source = sourceOf(tenantId, row.trail);
    const sealed = row.texts?.map((text) => sealText(keys, row.record_id, text));
    const content = toContent(row, sealed);
    const record = chainedRecord(source, current.get(row.trail) ?? genesisOf(source), content);
    current.set(row.trail, record);
    return { ...record, trail: row.trail };
  });
}

/**
 * Seals one batch. The lock lasts until the commit, so each node sees the positions that earlier nodes assigned. A
 * record that commits meanwhile goes into the next batch: sealing decides the order.
 */
function sealOnce(db: Database, tenantId: string, box: SecretBox): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const run = statements(transaction, tenantId);
    const { tenant, all, lock, write } = run;
    // prune_audit_records takes the same lock.
    await lock('charter.audit');
    // Most record ids begin with a timestamp, so older records usually come first. Ids from a digest do not.
    const rows = await all(PENDING)`
      select ${PENDING}
        from (select tenant_id, record_id, texts from charter.audit_pending
               where tenant_id = ${tenant} order by record_id limit ${sql.lit(MAX_AT_ONCE)}) p
        join charter.audit_records r using (tenant_id, record_id)
       order by r.occurred_at, r.record_id`;
    if (rows.length === 0) return 0;
    const people = new Set(rows.flatMap(({ texts }) => texts?.map(({ of }) => of) ?? []));
    const keys = await obtainPersonKeys(run, box, [...people]);
    const places = placesOf(tenantId, rows, await readHeads(run), keys);
    const trails = places.map(({ trail }) => trail);
    const sequences = places.map(({ sequence }) => sequence);
    const ids = places.map(({ id }) => id);
    const hashes = places.map(({ hash }) => Buffer.from(hash, 'hex'));
    const texts = places.map(({ sealed }) => (sealed === undefined ? null : JSON.stringify(sealed)));
    await write`
      with sealed as (
        insert into charter.audit_chain (tenant_id, trail, sequence, record_id, hash, sealed)
        select ${tenant}, trail, sequence, record_id, hash, sealed::json
          from unnest(${trails}::text[], ${sequences}::bigint[], ${ids}::uuid[], ${hashes}::bytea[], ${texts}::text[])
            as place (trail, sequence, record_id, hash, sealed)
        returning record_id)
      delete from charter.audit_pending using sealed
       where audit_pending.tenant_id = ${tenant} and audit_pending.record_id = sealed.record_id`;
    return places.length;
  });
}

/** Seals until no record is pending. Returns the number of sealed records. */
export async function sealAll(db: Database, tenantId: string, box: SecretBox): Promise<number> {
  const { tenant, first } = statements(db, tenantId);
  const pending = await first(text())`
    select record_id from charter.audit_pending where tenant_id = ${tenant} limit 1`;
  if (pending === undefined) return 0;
  let sealed = 0;
  for (;;) {
    const count = await sealOnce(db, tenantId, box);
    sealed += count;
    if (count < MAX_AT_ONCE) return sealed;
  }
}
