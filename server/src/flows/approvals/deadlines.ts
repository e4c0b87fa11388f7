import type { NewNotification } from '../../domain/notifications/kinds.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Suite } from '../../engine/suite.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { expire } from './end-approval.ts';
import { canDecide } from './find-approvers.ts';
import type { ApprovalRecord } from './model.ts';
import { notificationsForApprovers, notificationsOfQuestion } from './notify.ts';

const PAGE = 100;

const remindersOf = (approval: ApprovalRecord): NewNotification[] =>
  approval.question === null
    ? notificationsForApprovers(approval, 'approval_reminder')
    : notificationsOfQuestion(approval, approval.question);

interface RemindDeps extends Pick<Deps, 'store' | 'clock'> {
  suite: Pick<Suite, 'users'>;
}

/** Whether none of the addressees can decide any more: their accounts are closed or deleted. */
async function areGone(
  { suite }: RemindDeps,
  tenantId: string,
  reminders: readonly NewNotification[],
): Promise<boolean> {
  if (reminders.length === 0) return false;
  const users = await suite.users.resolve(
    tenantId,
    reminders.map(({ addresseeId }) => addresseeId),
  );
  return !users.some((user) => user !== undefined && canDecide(user));
}

/**
 * Reminds the approvers of each pending approval, or the requester of its open question, when the last notification is
 * at least `everyDays` days old. Reminds administrators, who can decide, when none of the approvers can any more.
 * Returns the number of approvals. Safe to run on several nodes at once: each reminder is sent once.
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
      const reminders = remindersOf(approval);
      const [first] = reminders;
      const isForAdministrators = approval.question === null && (await areGone(deps, tenantId, reminders));
      const notified = await store.transaction(tenantId, async (unit) => {
        if (!(await unit.approvals.change(approval.id, approval.revision, { remindedAt: at }))) return false;
        if (isForAdministrators && first !== undefined) {
          await unit.notifications.addForAdministrators({ kind: first.kind, facts: first.facts }, at);
        } else {
          await unit.notifications.add(reminders, at);
        }
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
