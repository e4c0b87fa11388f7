/**
 * Keys of people, which encrypt the texts about them in audit records (docs/adr/0035-personal-texts-in-trails.md). Each
 * is encrypted with the installation's key. An erasure destroys the key but not its row, so that no new key is created.
 */

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { PersonalText, SealedText } from '../engine/audit/model.ts';
import { columns, json, text } from '../kernel/columns.ts';
import { type Sql, type Statements, sql } from '../kernel/sql.ts';
import { RETURNING_TRUE } from './statement-parts.ts';

/** Binds an encrypted key to its person. */
export const personKeyContext = (tenantId: string, personId: string): string =>
  JSON.stringify(['person', tenantId, personId]);

const KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const FORMAT = 't1.';
const TAG_BYTES = 16;
/** A constant nonce is safe here, because each text has its own key, which encrypts nothing else. */
const NONCE = Buffer.alloc(12);

/** The keys of some people, by their ids. An erased person has none. */
export type PersonKeys = ReadonlyMap<string, Buffer>;

const ROW = columns<{ personId: string; sealedKey: string | null }>({ personId: text(), sealedKey: text() });

/** Reads the keys of these people. @throws Error when this node lacks the key that encrypts one of them */
export async function readPersonKeys(
  { tenantId, tenant, all }: Statements,
  box: SecretBox,
  people: readonly string[],
): Promise<{ keys: PersonKeys; known: ReadonlySet<string> }> {
  if (people.length === 0) return { keys: new Map(), known: new Set() };
  const rows = await all(ROW)`
    select ${ROW} from charter.person_keys where tenant_id = ${tenant} and person_id = any(${people}::text[])`;
  const keys = new Map<string, Buffer>();
  for (const { personId, sealedKey } of rows)
    if (sealedKey !== null)
      keys.set(personId, Buffer.from(box.open(sealedKey, personKeyContext(tenantId, personId)), 'base64url'));
  return { keys, known: new Set(rows.map(({ personId }) => personId)) };
}

/**
 * Reads the keys of these people, and creates those of people who have none yet. An erased person gets none. The caller
 * holds the lock of the tenant's sealing, so no other node creates the same key.
 */
export async function obtainPersonKeys(
  run: Statements,
  box: SecretBox,
  people: readonly string[],
): Promise<PersonKeys> {
  const { keys, known } = await readPersonKeys(run, box, people);
  const created = new Map(
    people.filter((id) => !known.has(id)).map((id) => [id, randomBytes(KEY_BYTES)] as const),
  );
  if (created.size === 0) return keys;
  const ids = [...created.keys()];
  const sealed = [...created].map(([id, key]) =>
    box.seal(key.toString('base64url'), personKeyContext(run.tenantId, id)),
  );
  await run.write`
    insert into charter.person_keys (tenant_id, person_id, sealed_key)
    select ${run.tenant}, person_id, sealed_key from unnest(${ids}::text[], ${sealed}::text[]) as key (person_id, sealed_key)
    ${RETURNING_TRUE}`;
  return new Map([...keys, ...created]);
}

/** Returns the key of one text: a person's key never encrypts directly. */
const keyOfText = (key: Buffer, recordId: string, at: string): Buffer =>
  createHmac('sha256', key).update(`${recordId}\n${at}`).digest();

/** Encrypts a text of a record. If the person has no key, it uses a random one, and nobody can decrypt the text. */
export function sealText(keys: PersonKeys, recordId: string, { at, of, value }: PersonalText): SealedText {
  const key = keyOfText(keys.get(of) ?? randomBytes(KEY_BYTES), recordId, at);
  const cipher = createCipheriv(ALGORITHM, key, NONCE);
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify(value), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { at, of, text: FORMAT + sealed.toString('base64url') };
}

/** Decrypts a text of a record. Returns undefined without the person's key, or when somebody changed the text. */
function unsealText(keys: PersonKeys, recordId: string, { at, of, text: sealed }: SealedText): unknown {
  const key = keys.get(of);
  if (key === undefined || !sealed.startsWith(FORMAT)) return undefined;
  const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOfText(key, recordId, at), NONCE, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const value = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(value.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A text that an erasure has redacted, encrypted with the key of the person who wrote the original. */
interface RedactedText {
  at: string;
  erasureId: string;
  text: string;
}

/** The redacted texts that `redactedTexts` adds. */
export const REDACTED = json<RedactedText[] | null>(sql`shown.redacted`);

/**
 * Adds the redacted texts of the record `c` of charter.audit_chain to a FROM clause. Names the tenant by its value, as
 * `partsOfTeam` does.
 */
export const redactedTexts = (tenant: Sql): Sql => sql`
  cross join lateral (
    select case when c.sealed is not null then (
      select json_agg(json_build_object('at', x.at, 'erasureId', x.erasure_id, 'text', x.sealed))
        from charter.redacted_texts x where x.tenant_id = ${tenant} and x.record_id = c.record_id) end as redacted) shown`;

/** Each version of a text has a key of its own, because the nonce is constant. */
const placeOfVersion = (at: string, erasureId: string): string => `${at}\n${erasureId}`;

/** Encrypts the redacted version of a text of a record. */
export const sealRedacted = (
  keys: PersonKeys,
  recordId: string,
  { at, ...text }: PersonalText,
  erasureId: string,
): string => sealText(keys, recordId, { ...text, at: placeOfVersion(at, erasureId) }).text;

/** Decrypts a text of a record as it is shown: in its redacted version, if it has one. See unsealText. */
export function unsealShownText(
  keys: PersonKeys,
  recordId: string,
  original: SealedText,
  redacted: readonly RedactedText[] | null,
): unknown {
  const version = redacted?.find(({ at }) => at === original.at);
  if (version === undefined) return unsealText(keys, recordId, original);
  const { at, erasureId, text: sealed } = version;
  return unsealText(keys, recordId, { ...original, at: placeOfVersion(at, erasureId), text: sealed });
}
