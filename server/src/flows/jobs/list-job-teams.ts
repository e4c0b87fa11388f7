import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import type { BulkResult } from '../bulk/model.ts';
import type { BulkResultQuery } from '../bulk/ports.ts';
import { findReadableJob } from './access.ts';

/**
 * Returns a page of the results of a bulk job by team, in the order of the request. Other jobs have none.
 * @throws NotFound also when the caller may not read the job
 */
export async function listJobTeams(
  { store }: { store: Store },
  principal: Principal,
  query: BulkResultQuery,
): Promise<Page<BulkResult, number>> {
  const { id } = await findReadableJob(store, principal, query.jobId);
  const found = await store.in(principal.tenantId).bulkTeams.list({ ...query, jobId: id });
  return toPage(found, query.top, ({ position }) => position);
}
