/** The store of policies, bound to one tenant. */
import type { PageQuery } from '../../kernel/page.ts';
import type { GovernedTeam } from '../teams/ports.ts';
import type { GovernanceFacts, Policy, PolicyDraft, PolicyKind } from './model.ts';

type NewPolicy = PolicyDraft & { id: string };

export interface PolicyQuery extends PageQuery {
  kind: PolicyKind | undefined;
}

export interface PolicyStore {
  /** Locks the tenant's policies against other writers until the transaction ends. Call it before any other write. */
  lockForChange(): Promise<void>;
  add(policy: NewPolicy, at: Date): Promise<void>;
  find(policyId: string): Promise<Policy | undefined>;
  /** Lists at most `top` + 1 policies, oldest first; the extra one shows that another page follows. */
  list(query: PolicyQuery): Promise<Policy[]>;
  count(): Promise<number>;
  /** Returns the team, if it is governed, the facts for the choice of policies, and all enabled policies. */
  findGoverning(
    teamId: string,
  ): Promise<{ team: GovernedTeam | undefined; governed: GovernanceFacts; policies: readonly Policy[] }>;
  /**
   * Lists enabled policies, oldest first. The objects are shared and frozen.
   * @param stamp identifies the state to read, from TemplateStore.find; null before the first policy. Default: the
   * current state
   */
  listEnabled(stamp?: string | null): Promise<readonly Policy[]>;
  /** Writes the next version. Returns undefined, without writing, when the policy is absent or has another version. */
  save(policyId: string, draft: PolicyDraft, ifVersion: number, at: Date): Promise<Policy | undefined>;
  /** Deletes the policy, and detaches it from its teams as `detach` does. Returns false when it did not exist. */
  delete(policyId: string): Promise<boolean>;

  /**
   * Attaches the policy, and starts governing the team. Returns false when it is already attached.
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
