/** Names that teams are about to get. The suite knows the names that teams have (suite.ts). */

export interface NameRequestOptions {
  /** The job, or the intent of the change, that asks on its own behalf. */
  exceptId?: string;
  /** The team to be renamed: other changes of its own name do not conflict. */
  exceptTeamId?: string;
  /** Start of the window in which another job or change may have given the name. */
  endedSince: Date;
}

export interface TeamNameStore {
  /**
   * Whether somebody else is about to give a team this name, or has since `endedSince`: a job that creates a
   * team, or a change of name. Names are compared by their keys (name-key.ts).
   */
  isRequested(name: string, options: NameRequestOptions): Promise<boolean>;
  /** Makes other requests for the name wait until the transaction ends. */
  lock(name: string): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    teamNames: TeamNameStore;
  }
}
