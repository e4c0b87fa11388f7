import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { expire } from './decide.ts';

/** Page size. */
const PAGE = 100;

/** Expires the tenant's overdue approvals. Returns how many. Several nodes may run it at once. */
export async function expireApprovals(
  { store, clock }: { store: Store; clock: Clock },
  tenantId: string,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const at = clock.now();
    const due = await store.in(tenantId).approvals.listExpired(at, PAGE);
    for (const approval of due) {
      if (await expire(store, tenantId, approval, at)) ended += 1;
    }
    if (due.length < PAGE) return ended;
  }
}
