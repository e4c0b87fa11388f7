export interface QueuedJob {
  tenantId: string;
  jobId: string;
}

/** The data of a queue entry: the job, its rank, type and trace. */
export interface JobEntry extends QueuedJob {
  /** Rank among the jobs of the tenant: jobs with a lower rank run first. */
  rank?: number;
  /** Type of the job, for the metrics of the queue. */
  type?: string;
  /** The trace in which the job was requested, as a `traceparent`. */
  traceparent?: string;
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
