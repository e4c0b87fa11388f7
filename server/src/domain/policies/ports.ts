/** The store of policies and governed teams, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';
import type { GovernedTeam, Policy, PolicyDraft, PolicyKind } from './model.ts';

type NewPolicy = PolicyDraft & { id: string };

export interface PolicyQuery extends PageQuery {
  kind: PolicyKind | undefined;
}

/** Teams to compare again. */
export type GovernedTeamSelection =
  | { teamIds: readonly string[] }
  | { templateIds: readonly string[] }
  | { attachedTo: string }
  | 'all';

/** The teams that policies govern. */
export interface GovernedTeamStore {
  /**
   * Governs teams that were made or changed outside of Charter from now on, without a template, and schedules them for
   * an immediate comparison. Part of a transaction with an audit record.
   */
  govern(teamIds: readonly string[], at: Date): Promise<void>;

  findGoverned(teamId: string): Promise<GovernedTeam | undefined>;
  /** Returns the team and all enabled policies in one round trip. */
  findGoverning(teamId: string): Promise<{ team: GovernedTeam | undefined; policies: readonly Policy[] }>;
  /** Lists governed teams by id; up to `top` + 1. */
  listGoverned(query: PageQuery): Promise<GovernedTeam[]>;
  /** Ends the governing of a team. Returns false when it had ended already. */
  removeGoverned(teamId: string): Promise<boolean>;

  /** Schedules the teams for an immediate comparison (flows/restoration). */
  makeDue(selection: GovernedTeamSelection, at: Date): Promise<void>;
  /** Leases due teams until `leaseUntil`, the longest due first. Skips teams with a job under way. */
  takeDue(now: Date, leaseUntil: Date, most: number): Promise<GovernedTeam[]>;
  /** Schedules leased teams for `next`, unless they became due since. */
  settleDue(teamIds: readonly string[], leaseUntil: Date, next: Date): Promise<void>;
}

export interface PolicyStore extends GovernedTeamStore {
  /** Locks the tenant's policies for other writers until the transaction ends. Comes before any other write. */
  takeTurn(): Promise<void>;
  add(policy: NewPolicy, at: Date): Promise<void>;
  find(policyId: string): Promise<Policy | undefined>;
  /** Oldest first. Returns up to `top` + 1 items, so that the caller knows whether more follow. */
  list(query: PolicyQuery): Promise<Policy[]>;
  count(): Promise<number>;
  /**
   * Lists enabled policies, oldest first. The objects are shared and frozen.
   * @param stamp of the state to read, from TemplateStore.find; null before the first policy. Default: the current state
   */
  listEnabled(stamp?: string | null): Promise<readonly Policy[]>;
  /** Writes the next version. Returns undefined, without writing, when the policy has another version. */
  save(policyId: string, draft: PolicyDraft, ifVersion: number, at: Date): Promise<Policy | undefined>;
  /** Deletes the policy with its attachments. Returns false when it did not exist. */
  delete(policyId: string): Promise<boolean>;

  /** Attaches the policy; the team is governed from now on. Returns false when it was attached already. */
  attach(policyId: string, teamId: string, at: Date): Promise<boolean>;
  /**
   * Detaches the policy. Ends the governing of a team that Charter did not create and that has no other policy.
   * Returns false when it was not attached.
   */
  detach(policyId: string, teamId: string): Promise<boolean>;
  /** Lists the teams that the policy is attached to, by id; up to `top` + 1. */
  listTeams(policyId: string, query: PageQuery): Promise<{ teamId: string; attachedAt: Date }[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    policies: PolicyStore;
  }
}
