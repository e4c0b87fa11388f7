import type { Job } from '@charter/sdk';

/** Returns the words for ending a job early: a job that waits for an approval is withdrawn, any other one cancelled. */
export function cancelTextsOf({
  bulk,
  status,
  secondApproval,
}: Pick<Job, 'bulk' | 'status' | 'secondApproval'>) {
  if (status === 'paused' && secondApproval !== undefined)
    return { action: 'change.cancel', title: 'change.cancel', detail: 'change.cancelDetail' } as const;
  if (bulk !== undefined)
    return { action: 'jobs.cancel', title: 'jobs.cancelBulkTitle', detail: 'jobs.cancelBulk' } as const;
  if (status === 'paused') {
    return { action: 'decide.cancel', title: 'decide.cancelTitle', detail: 'jobs.withdrawDetail' } as const;
  }
  const detail = status === 'active' ? 'jobs.cancelActive' : 'jobs.cancelAtOnce';
  return { action: 'jobs.cancel', title: 'jobs.cancelTitle', detail } as const;
}
