/** The port to the memory of lifecycles and their runs, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';
import type { LifecycleChange, LifecycleRecord } from './model.ts';
import type { NewRun, RunRecord, RunTeam, RunTeamOutcome } from './runs.ts';

/** What is written about a team, on the record that was read. */
export interface LifecycleWrite {
  teamId: string;
  /** Of the record that was read; undefined where there was none. */
  revision: number | undefined;
  change: LifecycleChange;
}

export interface LifecycleStore {
  find(teamId: string): Promise<LifecycleRecord | undefined>;
  findAll(teamIds: readonly string[]): Promise<Map<string, LifecycleRecord>>;
  /**
   * Writes where the record still is as it was read and the team still is governed, in one statement that others
   * wait for; answers the ids of those teams. So whoever is first decides.
   */
  save(writes: readonly LifecycleWrite[]): Promise<string[]>;
  /** How many teams Charter looks after. */
  countGoverned(): Promise<number>;
}

/** What the first try of a run found, for all of its tries. */
export interface RunLimits {
  governedTeams: number;
  cap: number;
}

export interface RunTerms extends RunLimits {
  /** Of this try. */
  decidedAt: Date;
}

export interface LifecycleRunStore {
  /** False, and nothing written, when there is one for that hour, or one is under way. */
  add(run: NewRun): Promise<boolean>;
  find(runId: string): Promise<RunRecord | undefined>;
  /** Newest first; one more than a page where there is one more. */
  list(query: PageQuery): Promise<RunRecord[]>;
  /** The one that waits or is under way. */
  findUnderWay(): Promise<RunRecord | undefined>;
  /** The hour of the latest scheduled run. */
  lastScheduledFor(): Promise<Date | undefined>;
  /**
   * Begins a try of the run that waits, or whose lease is over because its node died, raising `attempt`; undefined
   * when there is none.
   */
  claim(now: Date, leaseUntil: Date): Promise<RunRecord | undefined>;
  /** False, and nothing written, when `attempt` no longer is the latest; so with the next two. */
  setTerms(runId: string, attempt: number, terms: RunTerms): Promise<boolean>;
  /** In a transaction it also keeps others from taking the run over before the transaction ends. */
  extend(runId: string, attempt: number, leaseUntil: Date): Promise<boolean>;
  end(
    runId: string,
    attempt: number,
    end: { status: 'completed' | 'failed'; error?: string },
    at: Date,
  ): Promise<boolean>;
  /** Counts an action of the try that `extend` has confirmed in this transaction. */
  countAction(runId: string): Promise<void>;
  /**
   * What became of teams; what was said of one before is replaced if that was not done (left, blocked, failed), or
   * has failed since.
   */
  addTeams(runId: string, teams: readonly RunTeam[]): Promise<void>;
  /** By team id; one more than a page where there is one more. */
  listTeams(runId: string, query: PageQuery & { outcome: RunTeamOutcome | undefined }): Promise<RunTeam[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    lifecycles: LifecycleStore;
    lifecycleRuns: LifecycleRunStore;
  }
}
