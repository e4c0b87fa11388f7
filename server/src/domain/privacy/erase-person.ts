/** Erasure of a person (GDPR, article 17; docs/privacy.md). */
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext, SYSTEM_ACTOR } from '../../engine/principal.ts';
import { CharterError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { assertGlobalAdmin } from '../identity/access.ts';
import type { PersonMarks } from './personal-texts.ts';
import type { Erasure, FoundRow, PrivacyStore } from './ports.ts';
import { erasureRequested, personErased, textsRedacted } from './privacy-records.ts';

type ErasureDeps = Pick<Deps, 'store' | 'clock'>;

/** What an erasure would change. */
export interface ErasurePreview {
  personId: string;
  stores: { name: string; rows: number }[];
  /** Texts in audit records that the destroyed key makes unreadable. */
  recordTexts: number;
  unchangedRecords: number;
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

/** Returns the rows that name the person, by store. Leaves out stores without any. */
export async function findRows(
  privacy: PrivacyStore,
  marks: PersonMarks,
): Promise<{ name: string; rows: FoundRow[] }[]> {
  const stores = [];
  for (const [index, { name }] of privacy.stores.entries()) {
    const rows: FoundRow[] = [];
    let after: readonly string[] | undefined = [];
    while (after !== undefined) {
      const batch = await privacy.search(index, marks, after, false);
      rows.push(...batch.found);
      after = batch.next;
    }
    if (rows.length > 0) stores.push({ name, rows });
  }
  return stores;
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
  const found = await findRows(privacy, marks);
  return {
    personId,
    stores: found.map(({ name, rows }) => ({ name, rows: rows.length })),
    recordTexts: recordTexts.length,
    unchangedRecords: await privacy.countClearRecords(marks),
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

/** Redacts one store from its beginning. Idempotent: rows without texts of the person stay unchanged. */
async function redactStore(
  deps: ErasureDeps,
  tenantId: string,
  erasure: Erasure,
  index: number,
  marks: PersonMarks,
): Promise<void> {
  const { personId, id: erasureId, requestId } = erasure;
  let after: readonly string[] | undefined = [];
  while (after !== undefined) {
    const from: readonly string[] = after;
    after = await deps.store.transaction(tenantId, async (unit) => {
      const { found, next } = await unit.privacy.search(index, marks, from, true);
      if (found.length > 0) {
        const fields = { erasureId, store: unit.privacy.stores[index]?.name, count: found.length };
        const record = textsRedacted.record({ personId }, { actor: SYSTEM_ACTOR, requestId }, fields);
        await unit.audit.append([record], deps.clock.now());
        await unit.privacy.countRows(personId, found.length);
      }
      if (next === undefined) await unit.privacy.storeProgress(personId, index + 1);
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
    await redactStore(deps, tenantId, erasure, index, marks);
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
