import { newId } from '../../kernel/ids.ts';
import type { Deps } from '../deps.ts';
import type { Trail } from './trails.ts';

/** Maximum number of records that one transaction removes. The transaction also adds one record about the removal. */
const MAX_AT_ONCE = 50_000;

/**
 * Removes the tenant's records that are older than the retention of their trail. The retention is in the database,
 * where only the owner role can change it (persistence/migrate.ts). Each removal leaves a record with the sequence
 * number and hash of the last record removed, so that the rest can still be verified. Returns how many records were
 * removed.
 */
export async function pruneRecords(
  deps: Pick<Deps, 'store' | 'clock'> & { trails: readonly Trail[] },
  tenantId: string,
): Promise<number> {
  const { audit } = deps.store.in(tenantId);
  let pruned = 0;
  for (const trail of deps.trails.map(({ code }) => code)) {
    let count: number;
    do {
      count = await audit.prune(trail, MAX_AT_ONCE, newId(), deps.clock.now());
      pruned += count;
    } while (count > 0);
  }
  return pruned;
}
