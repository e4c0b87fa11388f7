/**
 * Policies: rules of the organisation that teams comply with, whatever template they are made from
 * (docs/policies.md). A template brings rules of its own besides.
 */
import type { Static } from 'typebox';
import type { AnyKind, KindVerdict, PolicyOf } from './kind.ts';
import { KINDS } from './registry.ts';

export { POLICY_LIMITS, type PolicyScope } from './kind.ts';

type Definition = (typeof KINDS)[number];

export type PolicyKind = Definition['kind'];

export const POLICY_KINDS: readonly PolicyKind[] = KINDS.map(({ kind }) => kind);

/** @throws Error for a kind that is not in the registry */
export function definitionOf(kind: PolicyKind): AnyKind {
  const found = KINDS.find((definition) => definition.kind === kind);
  if (found === undefined) throw new Error(`${kind} is no kind of policy.`);
  return found as AnyKind;
}

/** Settings of one kind of policy. */
export type PolicySettings<Kind extends PolicyKind = PolicyKind> = Static<
  Extract<Definition, { kind: Kind }>['settings']
>;

export type Policy<Kind extends PolicyKind = PolicyKind> = {
  [K in Kind]: PolicyOf<K, PolicySettings<K>>;
}[Kind];

/** A verdict with the kind of the policy that it comes from. */
export interface PolicyVerdict extends KindVerdict {
  policy: PolicyKind;
}

/** The policy without what the service adds. */
export type PolicyDraft = Pick<Policy, 'name' | 'description' | 'kind' | 'enabled' | 'scope'> & {
  settings: PolicySettings;
};

/** A team that Charter looks after: made by it, or given a policy. */
export interface GovernedTeam {
  teamId: string;
  /** The template it was made from; null when Charter did not make it. */
  templateId: string | null;
  /** When Charter made it or began to look after it. */
  since: Date;
  /** Ids of the policies that it was given by name. */
  policyIds: readonly string[];
}

/** The facts that decide whether a policy is for a team. A team that is not made yet has no `policyIds`. */
export type Governed = Pick<GovernedTeam, 'templateId' | 'policyIds'>;

/** How a policy reaches a team, from narrow to wide. */
export type PolicyReach = 'attached' | 'template' | 'tenant';

const REACHES: readonly PolicyReach[] = ['attached', 'template', 'tenant'];

export function reachOf(
  { id, scope }: Pick<Policy, 'id' | 'scope'>,
  { templateId, policyIds }: Governed,
): PolicyReach | undefined {
  if (policyIds.includes(id)) return 'attached';
  if (scope.type === 'tenant') return 'tenant';
  if (scope.type === 'templates' && templateId !== null && scope.templateIds.includes(templateId)) {
    return 'template';
  }
  return undefined;
}

/** A policy that is for a team, and how it reaches it. */
export type AppliedPolicy<Kind extends PolicyKind = PolicyKind> = Policy<Kind> & { reach: PolicyReach };

/**
 * Returns the enabled policies for the team, the narrowest first, then the oldest. Where only one can be obeyed,
 * the first is.
 */
export function policiesFor(policies: readonly Policy[], governed: Governed): AppliedPolicy[] {
  return policies
    .filter(({ enabled }) => enabled)
    .flatMap((policy) => {
      const reach = reachOf(policy, governed);
      return reach === undefined ? [] : [{ ...policy, reach }];
    })
    .sort(
      (a, b) =>
        REACHES.indexOf(a.reach) - REACHES.indexOf(b.reach) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
}

export const ofKind = <Kind extends PolicyKind>(
  policies: readonly AppliedPolicy[],
  kind: Kind,
): AppliedPolicy<Kind>[] =>
  policies.filter((policy) => policy.kind === kind) as unknown as AppliedPolicy<Kind>[];
