/** Jobs as getJob shows them (contract 5 and 8). */
import type { Actor } from '../events/model.ts';

export type JobType = 'TeamProvisioning' | 'TeamArchive' | 'TeamUnarchive';
export type JobStatus = 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'paused';
export type JobStepStatus = 'waiting' | 'active' | 'completed' | 'failed' | 'skipped';

export interface JobError {
  code: string;
  message: string;
  /** Name of the step that failed. */
  step: string | null;
}

export interface JobStep {
  name: string;
  status: JobStepStatus;
  startedDateTime: string | null;
  completedDateTime: string | null;
}

export interface Job {
  id: string;
  type: JobType;
  status: JobStatus;
  /** 0 to 100, never falling. */
  progress: number;
  /** `<RFC 3339 time> <message>`, oldest first. */
  log: string[];
  data: {
    request: Record<string, unknown>;
    plan?: Record<string, unknown>;
    approval?: { id: string };
    team?: { id: string };
    error?: JobError;
  };
  createdDateTime: string;
  lastActionDateTime: string;
  steps: JobStep[];
}

/** A job, and what only the service needs of it. */
export interface StoredJob {
  job: Job;
  requester: Actor;
  requestId: string;
}
