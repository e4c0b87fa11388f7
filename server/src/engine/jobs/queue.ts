export interface QueuedJob {
  tenantId: string;
  jobId: string;
}

/** Queues work in the transaction that causes it. Each flow adds its own work by declaration merging. */
export interface QueuePort {
  /** Queues a run of the job. The run starts no earlier than `startAfter`. */
  runJob(job: QueuedJob, startAfter?: Date): Promise<void>;
}

declare module '../store.ts' {
  interface UnitOfWork {
    queue: QueuePort;
  }
}
