/** Searches and redacts the stored texts about one person, and stores erasures and legal holds. */

import {
  describeContent,
  PersonalTexts,
  type PersonMarks,
  placesOfId,
  type TextFinding,
} from '../domain/privacy/personal-texts.ts';
import type {
  Erasure,
  FileElsewhere,
  FoundBatch,
  FoundRecordText,
  FoundRow,
  LegalHold,
  PrivacyStore,
  ReferringRow,
  RowWithPersonId,
  TextOfOther,
} from '../domain/privacy/ports.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { SealedText } from '../engine/audit/model.ts';
import { ERASED } from '../engine/audit/personal-texts.ts';
import { columns, json, number, text, texts, time } from '../kernel/columns.ts';
import { type Database, inserted, type Sql, sql, statements } from '../kernel/sql.ts';
import { leaverStore } from './leavers.ts';
import { REDACTED, readPersonKeys, redactedTexts, sealRedacted, unsealShownText } from './person-keys.ts';
import { PERSONAL_REFERENCES } from './personal-references.ts';
import { PERSONAL_STORES, type StoredTexts } from './personal-stores.ts';

/** Maximum number of rows that one transaction reads. */
const BATCH = 200;
/** Maximum number of files that one transaction reads. */
const FILES_AT_ONCE = 40;
/** Maximum size of a file that is searched. The embedded suite must have stored it as one chunk. */
const MOST_FILE_BYTES = 512 * 1024;
/** Maximum number of audit records that one statement reads. */
const RECORDS_AT_ONCE = 5_000;

/** Binds encrypted marks to their erasure. */
export const marksContext = (tenantId: string, personId: string): string =>
  JSON.stringify(['erasure', tenantId, personId]);

const HOLD = columns<LegalHold>({ personId: text(), reason: text(), placedBy: text(), placedAt: time() });
const ERASURE = columns<Erasure>({
  id: text('erasure_id'),
  personId: text(),
  requestId: text(),
  requestedAt: time(),
  completedAt: time(),
  redactedRows: number(),
  unchangedRecords: number(),
});

interface SealedRecord {
  recordId: string;
  trail: string;
  sequence: number;
  type: string;
  time: Date;
  sealed: SealedText[];
  redacted: Parameters<typeof unsealShownText>[3];
}
const SEALED_RECORD = columns<SealedRecord>({
  recordId: text('r.record_id'),
  trail: text('c.trail'),
  sequence: number(sql`c.sequence::float8`),
  type: text('r.type'),
  time: time('r.occurred_at'),
  sealed: json('c.sealed'),
  redacted: REDACTED,
});

interface Row {
  key: readonly string[];
  /** The columns as text, in the order of `columnsOf`. */
  values: readonly (string | null)[];
}
const ROW = columns<Row>({ key: texts(), values: texts() as never });

const FILE = columns({
  key: texts<readonly string[]>(sql`array[f.team_id, f.file_id]`),
  bytes: json<Buffer>('c.bytes'),
});

/** A job, with the files whose content its plan contains. */
const PLANNED = columns({
  jobId: text<string>('j.job_id'),
  teamId: text<string>('j.team_id'),
  files: json<{ path: string; sha256: string; base64?: string }[]>(sql`
    (select coalesce(json_agg(f), '[]') from json_array_elements(j.plan -> 'contents') c,
            json_array_elements(c -> 'files') f where f ->> 'base64' is not null)`),
});
/** A row of PERSONAL_REFERENCES. */
const REFERRING = columns({
  key: texts<readonly string[]>(),
  displayName: text<string | null>('displayName'),
  values: json<Record<string, unknown>>(),
});
/** Kinds of objects that name people by id or address, as the list of leavers finds them. */
const NAMING_OBJECTS = {
  template: 'templates that name the person',
  policy: 'policies that name the person',
};
const NO_LIMIT = 2 ** 31 - 1;

const STORED = columns({ teamId: text<string>(), sha256: text<string>() });

type Kind = 'json' | 'text' | 'list' | 'references';

