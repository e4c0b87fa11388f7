/** What must be done later, written in the transaction that decides it. */
export interface QueuedJob {
  tenantId: string;
  jobId: string;
}

export interface QueuePort {
  /** Lets a worker run the job; not before `startAfter` when given. */
  runJob(job: QueuedJob, startAfter?: Date): Promise<void>;
  /** Lets a worker look for lifecycle runs that wait (lifecycle/run-lifecycle.ts). */
  runLifecycles(): Promise<void>;
  /**
   * Lets a worker look at the tenant's lifecycle run in so many seconds, whatever the clocks of the nodes say. One
   * look is queued for a tenant: where there is one already, it comes as soon as the earlier of the two.
   */
  continueLifecycle(tenantId: string, seconds: number): Promise<void>;
}

declare module '../store.ts' {
  interface UnitOfWork {
    queue: QueuePort;
  }
}
