/** The store of a bulk job's teams, bound to one tenant. */
import type {
  BulkCounts,
  BulkOutcome,
  BulkResult,
  BulkTeam,
  PendingTeam,
  StartedChange,
  TeamOutcome,
} from './model.ts';

export interface BulkResultQuery {
  jobId: string;
  top: number;
  /** Position of the last result of the previous page. */
  after: number | undefined;
  outcome: BulkOutcome | undefined;
}

export interface BulkTeamStore {
  /** Adds the teams of a job in this order. Belongs in the transaction that adds the job. */
  add(jobId: string, teams: readonly BulkTeam[]): Promise<void>;
  /** Lists teams without a result: first those with an earlier attempt, then the others in order. */
  listOpen(jobId: string, limit: number, which?: 'all' | 'begun'): Promise<PendingTeam[]>;
  /** Records the start of the team's change. Returns false when the team has a result. */
  begin(jobId: string, team: BulkTeam, change: StartedChange): Promise<boolean>;
  /** Locks the team's row until the transaction ends. Returns false when the team has a result. */
  hold(jobId: string, teamId: string): Promise<boolean>;
  /** Sets the time of the next attempt, and the number of failed attempts. */
  postpone(jobId: string, teamId: string, tries: number, until: Date): Promise<void>;
  /** Writes the result. Returns false, and writes nothing, when the team already has one. */
  end(jobId: string, team: BulkTeam, end: TeamOutcome, at: Date): Promise<boolean>;
  count(jobId: string): Promise<BulkCounts>;
  /** Lists results in the order of the request: up to `top` + 1 items. */
  list(query: BulkResultQuery): Promise<BulkResult[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    bulkTeams: BulkTeamStore;
  }
}
