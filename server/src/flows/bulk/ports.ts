/** The store of bulk jobs' teams, bound to one tenant. */
import type {
  BegunChange,
  BulkCounts,
  BulkOutcome,
  BulkResult,
  BulkTeam,
  OpenTeam,
  TeamEnd,
} from './model.ts';

export interface BulkResultQuery {
  jobId: string;
  top: number;
  /** Position of the last result of the previous page. */
  after: number | undefined;
  outcome: BulkOutcome | undefined;
}

export interface BulkTeamStore {
  /** Adds the teams of a job in this order, in the transaction that adds the job. */
  add(jobId: string, teams: readonly BulkTeam[]): Promise<void>;
  /** Lists teams without a result: those that were tried before, then the others in order. */
  listOpen(jobId: string, most: number, which?: 'all' | 'begun'): Promise<OpenTeam[]>;
  /** Records that the change of the team begins. Returns false when it has a result. */
  begin(jobId: string, team: BulkTeam, change: BegunChange): Promise<boolean>;
  /** Locks the team until the transaction ends. Returns false when it has a result. */
  hold(jobId: string, teamId: string): Promise<boolean>;
  /** Sets the time of the next try, and the number of failed tries. */
  postpone(jobId: string, teamId: string, tries: number, until: Date): Promise<void>;
  /** Writes the result. Returns false, and writes nothing, when the team has one. */
  end(jobId: string, team: BulkTeam, end: TeamEnd, at: Date): Promise<boolean>;
  count(jobId: string): Promise<BulkCounts>;
  /** Lists results in the order of the request: up to `top` + 1 items. */
  list(query: BulkResultQuery): Promise<BulkResult[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    bulkTeams: BulkTeamStore;
  }
}
