/** The store of policies and governed teams, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';
import type { GovernedTeam, Policy, PolicyDraft, PolicyKind } from './model.ts';

type NewPolicy = PolicyDraft & { id: string };

export interface PolicyQuery extends PageQuery {
  kind: PolicyKind | undefined;
}

/** Selects teams to compare with their policies again. */
export type GovernedTeamSelection =
  | { teamIds: readonly string[] }
  | { templateIds: readonly string[] }
  | { attachedTo: string }
  | 'all';

/** The teams that policies govern. */
export interface GovernedTeamStore {
  /**
   * Starts to govern teams that were made or changed outside of Charter, without a template, unless they are governed
   * already. Schedules them for an immediate comparison. Runs in a transaction that also writes an audit record.
   */
  govern(teamIds: readonly string[], at: Date): Promise<void>;

  findGoverned(teamId: string): Promise<GovernedTeam | undefined>;
  /** Returns the team and all enabled policies in one round trip. */
  findGoverning(teamId: string): Promise<{ team: GovernedTeam | undefined; policies: readonly Policy[] }>;
  /** Lists at most `top` + 1 governed teams, ordered by id. */
  listGoverned(query: PageQuery): Promise<GovernedTeam[]>;
  /** Stops governing a team. Returns false when it was not governed. */
  removeGoverned(teamId: string): Promise<boolean>;

  /** Schedules the teams for an immediate comparison (flows/restoration). */
  makeDue(selection: GovernedTeamSelection, at: Date): Promise<void>;
  /** Leases due teams until `leaseUntil`, the longest due first. Skips teams with a job under way. */
  takeDue(now: Date, leaseUntil: Date, most: number): Promise<GovernedTeam[]>;
  /** Schedules leased teams for `next`, unless they were made due in the meantime. */
  settleDue(teamIds: readonly string[], leaseUntil: Date, next: Date): Promise<void>;
}

export interface PolicyStore extends GovernedTeamStore {
  /** Locks the tenant's policies against other writers until the transaction ends. Call it before any other write. */
  takeTurn(): Promise<void>;
  add(policy: NewPolicy, at: Date): Promise<void>;
  find(policyId: string): Promise<Policy | undefined>;
  /** Lists at most `top` + 1 policies, oldest first; the extra one shows that another page follows. */
  list(query: PolicyQuery): Promise<Policy[]>;
  count(): Promise<number>;
  /**
   * Lists enabled policies, oldest first. The objects are shared and frozen.
   * @param stamp names the state to read, from TemplateStore.find; null before the first policy. Default: the current
   * state
   */
  listEnabled(stamp?: string | null): Promise<readonly Policy[]>;
  /** Writes the next version. Returns undefined, without writing, when the policy has another version. */
  save(policyId: string, draft: PolicyDraft, ifVersion: number, at: Date): Promise<Policy | undefined>;
  /** Deletes the policy, and detaches it from its teams as `detach` does. Returns false when it did not exist. */
  delete(policyId: string): Promise<boolean>;

  /**
   * Attaches the policy; the team is governed from now on. Returns false when it was attached already.
   * @throws NotFound for a policy that does not exist any more; the transaction can't continue
   */
  attach(policyId: string, teamId: string, at: Date): Promise<boolean>;
  /**
   * Detaches the policy. Stops governing the team unless it has another reason to be governed (GovernedTeam).
   * Returns false when the policy was not attached.
   */
  detach(policyId: string, teamId: string): Promise<boolean>;
  /** Lists at most `top` + 1 teams that the policy is attached to, ordered by id. */
  listTeams(policyId: string, query: PageQuery): Promise<{ teamId: string; attachedAt: Date }[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    policies: PolicyStore;
  }
}