const columnsOf = ({ json: objects = [], text: plain = [], lists = [], references = [] }: StoredTexts) => [
  ...objects.map((name): [string, Kind] => [name, 'json']),
  ...plain.map((name): [string, Kind] => [name, 'text']),
  ...lists.map((name): [string, Kind] => [name, 'list']),
  ...references.map((name): [string, Kind] => [name, 'references']),
];

/** The text of a column; a list as JSON. */
const asText = ([name, kind]: [string, Kind]): Sql =>
  kind === 'list' ? sql`array_to_json(${sql.ref(name)})::text` : sql`${sql.ref(name)}::text`;

/** A value for a column. PostgreSQL casts json to jsonb. */
const asValue = ([, kind]: [string, Kind], value: string): Sql => {
  if (kind === 'json') return sql`${value}::json`;
  return kind === 'list' ? sql`array(select json_array_elements_text(${value}::json))` : sql`${value}`;
};

/** Returns the search texts as they occur inside stored JSON, in lower case. */
const needlesOf = ({ id, names, addresses, texts: written }: PersonMarks): string[] => [
  ...new Set(
    [id, ...names, ...addresses, ...written]
      .filter((mark) => mark !== '')
      .map((mark) => JSON.stringify(mark).slice(1, -1).toLowerCase()),
  ),
];

/** Whether the text contains one of the needles. */
const contains = (haystack: Sql, needles: readonly string[]): Sql => sql`
  exists (select from unnest(${needles}::text[]) needle where position(needle in lower(${haystack})) > 0)`;

function redactRow(
  found: PersonalTexts,
  marks: PersonMarks,
  store: StoredTexts,
  { values }: Row,
): { changes: [[string, Kind], string][]; findings: TextFinding[] } {
  const findings: TextFinding[] = [];
  const changes: [[string, Kind], string][] = [];
  const all = columnsOf(store);
  const { written } = store;
  const by = all.findIndex(([name]) => name === written?.by);
  const writer = by < 0 ? undefined : (JSON.parse(values[by] ?? 'null') as { id?: string } | null)?.id;
  for (const [index, column] of all.entries()) {
    const [name, kind] = column;
    const value = values[index];
    if (value === null || value === undefined) continue;
    const before = findings.length;
    let after: string;
    if (name === written?.column && writer === marks.id && value !== ERASED) {
      findings.push({ at: name, text: value });
      after = ERASED;
    } else if (kind === 'json' || kind === 'list') {
      after = JSON.stringify(found.redact(JSON.parse(value), name, findings));
    } else if (kind === 'references') after = found.redactReferences(value, name, findings);
    else after = String(found.redact(value, name, findings));
    if (findings.length > before) changes.push([column, after]);
  }
  return { changes, findings };
}

/** Matches paths of texts in a record that name the person to whom the text belongs. */
const NAMING = /Name$/;

