import type { Job } from '@charter/sdk';

/** Returns the words for ending a job early: a request that waits for approval is withdrawn, a job cancelled. */
export function cancelWordsOf({ bulk, status }: Pick<Job, 'bulk' | 'status'>) {
  if (bulk !== undefined)
    return { action: 'jobs.cancel', title: 'jobs.cancelBulkTitle', detail: 'jobs.cancelBulk' } as const;
  if (status === 'paused') {
    return { action: 'decide.cancel', title: 'decide.cancelTitle', detail: 'jobs.withdrawDetail' } as const;
  }
  const detail = status === 'active' ? 'jobs.cancelActive' : 'jobs.cancelAtOnce';
  return { action: 'jobs.cancel', title: 'jobs.cancelTitle', detail } as const;
}
