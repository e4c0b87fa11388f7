/** The audit trails in PostgreSQL. The service's role may read and insert records, but not change or delete them. */
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { AuditRecord, SealedText } from '../engine/audit/model.ts';
import { withUnsealedTexts } from '../engine/audit/personal-texts.ts';
import type {
  AuditCondition,
  AuditKeyStore,
  AuditLog,
  AuditPosition,
  AuditQuery,
  AuditStore,
  RecordedCheckpoint,
} from '../engine/audit/ports.ts';
import { boolean, columns, json, number, text } from '../kernel/columns.ts';
import {
  COMPARISON,
  type Database,
  inserted,
  type Sql,
  type Statements,
  sql,
  statements,
} from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { readHeads, sealAll } from './audit-chain.ts';
import { RECORD, type RecordRow, recordParts, toContent } from './audit-rows.ts';
import { REDACTED, readPersonKeys, redactedTexts, unsealShownText } from './person-keys.ts';
import { limitFor } from './statement-parts.ts';
import { NO_TENANT } from './tenants.ts';

const COLUMN_OF: Record<AuditCondition['field'], Sql> = {
  time: sql`r.occurred_at`,
  sequence: sql`c.sequence`,
  type: sql`r.type`,
  'actor/id': sql`r.actor_id`,
  'target/id': sql`r.target_id`,
};

interface SealedRow extends RecordRow {
  sequence: number;
  hash: string;
  sealed: SealedText[] | null;
  redacted: Parameters<typeof unsealShownText>[3];
}

const SEALED = columns<SealedRow>({
  ...RECORD.members,
  sequence: number(sql`c.sequence::float8`),
  hash: text(sql`encode(c.hash, 'hex')`),
  sealed: json(sql`c.sealed`),
  redacted: REDACTED,
});

/**
 * Reads the records in their order, and the chain entry of each. With a plain join, a plan for an average tenant reads
 * all records of a large one. `limit 1` makes every plan look up one row for each row of the page.
 */
const recordsFirst = (tenant: Sql): Sql => sql`
  from charter.audit_records r
 cross join lateral (
   select * from charter.audit_chain where tenant_id = ${tenant} and record_id = r.record_id limit 1) c
  ${redactedTexts(tenant)}
 where r.tenant_id = ${tenant}`;

/** Reads the chain in its order, and the record of each position. */
const chainFirst = (tenant: Sql): Sql => sql`
  from charter.audit_chain c
 cross join lateral (
   select * from charter.audit_records where tenant_id = ${tenant} and record_id = c.record_id limit 1) r
  ${redactedTexts(tenant)}
 where c.tenant_id = ${tenant}`;

function whereOf({ trail, conditions }: Pick<AuditQuery, 'trail' | 'conditions'>): Sql {
  const code = sql.val(trail);
  const parts = conditions.map(
    ({ field, operator, value }) => sql`and ${COLUMN_OF[field]} ${COMPARISON[operator]} ${value}`,
  );
  return sql`and r.trail = ${code} and c.trail = ${code} ${sql.join(parts, sql` `)}`;
}

function afterOf(position: AuditPosition | undefined, sign: '<' | '>'): Sql {
  if (position === undefined) return sql``;
  if ('sequence' in position) return sql`and c.sequence ${sql.raw(sign)} ${position.sequence}`;
  const { time, id } = position;
  return sql`and (r.occurred_at, r.record_id) ${sql.raw(sign)} (${time}::timestamptz, ${id}::uuid)`;
}

function listRecords(tenant: Sql, query: AuditQuery): Sql {
  const [key, direction] = query.order.split(' ') as ['time' | 'sequence', 'asc' | 'desc'];
  const way = sql.raw(direction);
  const order = key === 'time' ? sql`r.occurred_at ${way}, r.record_id ${way}` : sql`c.sequence ${way}`;
  const from = key === 'time' ? recordsFirst(tenant) : chainFirst(tenant);
  return sql`
    select ${SEALED} ${from} ${whereOf(query)} ${afterOf(query.after, direction === 'asc' ? '>' : '<')}
     order by ${order} limit ${limitFor(query.top)}`;
}

const countRecords = (tenant: Sql, query: Pick<AuditQuery, 'trail' | 'conditions'>): Sql =>
  sql`
    select count(*)::int
      from charter.audit_records r join charter.audit_chain c using (tenant_id, record_id)
     where r.tenant_id = ${tenant} and c.tenant_id = ${tenant} ${whereOf(query)}`;

const listRecordsAbout = (
  tenant: Sql,
  subjectId: string,
  { top, after }: Pick<AuditQuery, 'top' | 'after'>,
): Sql => sql`
  select ${SEALED} ${recordsFirst(tenant)} and r.team_id = ${subjectId} ${afterOf(after, '<')}
   order by r.occurred_at desc, r.record_id desc limit ${limitFor(top)}`;

