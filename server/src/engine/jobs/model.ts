/** Jobs as getJob shows them (contract 5 and 8), and as the service keeps them. */

import { type ProvisioningPlan, type ShownPlan, showPlan } from '../../flows/provisioning/plan.ts';
import type { Actor } from '../principal.ts';

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
  /** RFC 3339 UTC. */
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
    plan?: ShownPlan;
    approval?: { id: string };
    team?: { id: string };
    error?: JobError;
  };
  createdDateTime: string;
  lastActionDateTime: string;
  steps: JobStep[];
}

/** A step that is done. What is on the ledger is never done again. */
export interface LedgerEntry {
  step: string;
  status: 'completed' | 'skipped';
  startedDateTime: string;
  completedDateTime: string;
  /** What later steps need of it, for example the ids of what it made. */
  result?: Record<string, unknown>;
}

/** A job as it is kept. */
export interface JobRecord {
  id: string;
  type: JobType;
  status: JobStatus;
  progress: number;
  log: string[];
  requester: Actor;
  /** The call that asked for it; its events carry the same id. */
  requestId: string;
  request: Record<string, unknown>;
  /** Of a provisioning job. */
  plan: ProvisioningPlan | null;
  /** Names of all steps, in order. */
  steps: string[];
  /** The steps that are done: always the first ones of `steps`. */
  ledger: LedgerEntry[];
  approvalId: string | null;
  teamId: string | null;
  error: JobError | null;
  /** Number of the latest run. Only that run may write (fencing). */
  attempt: number;
  /** Runs since the last step that was done. */
  tries: number;
  createdAt: Date;
  lastActionAt: Date;
}

/** `<RFC 3339 time> <message>` (contract 5). */
export const logLine = (at: Date, message: string): string => `${at.toISOString()} ${message}`;

const CURRENT_STEP_STATUS: Record<JobStatus, JobStepStatus> = {
  waiting: 'waiting',
  paused: 'waiting',
  delayed: 'waiting',
  active: 'active',
  completed: 'completed',
  failed: 'failed',
};

function describeSteps(record: JobRecord): JobStep[] {
  return record.steps.map((name, position) => {
    const entry = record.ledger[position];
    if (entry !== undefined) {
      const { status, startedDateTime, completedDateTime } = entry;
      return { name, status, startedDateTime, completedDateTime };
    }
    const isCurrent = position === record.ledger.length;
    const status = isCurrent ? CURRENT_STEP_STATUS[record.status] : 'waiting';
    const startedDateTime = status === 'active' ? record.lastActionAt.toISOString() : null;
    return { name, status, startedDateTime, completedDateTime: null };
  });
}

/** The job as the interface shows it. */
export function describeJob(record: JobRecord): Job {
  return {
    id: record.id,
    type: record.type,
    status: record.status,
    progress: record.progress,
    log: record.log,
    data: {
      request: record.request,
      ...(record.plan && { plan: showPlan(record.plan) }),
      ...(record.approvalId && { approval: { id: record.approvalId } }),
      ...(record.teamId && { team: { id: record.teamId } }),
      ...(record.error && { error: record.error }),
    },
    createdDateTime: record.createdAt.toISOString(),
    lastActionDateTime: record.lastActionAt.toISOString(),
    steps: describeSteps(record),
  };
}
