export interface QueuedJob {
  tenantId: string;
  jobId: string;
}

/** Queues work in the transaction that decides it. Each flow adds its own work by declaration merging. */
export interface QueuePort {
  /** Queues a run of the job; not before `startAfter` when given. */
  runJob(job: QueuedJob, startAfter?: Date): Promise<void>;
}

declare module '../store.ts' {
  interface UnitOfWork {
    queue: QueuePort;
  }
}
