/** Policies: rules of the organisation for teams of every template (docs/policies.md). */
import type { Static } from 'typebox';
import { answerItemsOf, hasAnswers } from '../teams/metadata.ts';
import type { GovernedTeam } from '../teams/ports.ts';
import type { AnyKind, KindVerdict, PolicyMode, PolicyOf } from './kind.ts';
import { KINDS } from './registry.ts';

export { POLICY_LIMITS, POLICY_MODES, type PolicyMode, type PolicyScope } from './kind.ts';

type Definition = (typeof KINDS)[number];

export type PolicyKind = Definition['kind'];

export const POLICY_KINDS: readonly PolicyKind[] = KINDS.map(({ kind }) => kind);

/** @throws Error for a kind that is not in the registry */
export function kindDefinitionOf(kind: PolicyKind): AnyKind {
  const found = KINDS.find((definition) => definition.kind === kind);
  if (found === undefined) throw new Error(`${kind} is no kind of policy.`);
  return found as AnyKind;
}

type SettingsByKind = { [Each in Definition as Each['kind']]: Static<Each['settings']> };

export type PolicySettings<Kind extends PolicyKind = PolicyKind> = SettingsByKind[Kind];

export type Policy<Kind extends PolicyKind = PolicyKind> = {
  [K in Kind]: PolicyOf<K, PolicySettings<K>>;
}[Kind];

/** A verdict with the kind of the policy that it comes from. */
export interface PolicyVerdict extends KindVerdict {
  policy: PolicyKind;
}

/** The fields that a caller writes. */
export type PolicyDraft = Pick<Policy, 'name' | 'description' | 'kind' | 'enabled' | 'mode' | 'scope'> & {
  settings: PolicySettings;
};

/** Facts that decide which policies apply. A requested team has no `policyIds` yet. */
export type GovernanceFacts = Pick<GovernedTeam, 'templateId' | 'policyIds' | 'metadata'>;

const UNGOVERNED: GovernanceFacts = { templateId: null, policyIds: [], metadata: {} };

/** The reasons why a policy applies to a team, from the narrowest scope to the widest. */
const REACHES = ['attached', 'answers', 'template', 'tenant'] as const;
type PolicyReach = (typeof REACHES)[number];

/** Returns a function that returns why a policy applies to the team; undefined when it does not apply. */
function reachesOf({ templateId, policyIds, metadata }: GovernanceFacts) {
  let items: ReturnType<typeof answerItemsOf> | undefined;
  return ({ id, scope }: Pick<Policy, 'id' | 'scope'>): PolicyReach | undefined => {
    if (policyIds.includes(id)) return 'attached';
    if (scope.type === 'teams') return undefined;
    if (scope.type === 'templates' && !(templateId !== null && scope.templateIds.includes(templateId))) {
      return undefined;
    }
    if (scope.answers === undefined) return scope.type === 'templates' ? 'template' : 'tenant';
    items ??= answerItemsOf(metadata);
    return hasAnswers(items, scope.answers) ? 'answers' : undefined;
  };
}

/** A policy that applies to a team, with the reason. */
export type AppliedPolicy<Kind extends PolicyKind = PolicyKind> = Policy<Kind> & { reach: PolicyReach };

function appliedPolicies(
  policies: readonly Policy[],
  governed: GovernanceFacts,
  wanted: PolicyMode,
): AppliedPolicy[] {
  const reachOf = reachesOf(governed);
  return policies
    .filter(({ enabled, mode }) => enabled && mode === wanted)
    .flatMap((policy) => {
      const reach = reachOf(policy);
      return reach === undefined ? [] : [{ ...policy, reach }];
    })
    .sort((a, b) => REACHES.indexOf(a.reach) - REACHES.indexOf(b.reach) || (a.id < b.id ? -1 : 1));
}

/** Returns the team's policies in force, the narrowest first, then the oldest. In a conflict the first one wins. */
export const policiesFor = (policies: readonly Policy[], governed = UNGOVERNED): AppliedPolicy[] =>
  appliedPolicies(policies, governed, 'enforce');

/** Returns the team's policies in the mode `report`, in the same order. */
export const reportedFor = (policies: readonly Policy[], governed = UNGOVERNED): AppliedPolicy[] =>
  appliedPolicies(policies, governed, 'report');

export const policiesOfKind = <Kind extends PolicyKind>(
  policies: readonly AppliedPolicy[],
  kind: Kind,
): AppliedPolicy<Kind>[] =>
  policies.filter((policy) => policy.kind === kind) as unknown as AppliedPolicy<Kind>[];
