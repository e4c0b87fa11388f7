/** Stores of lifecycles and their runs, bound to one tenant. */
import type { Message } from '../../kernel/messages.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type { LifecycleChange, LifecycleRecord } from './model.ts';
import type { NewRun, RunRecord, RunTeam, RunTeamOutcome } from './runs.ts';

/** A change of a team's record, with the revision that it was made on. */
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
   * Writes the changes whose record is unchanged and whose team is still governed. Returns the ids of these teams. Uses
   * one statement, so that of concurrent writes to a record only one succeeds.
   */
  save(writes: readonly LifecycleWrite[]): Promise<string[]>;
  countGoverned(): Promise<number>;
}

/** Limits that the first attempt of a run sets; later attempts keep them. */
export interface RunLimits {
  governedTeams: number;
  cap: number;
}

export interface RunParameters extends RunLimits {
  decidedAt: Date;
}

export interface LifecycleRunStore {
  /** Adds a run. Returns false, and writes nothing, when that hour already has a run or another run is unfinished. */
  add(run: NewRun): Promise<boolean>;
  find(runId: string): Promise<RunRecord | undefined>;
  /** Returns runs, newest first: up to `top` + 1 items, of which the last one shows that another page follows. */
  list(query: PageQuery): Promise<RunRecord[]>;
  findUnderWay(): Promise<RunRecord | undefined>;
  lastScheduledFor(): Promise<Date | undefined>;
  /** Leases the waiting run, or one whose lease has ended, and increments `attempt`. Undefined when there is none. */
  claim(now: Date, leaseUntil: Date): Promise<RunRecord | undefined>;
  /**
   * Saves the parameters. Like `extend` and `end`, returns false and writes nothing when `attempt` is not the latest.
   */
  setParameters(runId: string, attempt: number, parameters: RunParameters): Promise<boolean>;
  /** Extends the lease. In a transaction, it also locks the run's row. */
  extend(runId: string, attempt: number, leaseUntil: Date): Promise<boolean>;
  end(
    runId: string,
    attempt: number,
    end: { status: 'completed' | 'failed'; error?: Message },
    at: Date,
  ): Promise<boolean>;
  /** Counts an action. The attempt is checked by `extend` in the same transaction. */
  countAction(runId: string): Promise<void>;
  /**
   * Adds reports. A report replaces an earlier one without effect (left, blocked, failed); a failure replaces any
   * report.
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
    /** Queues the work that performs waiting lifecycle runs and starts due ones, for all tenants. */
    runLifecycles(): Promise<void>;
    /**
     * Queues a check of the tenant's lifecycle run after this delay, by the queue's clock. A tenant has at most one
     * queued check; the earlier time wins.
     */
    continueLifecycle(tenantId: string, seconds: number): Promise<void>;
  }
}
