import type { UnitOfWork } from '../../engine/store.ts';
import type { TeamPatch } from './model.ts';

/**
 * Reserves a new name in the transaction that records the intent of a change.
 * @param intentId of the change, which does not conflict with itself
 * @throws PolicyViolation when somebody else was faster
 */
export type HoldName = (unit: Pick<UnitOfWork, 'teamNames'>, intentId: string) => Promise<void>;

/** The organisation's policies, as changes of a team ask them. `domain/policies` implements it. */
export interface TeamPolicies {
  /**
   * Checks a change of a team against the policies for it. Returns how to reserve the new name, where a policy
   * makes names unique.
   * @throws PolicyViolation that names every violated policy
   */
  mustComply(tenantId: string, teamId: string, patch: TeamPatch): Promise<HoldName | undefined>;
}

export interface NameRequestOptions {
  /** The job, or the intent of the change, that asks on its own behalf. */
  exceptId?: string;
  /** The team to be renamed: other changes of its own name do not conflict. */
  exceptTeamId?: string;
  /** Start of the window in which another job or change may have given the name. */
  endedSince: Date;
}

/** Names that teams are about to get. The suite knows the names that teams have (suite.ts). */
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