const CHECKPOINT = columns<RecordedCheckpoint>({
  number: number(sql`number::float8`),
  line: text(),
  isWritten: boolean(sql`written_at is not null`),
});

/** Returns the records with the personal texts decrypted. Those of erased people read `erased`. */
async function decryptedRecords(
  run: Statements,
  box: SecretBox,
  rows: readonly SealedRow[],
): Promise<AuditRecord[]> {
  const people = new Set(rows.flatMap(({ sealed }) => (sealed ?? []).map(({ of }) => of)));
  const { keys } = await readPersonKeys(run, box, [...people]);
  return rows.map(({ sequence, hash, sealed, redacted, ...row }) => {
    const content = toContent(row, sealed ?? undefined);
    const shown = withUnsealedTexts(content, (text) => unsealShownText(keys, content.id, text, redacted));
    return { ...shown, sequence, hash };
  });
}

/** @param recorded called after each write of records. In a transaction, the records are not committed yet. */
export function auditLog(db: Database, tenantId: string, recorded: () => void = () => undefined): AuditLog {
  const run = statements(db, tenantId);
  return {
    async append(records, at) {
      if (records.length === 0) return;
      await run.write`with ${recordParts(run, records, sql.val(at))} select from recorded limit 0`;
      recorded();
    },
  };
}

/**
 * @param box opens the keys of people, for reading and sealing
 * @param recorded see auditLog
 */
export function auditStore(
  db: Database,
  tenantId: string,
  box: SecretBox,
  recorded?: () => void,
): AuditStore {
  const run = statements(db, tenantId);
  const { tenant, all, first, lock, write } = run;

  return {
    ...auditLog(db, tenantId, recorded),

    async isRecorded({ trail, type, targetId, fields, since }) {
      if (!db.isTransaction)
        throw new Error('isRecorded runs only in the transaction that records the change.');
      await lock('charter.change', targetId);
      const found = await first(boolean())`
        select exists (
          select from charter.audit_records
           where tenant_id = ${tenant} and trail = ${trail} and target_id = ${targetId} and type = ${type}
             and occurred_at >= ${since} and fields::jsonb @> ${fields}::jsonb)`;
      return found === true;
    },

    seal() {
      if (db.isTransaction)
        throw new Error('Records can be sealed only after the transaction that wrote them.');
      return sealAll(db, tenantId, box);
    },

    async list(query) {
      const rows = await all(SEALED)`${listRecords(tenant, query)}`;
      return decryptedRecords(run, box, rows.slice(0, query.top + 1));
    },

    async listAbout(subjectId, query) {
      const rows = await all(SEALED)`${listRecordsAbout(tenant, subjectId, query)}`;
      const records = rows.slice(0, query.top + 1);
      const shown = await decryptedRecords(run, box, records);
      return shown.map((record, index) => ({ ...record, trail: (records[index] as SealedRow).trail }));
    },

    count: async (query) => (await first(number())`${countRecords(tenant, query)}`) ?? 0,

    heads: () => readHeads(run),

    lastCheckpoint: () => first(CHECKPOINT)`
      select ${CHECKPOINT} from charter.audit_checkpoints where tenant_id = ${tenant} order by number desc limit 1`,

    claimCheckpoint: async (number, line) =>
      (await write`
        insert into charter.audit_checkpoints ${inserted({ tenant_id: tenant, number, line })}
        on conflict do nothing`) === 1,

    async markWritten(number, at) {
      const written = sql.val(number);
      await write`
        with forgotten as (delete from charter.audit_checkpoints where tenant_id = ${tenant} and number < ${written})
        update charter.audit_checkpoints set written_at = ${at} where tenant_id = ${tenant} and number = ${written}`;
    },

    prune: async (trail, limit, recordId, at) =>
      (await first(number())`
        select charter.prune_audit_records(
          ${trail}, ${limit}::integer, ${recordId}::uuid, ${at}::timestamptz)::int`) ?? 0,
  };
}

/** Keys belong to the installation, not to a tenant. */
export function createAuditKeyStore(databases: TenantDatabases): AuditKeyStore {
  const { all, write } = statements(databases.for(NO_TENANT), NO_TENANT);
  return {
    list: () => all(json())`select public_jwk from charter.audit_keys order by created_at, key_id`,

    async add(jwk, at) {
      await write`
        insert into charter.audit_keys ${inserted({ key_id: jwk.kid, public_jwk: jwk, created_at: at })}
        on conflict (key_id) do nothing`;
    },
  };
}
