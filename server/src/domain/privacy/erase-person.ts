/** Erasure of a person (GDPR, article 17; docs/privacy.md). */
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext, SYSTEM_ACTOR } from '../../engine/principal.ts';
import { CharterError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { assertGlobalAdmin } from '../identity/access.ts';
import type { PersonMarks } from './personal-texts.ts';
import type {
  Erasure,
  FoundRow,
  PrivacyStore,
  RowWithPersonId,
  TextOfOther,
  TrailPosition,
} from './ports.ts';
import { erasureRequested, personErased, textsRedacted } from './privacy-records.ts';

type ErasureDeps = Pick<Deps, 'store' | 'clock'>;

/** The name under which a dry run lists files outside of Charter's database. */
const EXTERNAL_FILES = 'files of teams in Microsoft 365';

/** What an erasure would change, and what it would leave. */
export interface ErasurePreview {
  personId: string;
  stores: { name: string; rows: number }[];
  /** Number of texts in audit records that the destruction of the key would make unreadable. */
  recordTexts: number;
  unchangedRecords: number;
  /** Texts of others in audit records in which the name would be replaced. */
  textsOfOthers: TextOfOther[];
  /** Texts that name the person and stay: the organisation's own (PersonalStore), and files in Microsoft 365. */
  unchangedTexts: { store: string; key: FoundRow['key']; at: string }[];
  /** Whether a legal hold rejects the erasure. */
  isHeld: boolean;
}

/** @throws NotFound for an id that was never stored */
export async function assertKnown(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  personId: string,
): Promise<void> {
  if (!(await store.in(tenantId).privacy.isKnown(personId))) throw notFound('user', personId);
}

/** Returns the rows that name the person, and those that contain the id, by store. Omits stores without such rows. */
export async function findRows(
  privacy: PrivacyStore,
  marks: PersonMarks,
): Promise<{ name: string; isUnchanged: boolean; rows: FoundRow[]; containing: RowWithPersonId[] }[]> {
  const stores = [];
  for (const [index, { name, isUnchanged = false }] of privacy.stores.entries()) {
    const rows: FoundRow[] = [];
    const containing: RowWithPersonId[] = [];
    let after: readonly string[] | undefined = [];
    while (after !== undefined) {
      const batch = await privacy.search(index, marks, after, false);
      rows.push(...batch.found);
      containing.push(...batch.containing);
      after = batch.next;
    }
    if (rows.length + containing.length > 0) stores.push({ name, isUnchanged, rows, containing });
  }
  return stores;
}

/** Returns the texts of others in audit records that name the person. */
async function findTextsOfOthers(privacy: PrivacyStore, marks: PersonMarks): Promise<TextOfOther[]> {
  const texts: TextOfOther[] = [];
  let after: TrailPosition | undefined;
  do {
    const batch = await privacy.searchRecords(marks, after);
    texts.push(...batch.found);
    after = batch.next;
  } while (after !== undefined);
  return texts;
}

/**
 * Counts what an erasure would change, and changes nothing.
 * @throws Forbidden, NotFound
 */
export async function previewErasure(
  deps: ErasureDeps,
  principal: Principal,
  personId: string,
): Promise<ErasurePreview> {
  assertGlobalAdmin(principal);
  await assertKnown(deps, principal.tenantId, personId);
  const { privacy } = deps.store.in(principal.tenantId);
  const recordTexts = await privacy.recordTexts(personId);
  const marks = await privacy.marksOf(personId, recordTexts);
  const found = (await findRows(privacy, marks)).filter(({ rows }) => rows.length > 0);
  return {
    personId,
    stores: found
      .filter(({ isUnchanged }) => !isUnchanged)
      .map(({ name, rows }) => ({ name, rows: rows.length })),
    unchangedTexts: [
      ...found
        .filter(({ isUnchanged }) => isUnchanged)
        .flatMap(({ name: store, rows }) =>
          rows.flatMap(({ key, findings }) => findings.map(({ at }) => ({ store, key, at }))),
        ),
      ...(await privacy.filesElsewhere(marks)).map(({ teamId, path }) => ({
        ...{ store: EXTERNAL_FILES, at: 'content' },
        key: { team_id: teamId, path },
      })),
    ],
    recordTexts: recordTexts.length,
    unchangedRecords: await privacy.countClearRecords(marks),
    textsOfOthers: await findTextsOfOthers(privacy, marks),
    isHeld: (await privacy.findHold(personId)) !== undefined,
  };
}

/**
 * Records the intent to erase a person; the workers carry it out. A repeated call returns the erasure as it is.
 * @throws Forbidden, NotFound, Conflict during a legal hold
 */
export async function requestErasure(
  deps: ErasureDeps,
  principal: Principal,
  context: RequestContext,
  personId: string,
): Promise<Erasure> {
  assertGlobalAdmin(principal);
  const { tenantId } = principal;
  await assertKnown(deps, tenantId, personId);
  const at = deps.clock.now();
  return deps.store.transaction(tenantId, async (unit) => {
    await unit.privacy.lockPerson(personId);
    const earlier = await unit.privacy.findErasure(personId);
    if (earlier !== undefined) return earlier;
    if ((await unit.privacy.findHold(personId)) !== undefined) {
      const held = say('privacy.held', 'A legal hold forbids to erase this person. Remove the hold first.');
      throw new CharterError('Conflict', held, { details: [{ target: 'hold', code: 'LegalHold', ...held }] });
    }
    const cause = causeOf(principal, context);
    const erasure = { id: newId(), personId, requestId: cause.requestId, requestedAt: at };
    await unit.privacy.addErasure(erasure);
    await unit.audit.append([erasureRequested.record({ personId }, cause, { erasureId: erasure.id })], at);
    await unit.queue.erasePeople();
    return { ...erasure, completedAt: null, redactedRows: 0, unchangedRecords: null };
  });
}

/** Name of the audit records in the records about an erasure. */
const AUDIT_RECORDS = 'audit records';

const recordOf = (
  { personId, id: erasureId, requestId }: Erasure,
  store: string | undefined,
  count: number,
) => textsRedacted.record({ personId }, { actor: SYSTEM_ACTOR, requestId }, { erasureId, store, count });

/** Redacts the texts of others in audit records. Idempotent: a redacted text does not name the person. */
async function redactRecords(
  deps: ErasureDeps,
  tenantId: string,
  erasure: Erasure,
  marks: PersonMarks,
): Promise<void> {
  let after: TrailPosition | undefined;
  do {
    const from: TrailPosition | undefined = after;
    after = await deps.store.transaction(tenantId, async (unit) => {
      const { found, next } = await unit.privacy.searchRecords(marks, from, erasure.id);
      if (found.length > 0)
        await unit.audit.append([recordOf(erasure, AUDIT_RECORDS, found.length)], deps.clock.now());
      return next;
    });
  } while (after !== undefined);
}

/** Redacts one store from its beginning. Idempotent: rows without texts of the person stay unchanged. */
async function redactStore(
  deps: ErasureDeps,
  tenantId: string,
  erasure: Erasure,
  index: number,
  marks: PersonMarks,
): Promise<void> {
  let after: readonly string[] | undefined = [];
  while (after !== undefined) {
    const from: readonly string[] = after;
    after = await deps.store.transaction(tenantId, async (unit) => {
      const { found, next } = await unit.privacy.search(index, marks, from, true);
      if (found.length > 0) {
        const record = recordOf(erasure, unit.privacy.stores[index]?.name, found.length);
        await unit.audit.append([record], deps.clock.now());
        await unit.privacy.countRows(erasure.personId, found.length);
      }
      if (next === undefined) await unit.privacy.storeProgress(erasure.personId, index + 1);
      return next;
    });
  }
}

/** Carries out one erasure. Continues where an earlier run ended. */
async function erase(deps: ErasureDeps, tenantId: string, personId: string): Promise<void> {
  const { privacy } = deps.store.in(tenantId);
  const erasure = await privacy.findErasure(personId);
  if (erasure === undefined || erasure.completedAt !== null) return;
  const marks = await privacy.marksOf(personId);
  await deps.store.transaction(tenantId, async (unit) => {
    await unit.privacy.storeMarks(personId, marks);
    // The trigger keep_erased also empties the entry.
    await unit.people.change(personId, { accountEnabled: false });
  });
  for (let index = await privacy.progressOf(personId); index < privacy.stores.length; index += 1)
    if (!privacy.stores[index]?.isUnchanged) await redactStore(deps, tenantId, erasure, index, marks);
  // Only sealed records have their texts encrypted.
  await deps.store.in(tenantId).audit.seal();
  await redactRecords(deps, tenantId, erasure, marks);
  const unchangedRecords = await privacy.countClearRecords(marks);
  await deps.store.transaction(tenantId, async (unit) => {
    const at = deps.clock.now();
    const found = await unit.privacy.findErasure(personId);
    if (found === undefined || found.completedAt !== null) return;
    await unit.privacy.finish(personId, unchangedRecords, at);
    const fields = { erasureId: found.id, redactedRows: found.redactedRows, unchangedRecords };
    const cause = { actor: SYSTEM_ACTOR, requestId: found.requestId };
    await unit.audit.append([personErased.record({ personId }, cause, fields)], at);
  });
}

/** Carries out the unfinished erasures of a tenant. When a node is killed, the next one continues its work. */
export async function erasePeople(deps: ErasureDeps, tenantId: string): Promise<void> {
  for (const personId of await deps.store.in(tenantId).privacy.unfinished())
    await erase(deps, tenantId, personId);
}
