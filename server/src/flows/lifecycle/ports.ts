/** Ports to stored lifecycles and runs, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';
import type { LifecycleChange, LifecycleRecord } from './model.ts';
import type { NewRun, RunRecord, RunTeam, RunTeamOutcome } from './runs.ts';

/** A change of a team's record, with the revision that was read. */
export interface LifecycleWrite {
  teamId: string;
  /** Undefined when there was no record. */
  revision: number | undefined;
  change: LifecycleChange;
}

export interface LifecycleStore {
  find(teamId: string): Promise<LifecycleRecord | undefined>;
  findAll(teamIds: readonly string[]): Promise<Map<string, LifecycleRecord>>;
  /**
   * Writes the changes whose record is unchanged and whose team is still governed. Returns the ids of those teams.
   * Uses one statement, so that concurrent writes exclude each other.
   */
  save(writes: readonly LifecycleWrite[]): Promise<string[]>;
  countGoverned(): Promise<number>;
}

/** Facts of a run's first try; later tries keep them. */
export interface RunLimits {
  governedTeams: number;
  cap: number;
}

export interface RunTerms extends RunLimits {
  decidedAt: Date;
}

export interface LifecycleRunStore {
  /** Adds a run. Returns false, and writes nothing, when that hour has a run or another run is not finished. */
  add(run: NewRun): Promise<boolean>;
  find(runId: string): Promise<RunRecord | undefined>;
  /** Returns runs, newest first: up to `top` + 1 items, of which the last one shows that another page follows. */
  list(query: PageQuery): Promise<RunRecord[]>;
  findUnderWay(): Promise<RunRecord | undefined>;
  lastScheduledFor(): Promise<Date | undefined>;
  /** Leases the waiting run, or one whose lease has ended, and raises `attempt`; undefined without one. */
  claim(now: Date, leaseUntil: Date): Promise<RunRecord | undefined>;
  /** Saves the terms. Like `extend` and `end`, returns false and writes nothing unless `attempt` is the latest. */
  setTerms(runId: string, attempt: number, terms: RunTerms): Promise<boolean>;
  /** Extends the lease. In a transaction, also locks the run's row. */
  extend(runId: string, attempt: number, leaseUntil: Date): Promise<boolean>;
  end(
    runId: string,
    attempt: number,
    end: { status: 'completed' | 'failed'; error?: string },
    at: Date,
  ): Promise<boolean>;
  /** Counts an action; `extend` in the same transaction has checked the attempt. */
  countAction(runId: string): Promise<void>;
  /**
   * Adds reports. A new report replaces an earlier one without effect (left, blocked, failed); a failure replaces any.
   */
  addTeams(runId: string, teams: readonly RunTeam[]): Promise<void>;
  /** Returns reports, ordered by team id, up to `top` + 1 items. */
  listTeams(runId: string, query: PageQuery & { outcome: RunTeamOutcome | undefined }): Promise<RunTeam[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    lifecycles: LifecycleStore;
    lifecycleRuns: LifecycleRunStore;
  }
}

declare module '../../engine/jobs/queue.ts' {
  interface QueuePort {
    /** Queues the work that performs waiting lifecycle runs and starts due ones, of all tenants. */
    runLifecycles(): Promise<void>;
    /**
     * Queues a check of the tenant's lifecycle run after these seconds, by the queue's clock. A tenant has at most
     * one queued check; the earlier time wins.
     */
    continueLifecycle(tenantId: string, seconds: number): Promise<void>;
  }
}
