/** Exports the stored data of a person (GDPR, article 15; docs/privacy.md). */
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { assertGlobalAdmin } from '../identity/access.ts';
import { assertKnown, findRows } from './erase-person.ts';
import type { FoundRecordText, FoundRow, ReferringRow, RowWithPersonId } from './ports.ts';
import { personExported } from './privacy-records.ts';

export interface PersonExport {
  personId: string;
  exportedAt: Date;
  /** The person's entry in the directory. */
  directory: Readonly<Record<string, unknown>> | null;
  stores: { name: string; rows: FoundRow[]; containing: RowWithPersonId[] }[];
  /** Rows that refer to the person by id, by kind. */
  references: { name: string; rows: ReferringRow[] }[];
  records: FoundRecordText[];
}

/**
 * Returns the person's entry in the directory, every text about them, and every row that refers to them by id, without
 * texts about others.
 * @throws Forbidden, NotFound
 */
export async function exportPerson(
  deps: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  personId: string,
): Promise<PersonExport> {
  assertGlobalAdmin(principal);
  const { tenantId } = principal;
  await assertKnown(deps, tenantId, personId);
  const { privacy, audit } = deps.store.in(tenantId);
  const exportedAt = deps.clock.now();
  await audit.append([personExported.record({ personId }, causeOf(principal, context))], exportedAt);
  await audit.seal();
  const records = await privacy.recordTexts(personId);
  const stores = await findRows(privacy, await privacy.marksOf(personId, records));
  const directory = (await privacy.directoryEntry(personId)) ?? null;
  const references = await privacy.references(personId);
  return { personId, exportedAt, directory, stores, references, records };
}