export function privacyStore(db: Database, tenantId: string, box: SecretBox): PrivacyStore {
  const run = statements(db, tenantId);
  const { tenant, all, first, exists, lock, write } = run;

  async function recordTexts(personId: string): Promise<FoundRecordText[]> {
    const { keys } = await readPersonKeys(run, box, [personId]);
    if (keys.size === 0) return [];
    const found: FoundRecordText[] = [];
    const needle = `"of":${JSON.stringify(personId)}`;
    const trails = await all(text<string>())`
      select distinct trail from charter.audit_chain where tenant_id = ${tenant} order by 1`;
    for (const trail of trails) {
      const head = await first(number())`
        select max(sequence)::float8 from charter.audit_chain where tenant_id = ${tenant} and trail = ${trail}`;
      for (let from = 0; from < (head ?? 0); from += RECORDS_AT_ONCE) {
        const rows = await all(SEALED_RECORD)`
          select ${SEALED_RECORD}
            from charter.audit_chain c join charter.audit_records r using (tenant_id, record_id)
            ${redactedTexts(tenant)}
           where c.tenant_id = ${tenant} and c.trail = ${trail} and c.sequence > ${from}
             and c.sequence <= ${from + RECORDS_AT_ONCE} and position(${needle} in c.sealed::text) > 0
           order by c.sequence`;
        for (const { recordId, sealed, redacted, ...record } of rows)
          for (const one of sealed)
            if (one.of === personId)
              found.push({ ...record, at: one.at, value: unsealShownText(keys, recordId, one, redacted) });
      }
    }
    return found;
  }

  const directoryEntry = (personId: string) =>
    first(json<Record<string, unknown>>())`
      select to_json(u) from directory.users u where tenant_id = ${tenant} and user_id = ${personId}`;

  async function collectMarks(personId: string, records: readonly FoundRecordText[]): Promise<PersonMarks> {
    const names = new Set<string>();
    const addresses = new Set<string>();
    const written = new Set<string>();
    const addTo = (set: Set<string>, value: unknown) => {
      if (typeof value === 'string' && value !== '' && value !== personId && value !== ERASED) set.add(value);
    };
    const addName = (value: unknown) =>
      addTo(typeof value === 'string' && value.includes('@') ? addresses : names, value);
    const entry = await directoryEntry(personId);
    addName(entry?.display_name);
    addTo(addresses, entry?.mail);
    addTo(addresses, entry?.user_principal_name);
    if (entry?.given_name && entry.surname) addName(`${entry.given_name} ${entry.surname}`);
    for (const { at, value } of records) {
      if (at.endsWith('/displayName') || NAMING.test(at)) addName(value);
      else if (at === '/message') addTo(written, value);
      else if (at === '/changes') {
        const { displayName, mail, userPrincipalName } = value as Record<string, unknown>;
        addName(displayName);
        addTo(addresses, mail);
        addTo(addresses, userPrincipalName);
      }
    }
    const messages = await all(text<string>())`
      select message from charter.approval_decisions
       where tenant_id = ${tenant} and decider ->> 'id' = ${personId} and message is not null
      union select message from charter.approvals
       where tenant_id = ${tenant} and decided_by ->> 'id' = ${personId} and message is not null`;
    for (const message of messages) addTo(written, message);
    return { id: personId, names: [...names], addresses: [...addresses], texts: [...written] };
  }

  /** Searches the next text files of the embedded suite. Redacted ones keep their path. */
  async function searchFiles(
    marks: PersonMarks,
    after: readonly string[] | undefined,
    redacts: boolean,
  ): Promise<FoundBatch> {
    const [team = '', file = ''] = after ?? [];
    const rows = await all(FILE)`
      select ${FILE} from embedded_suite.files f
        join embedded_suite.file_chunks c
          on c.tenant_id = ${tenant} and c.team_id = f.team_id and c.file_id = f.file_id and c.start = 0
       where f.tenant_id = ${tenant} and f.is_complete and f.size between 1 and ${sql.lit(MOST_FILE_BYTES)}
         and length(c.bytes) = f.size
         and (f.team_id collate "C", f.file_id collate "C") > (${team}::text, ${file}::text)
       order by f.team_id collate "C", f.file_id collate "C" limit ${sql.lit(FILES_AT_ONCE)}
       ${redacts ? sql`for update` : sql``}`;
    const personal = new PersonalTexts(marks);
    const found: FoundRow[] = [];
    for (const { key, bytes } of rows) {
      const [teamId = '', fileId = ''] = key;
      const findings: TextFinding[] = [];
      const redacted = personal.redactFile(bytes, 'content', findings);
      if (redacted === undefined) continue;
      found.push({ key: { team_id: teamId, file_id: fileId }, findings });
      if (!redacts) continue;
      const { size, sha256 } = describeContent(redacted);
      const isFile = sql`tenant_id = ${tenant} and team_id = ${teamId} and file_id = ${fileId}`;
      await write`update embedded_suite.file_chunks set bytes = ${Buffer.from(redacted)}::bytea where ${isFile}`;
      await write`
        update embedded_suite.files set size = ${size}, stored = ${size}, sha256 = ${sha256} where ${isFile}`;
    }
    return { found, containing: [], next: rows.length < FILES_AT_ONCE ? undefined : rows.at(-1)?.key };
  }

  async function filesElsewhere(marks: PersonMarks): Promise<FileElsewhere[]> {
    const personal = new PersonalTexts(marks);
    const found: FileElsewhere[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const jobs: {
        jobId: string;
        teamId: string;
        files: { path: string; sha256: string; base64?: string }[];
      }[] = await all(PLANNED)`
          select ${PLANNED} from charter.jobs j
           where j.tenant_id = ${tenant} and j.team_id is not null and j.job_id::text > ${after}
             and json_typeof(j.plan -> 'contents') = 'array'
             and ${contains(sql`concat_ws(' ', j.requester, j.request)`, needlesOf(marks))}
           order by j.job_id::text limit ${sql.lit(BATCH)}`;
      const named = jobs.flatMap(({ teamId, files }) =>
        files
          .filter(
            ({ base64 = '' }) => personal.redactFile(Buffer.from(base64, 'base64'), '', []) !== undefined,
          )
          .map(({ path, sha256 }) => ({ teamId, path, sha256 })),
      );
      const stored =
        named.length === 0
          ? []
          : await all(STORED)`
              select ${STORED} from embedded_suite.files
               where tenant_id = ${tenant} and team_id = any (${named.map(({ teamId }) => teamId)}::text[])
                 and sha256 is not null`;
      const isStored = new Set(stored.map(({ teamId, sha256 }) => `${teamId} ${sha256}`));
      for (const { teamId, path, sha256 } of named)
        if (!isStored.has(`${teamId} ${sha256}`)) found.push({ teamId, path });
      after = jobs.length < BATCH ? undefined : jobs.at(-1)?.jobId;
    }
    return found;
  }

  return {
    stores: PERSONAL_STORES,
    filesElsewhere,
    directoryEntry,
    recordTexts,

    isKnown: (personId) =>
      exists`select 1 from directory.users where tenant_id = ${tenant} and user_id = ${personId}
        union all select 1 from charter.person_keys where tenant_id = ${tenant} and person_id = ${personId}
        union all select 1 from charter.erasures where tenant_id = ${tenant} and person_id = ${personId}`,

    findHold: (personId) =>
      first(
        HOLD,
      )`select ${HOLD} from charter.legal_holds where tenant_id = ${tenant} and person_id = ${personId}`,

    async placeHold({ personId, reason, placedBy, placedAt }) {
      await write`
        insert into charter.legal_holds
          ${inserted({ tenant_id: tenant, person_id: personId, reason, placed_by: placedBy, placed_at: placedAt })}
        on conflict (tenant_id, person_id) do update
          set reason = excluded.reason, placed_by = excluded.placed_by, placed_at = excluded.placed_at`;
    },

    removeHold: async (personId) =>
      (await write`delete from charter.legal_holds where tenant_id = ${tenant} and person_id = ${personId}`) ===
      1,

    lockPerson: (personId) => lock('charter.person', personId),

    findErasure: (personId) =>
      first(ERASURE)`
        select ${ERASURE} from charter.erasures where tenant_id = ${tenant} and person_id = ${personId}`,

    async addErasure({ id, personId, requestId, requestedAt }) {
      const row = { erasure_id: id, request_id: requestId, requested_at: requestedAt };
      await write`insert into charter.erasures ${inserted({ tenant_id: tenant, person_id: personId, ...row })}`;
    },

    unfinished: () =>
      all(text<string>())`
        select person_id from charter.erasures
         where tenant_id = ${tenant} and completed_at is null order by requested_at, person_id`,

    async marksOf(personId, records) {
      const sealed = await first(text())`
        select sealed_marks from charter.erasures where tenant_id = ${tenant} and person_id = ${personId}`;
      return typeof sealed === 'string'
        ? (JSON.parse(box.open(sealed, marksContext(tenantId, personId))) as PersonMarks)
        : collectMarks(personId, records ?? (await recordTexts(personId)));
    },

    async storeMarks(personId, marks) {
      const sealed = box.seal(JSON.stringify(marks), marksContext(tenantId, personId));
      await write`
        update charter.erasures set sealed_marks = ${sealed}
         where tenant_id = ${tenant} and person_id = ${personId} and sealed_marks is null`;
    },

    async search(index, marks, after, redacts) {
      const store = PERSONAL_STORES[index] as StoredTexts;
      if (store.isFiles) return searchFiles(marks, after, redacts);
      const table = sql.table(store.table);
      const key = sql.join(store.key.map((name) => sql`${sql.ref(name)}::text collate "C"`));
      const found = columnsOf(store);
      const values = sql.join(found.map(asText));
      const mine =
        store.owner === undefined
          ? contains(sql`concat_ws(' ', ${values})`, needlesOf(marks))
          : sql`${sql.ref(store.owner)} = any(${[marks.id, ...marks.addresses]}::text[])`;
      const others = store.others === undefined ? sql`` : sql`and ${sql.ref(store.others)} <> ${marks.id}`;
      const place =
        after === undefined || after.length === 0
          ? sql``
          : sql`and (${key}) > (${sql.join(after.map((value) => sql`${value}::text`))})`;
      const rows = await all(ROW)`
        select array[${key}] as key, array[${found.length === 0 ? sql`null::text` : values}] as values from ${table}
         where tenant_id = ${tenant} and ${mine} ${others} ${place}
         order by ${key} limit ${sql.lit(BATCH)} ${redacts ? sql`for update` : sql``}`;
      const personal = new PersonalTexts(marks);
      const shown: FoundRow[] = [];
      const containing: RowWithPersonId[] = [];
      for (const row of rows) {
        const isRow = sql.join(
          store.key.map((name, position) => sql`${sql.ref(name)}::text = ${row.key[position]}`),
          sql` and `,
        );
        const names = Object.fromEntries(store.key.map((name, position) => [name, row.key[position] ?? '']));
        if (store.owner !== undefined) {
          const own = found.map(([at], position) => ({ at, text: row.values[position] ?? '' }));
          shown.push({ key: names, findings: own });
          if (redacts) await write`delete from ${table} where tenant_id = ${tenant} and ${isRow}`;
          continue;
        }
        const ids = found.flatMap(([column, kind], position) =>
          kind === 'json' && !redacts
            ? placesOfId(marks.id, JSON.parse(row.values[position] ?? 'null'), column)
            : [],
        );
        if (ids.length > 0) containing.push({ key: names, ids });
        const { changes, findings } = redactRow(personal, marks, store, row);
        if (findings.length === 0) continue;
        shown.push({ key: names, findings });
        if (!redacts) continue;
        const set = sql.join(
          changes.map(([column, value]) => sql`${sql.ref(column[0])} = ${asValue(column, value)}`),
        );
        await write`update ${table} set ${set} where tenant_id = ${tenant} and ${isRow}`;
      }
      if (redacts && shown.length > 0 && store.stamp !== undefined)
        await write`update ${sql.table(store.stamp)} set stamp = gen_random_uuid() where tenant_id = ${tenant}`;
      return { found: shown, containing, next: rows.length < BATCH ? undefined : rows.at(-1)?.key };
    },

    async searchRecords(marks, after, erasureId) {
      const place =
        after && sql`and (c.trail, c.sequence) > (${after.trail}::text, ${after.sequence}::bigint)`;
      const rows = await all(SEALED_RECORD)`
        select ${SEALED_RECORD}
          from charter.audit_chain c join charter.audit_records r using (tenant_id, record_id)
          ${redactedTexts(tenant)}
         where c.tenant_id = ${tenant} and c.sealed is not null ${place ?? sql``}
         order by c.trail, c.sequence limit ${sql.lit(RECORDS_AT_ONCE)}`;
      const isOfOther = ({ at, of }: SealedText) => of !== marks.id && !NAMING.test(at);
      const writers = new Set(rows.flatMap(({ sealed }) => sealed.filter(isOfOther).map(({ of }) => of)));
      const { keys } = await readPersonKeys(run, box, [...writers]);
      const personal = new PersonalTexts(marks);
      const found: TextOfOther[] = [];
      for (const { recordId, sealed, redacted, ...record } of rows) {
        for (const one of sealed.filter(isOfOther)) {
          const { at, of } = one;
          const value = unsealShownText(keys, recordId, one, redacted);
          const findings: TextFinding[] = [];
          const shown = typeof value === 'string' ? personal.redact(value, at, findings) : value;
          if (findings.length === 0) continue;
          found.push({ ...record, at, writtenBy: of });
          if (erasureId === undefined) continue;
          const row = {
            erasure_id: erasureId,
            sealed: sealRedacted(keys, recordId, { at, of, value: shown }, erasureId),
          };
          await write`
            insert into charter.redacted_texts ${inserted({ tenant_id: tenant, record_id: recordId, at, ...row })}
            on conflict (tenant_id, record_id, at) do update
               set erasure_id = excluded.erasure_id, sealed = excluded.sealed`;
        }
      }
      const last = rows.at(-1);
      return { found, next: rows.length < RECORDS_AT_ONCE ? undefined : last };
    },

    async references(personId) {
      const found: { name: string; rows: ReferringRow[] }[] = [];
      for (const source of PERSONAL_REFERENCES) {
        const rows: ReferringRow[] = [];
        const key = sql.join(source.key.map((name) => sql`item.${sql.ref(name)}::text collate "C"`));
        const person = sql`item.${sql.ref(source.person)}`;
        const values = sql.join(source.values.map((name) => sql`${sql.lit(name)}, item.${sql.ref(name)}`));
        for (let after: readonly string[] | undefined = []; after !== undefined; ) {
          const place: Sql =
            after.length === 0
              ? sql``
              : sql`and (${key}) > (${sql.join(after.map((value) => sql`${value}::text`))})`;
          const batch: {
            key: readonly string[];
            displayName: string | null;
            values: Record<string, unknown>;
          }[] = await all(REFERRING)`
            select array[${key}] as key, ${source.displayName ?? sql`null::text`} as "displayName",
                   json_build_object(${values}) as values
              from ${sql.table(source.table)} item
             where item.tenant_id = ${tenant}
               and ${source.member === undefined ? person : sql`${person} ->> ${sql.lit(source.member)}`} = ${personId}
               ${place}
             order by ${key} limit ${sql.lit(BATCH)}`;
          for (const { key: parts, ...row } of batch)
            rows.push({
              key: Object.fromEntries(source.key.map((name, position) => [name, parts[position] ?? ''])),
              ...row,
            });
          after = batch.length < BATCH ? undefined : batch.at(-1)?.key;
        }
        if (rows.length > 0) found.push({ name: source.name, rows });
      }
      const holdings = await leaverStore(db, tenantId).holdings(personId, NO_LIMIT);
      for (const [kind, name] of Object.entries(NAMING_OBJECTS)) {
        const rows = holdings
          .filter((held) => held.kind === kind)
          .map(({ id, displayName, relations }) => ({ key: { id }, displayName, values: { relations } }));
        if (rows.length > 0) found.push({ name, rows });
      }
      return found;
    },

    async countRows(personId, rows) {
      await write`
        update charter.erasures set redacted_rows = redacted_rows + ${rows}
         where tenant_id = ${tenant} and person_id = ${personId}`;
    },

    progressOf: async (personId) =>
      (await first(number())`
        select progress from charter.erasures where tenant_id = ${tenant} and person_id = ${personId}`) ?? 0,

    async storeProgress(personId, store) {
      await write`
        update charter.erasures set progress = greatest(progress, ${store}::integer)
         where tenant_id = ${tenant} and person_id = ${personId}`;
    },

    async countClearRecords({ names, addresses }) {
      const needles = needlesOf({ id: '', names, addresses, texts: [] });
      const haystack = sql`concat_ws(' ', actor_name, target_name, fields::text)`;
      const count = await first(number())`
        select count(*)::int from charter.audit_records
         where tenant_id = ${tenant} and ${contains(haystack, needles)}`;
      return count ?? 0;
    },

    async finish(personId, unchangedRecords, at) {
      // Sealing holds this lock, and creates no key when the person's row has none.
      await lock('charter.audit');
      await write`
        insert into charter.person_keys ${inserted({ tenant_id: tenant, person_id: personId, sealed_key: null })}
        on conflict (tenant_id, person_id) do update set sealed_key = null`;
      await write`
        update charter.erasures
           set completed_at = ${at}, sealed_marks = null, unchanged_records = ${unchangedRecords}::integer
         where tenant_id = ${tenant} and person_id = ${personId}`;
    },

    removeExpired: async (kind, limit, at) =>
      (await first(number())`
        select charter.remove_expired(${kind}, ${limit}::integer, ${at}::timestamptz)`) ?? 0,
  };
}
