/** Ports to Charter's own facts about teams: reserved names, templates, lifecycles. */
import type { ExpiryAction, LifecycleState } from './model.ts';

/** Facts about a governed team. */
export interface TeamFacts {
  teamId: string;
  /** Null for a team that Charter did not create. */
  templateId: string | null;
  /** Null for a team without a lifecycle record. Such a team is active. */
  lifecycleState: LifecycleState | null;
  /** Announced end of the grace period, and the action that follows; null while the team is active. */
  expiresAt: Date | null;
  expiryAction: ExpiryAction | null;
}

export interface TeamFactsStore {
  /** Returns the facts about the governed ones among the teams, in any order. */
  of(teamIds: readonly string[]): Promise<TeamFacts[]>;
  /** Returns the ids of all governed teams, or of those from one template. */
  governedIds(templateId?: string): Promise<string[]>;
  /** Returns the ids of the teams whose lifecycle a run has brought into this state. */
  idsInState(state: LifecycleState): Promise<string[]>;
  /** Returns the ids of the teams that a job or an operation of Charter is changing. */
  underChange(teamIds: readonly string[]): Promise<string[]>;
}

export interface NameRequestOptions {
  /** Id of the asking job or intent, whose own claim is ignored. */
  exceptId?: string;
  /** The team to be renamed: other changes of its own name do not conflict. */
  exceptTeamId?: string;
  /** Start of the window in which another job or change may have given the name. */
  endedSince: Date;
}

/** Names that pending jobs and intents give to teams. The suite knows the present names (suite.ts). */
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
    teamFacts: TeamFactsStore;
  }
}
