/** Names that pending jobs and intents give to teams. The suite knows the present names (suite.ts). */

export interface NameRequestOptions {
  /** Id of the job or intent that asks; its own claim is ignored. */
  exceptId?: string;
  /** The team to be renamed: other changes of its own name do not conflict. */
  exceptTeamId?: string;
  /** Start of the window in which another job or change may have given the name. */
  endedSince: Date;
}

export interface TeamNameStore {
  /**
   * Whether another job or intent is about to give a team this name, or did so since `endedSince`. Compares names
   * by their keys (domain/names/key.ts).
   */
  isRequested(name: string, options: NameRequestOptions): Promise<boolean>;
  lock(name: string): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    teamNames: TeamNameStore;
  }
}
