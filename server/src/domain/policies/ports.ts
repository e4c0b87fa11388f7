/** The port to the policies' memory, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';
import type { GovernedTeam, Policy, PolicyDraft, PolicyKind } from './model.ts';

/** A policy as it is first written. */
export type NewPolicy = PolicyDraft & { id: string };

export interface PolicyQuery extends PageQuery {
  kind: PolicyKind | undefined;
}

/** Which teams are to be looked at anew. */
export type GovernedTeamSelection =
  | { teamIds: readonly string[] }
  | { templateIds: readonly string[] }
  | { attachedTo: string }
  | 'all';

export interface PolicyStore {
  /**
   * Until the transaction ends nobody else writes a policy of the tenant: what is read or counted after it
   * stays so. For use in a transaction, before anything else is written there.
   */
  takeTurn(): Promise<void>;
  add(policy: NewPolicy, at: Date): Promise<void>;
  find(policyId: string): Promise<Policy | undefined>;
  /** Oldest first; one more than a page where there is one more. */
  list(query: PolicyQuery): Promise<Policy[]>;
  count(): Promise<number>;
  /**
   * Those that are on, oldest first. The objects are shared between callers and frozen.
   * @param stamp of the state that is wanted, as the catalog answered it with a template (catalog/ports.ts);
   * null before the first policy. Left out, it is asked for.
   */
  listEnabled(stamp?: string | null): Promise<readonly Policy[]>;
  /** Writes the policy as its next version; undefined, and nothing written, unless it has this version. */
  save(policyId: string, draft: PolicyDraft, ifVersion: number, at: Date): Promise<Policy | undefined>;
  /** With its attachments. False when there was none. */
  delete(policyId: string): Promise<boolean>;

  /**
   * Gives the team the policy; a team that is not governed yet is from now on. False when it had it.
   */
  attach(policyId: string, teamId: string, at: Date): Promise<boolean>;
  /**
   * Takes the policy from the team; a team that Charter did not make and that has no policy left is governed
   * no longer. False when it did not have it.
   */
  detach(policyId: string, teamId: string): Promise<boolean>;
  /** Teams that the policy is attached to, by id; one more than a page where there is one more. */
  listTeams(policyId: string, query: PageQuery): Promise<{ teamId: string; attachedAt: Date }[]>;

  findGoverned(teamId: string): Promise<GovernedTeam | undefined>;
  /** The policies that are on, and what is governed of the team, in one round trip. */
  findGoverning(teamId: string): Promise<{ team: GovernedTeam | undefined; policies: readonly Policy[] }>;
  /** All governed teams by id; one more than a page where there is one more. */
  listGoverned(query: PageQuery): Promise<GovernedTeam[]>;
  /** Ends governing a team that the suite does not know any more. False when another was faster. */
  removeGoverned(teamId: string): Promise<boolean>;

  /** The teams are due at once to be looked at (restore-teams.ts). */
  makeDue(selection: GovernedTeamSelection, at: Date): Promise<void>;
  /**
   * Takes over teams that are due, the longest due first: until `leaseUntil` no other node takes them. Teams
   * with a job under way are left to it.
   */
  takeDue(now: Date, leaseUntil: Date, most: number): Promise<GovernedTeam[]>;
  /** The teams taken over until `leaseUntil` are due next at `next`, unless they became due earlier meanwhile. */
  settleDue(teamIds: readonly string[], leaseUntil: Date, next: Date): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    /** Policies, and the teams that they govern. */
    policies: PolicyStore;
  }
}
