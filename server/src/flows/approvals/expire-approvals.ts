import type { Deps } from '../../engine/deps.ts';
import { expire } from './end-approval.ts';

const PAGE = 100;

/** Expires the tenant's overdue approvals. Returns how many. Several nodes may run it at once. */
export async function expireApprovals(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const due = await deps.store.in(tenantId).approvals.listExpired(deps.clock.now(), PAGE);
    if (due.length === 0) return ended;
    for (const approval of due) {
      if (await expire(deps, tenantId, approval)) ended += 1;
    }
  }
}
