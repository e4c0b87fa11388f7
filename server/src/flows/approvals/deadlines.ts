import { canAct } from '../../domain/directory/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Suite } from '../../engine/suite.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { expire } from './end-approval.ts';
import type { ApprovalRecord } from './model.ts';
import { notificationsOfQuestion, notifyApprovers, waitingApprovers } from './notify.ts';

const PAGE = 100;

interface RemindDeps extends Pick<Deps, 'store' | 'clock'> {
  suite: Pick<Suite, 'users'>;
}

/**
 * Returns the approvers who have not approved the current stage yet; an empty list when none of them can decide any
 * more.
 */
async function findReminded(
  { suite }: RemindDeps,
  tenantId: string,
  approval: ApprovalRecord,
): Promise<string[]> {
  const asked = waitingApprovers(approval);
  const users = await suite.users.resolve(tenantId, asked);
  return users.some((user) => user !== undefined && canAct(user)) ? asked : [];
}

/**
 * Reminds the approvers of each pending approval, or the requester of its open question, when the last notification is
 * at least `everyDays` days old. Reminds administrators, who can decide, when no approver can. Returns the number of
 * approvals with a reminder. Safe to run on several nodes at once: each reminder is sent once.
 */
export async function remindApprovers(
  deps: RemindDeps,
  tenantId: string,
  everyDays: number,
): Promise<number> {
  const { store, clock } = deps;
  let reminded = 0;
  for (;;) {
    const at = clock.now();
    const before = new Date(at.getTime() - everyDays * DAY_MILLISECONDS);
    const due = await store.in(tenantId).approvals.listUnreminded(before, PAGE);
    if (due.length === 0) return reminded;
    for (const approval of due) {
      const { question } = approval;
      const asked = question === null ? await findReminded(deps, tenantId, approval) : [];
      const notified = await store.transaction(tenantId, async (unit) => {
        if (!(await unit.approvals.change(approval.id, approval.revision, { remindedAt: at }))) return false;
        if (question === null)
          await notifyApprovers(unit, approval, { kind: 'approval_reminder', asked }, at);
        else await unit.notifications.add(notificationsOfQuestion(approval, question), at);
        return true;
      });
      if (notified) reminded += 1;
    }
  }
}

/** Expires the tenant's overdue approvals and returns their number. Safe to run on several nodes at once. */
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
