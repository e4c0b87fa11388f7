/** What policies say of a team's name and visibility: one verdict for each policy that has a say. */
import type { TeamVisibility } from '../teams/model.ts';
import { type AppliedPolicy, ofKind, type Policy, type PolicyKind } from './model.ts';
import { findNamingFaults } from './naming.ts';

/** A verdict that names the policy it comes from. */
export interface PolicyVerdict {
  policy: PolicyKind;
  outcome: 'passed' | 'violated';
  /** A sentence; for a violation with what to do about it. */
  message: string;
  source: { id: string; name: string };
}

function verdict(
  { id, name, kind }: Pick<Policy, 'id' | 'name' | 'kind'>,
  outcome: PolicyVerdict['outcome'],
  message: string,
): PolicyVerdict {
  return { policy: kind, outcome, message, source: { id, name } };
}

export function judgeNaming(policies: readonly AppliedPolicy[], name: string): PolicyVerdict[] {
  return ofKind(policies, 'naming').map((policy) => {
    const faults = findNamingFaults(policy, name);
    if (faults.length === 0) return verdict(policy, 'passed', `The name complies with '${policy.name}'.`);
    const message = `The name ${faults.join(' and ')} (policy '${policy.name}'). Choose another name.`;
    return verdict(policy, 'violated', message);
  });
}

/** @param taken undefined where it was not asked */
export function judgeDuplicateName(
  policies: readonly AppliedPolicy[],
  taken: boolean | undefined,
): PolicyVerdict[] {
  const [policy] = ofKind(policies, 'duplicateNames');
  if (policy === undefined || taken === undefined) return [];
  return [
    taken
      ? verdict(
          policy,
          'violated',
          `Another team has this name, or was asked for under it (policy '${policy.name}'). Choose another name.`,
        )
      : verdict(policy, 'passed', 'No other team has this name.'),
  ];
}

/** The narrowest policy decides. What nobody but members sees is private enough. */
export function judgePrivacy(
  policies: readonly AppliedPolicy[],
  visibility: TeamVisibility,
): PolicyVerdict[] {
  const [policy] = ofKind(policies, 'privacy');
  if (policy === undefined) return [];
  const wanted = policy.settings.visibility;
  return [
    visibility === wanted || (visibility === 'hiddenMembership' && wanted === 'private')
      ? verdict(policy, 'passed', `The team is ${visibility}, as '${policy.name}' asks for.`)
      : verdict(policy, 'violated', `The team must be ${wanted} (policy '${policy.name}').`),
  ];
}

/** The visibility that the policies leave of the one that is wanted. */
export function visibilityUnder(policies: readonly AppliedPolicy[], wanted: TeamVisibility): TeamVisibility {
  const violated = judgePrivacy(policies, wanted).some(({ outcome }) => outcome === 'violated');
  const [policy] = ofKind(policies, 'privacy');
  return violated && policy !== undefined ? policy.settings.visibility : wanted;
}

/** Whether some policy of this kind is for the team. */
export const isRuled = (policies: readonly AppliedPolicy[], kind: PolicyKind): boolean =>
  policies.some((policy) => policy.kind === kind);
