import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { expire } from './decide.ts';

/** Read at once; the next round reads the next ones. */
const PAGE = 100;

/** Ends the tenant's requests whose time is over; answers how many. Any number of nodes may do it at once. */
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
