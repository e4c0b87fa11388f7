/** The choice among policies that may be limited to some sensitivity labels. */
import { type AppliedPolicy, policiesOfKind } from './model.ts';

/** The kinds with the setting `labelIds`. A single policy of each applies to a team. */
type LabelledKind = 'guests' | 'memberReviews' | 'channels';

/**
 * Returns the policy of the kind that applies to a team: the narrowest scope first; among policies of a scope, one for
 * the team's label before one for all labels; then the oldest.
 * @param policies the team's policies, the narrowest scope first (policiesFor)
 */
export function labelledPolicyFor<Kind extends LabelledKind>(
  policies: readonly AppliedPolicy[],
  kind: Kind,
  labelId: string | null,
): AppliedPolicy<Kind> | undefined {
  const labelsOf = ({ settings }: AppliedPolicy<Kind>) =>
    (settings as { labelIds?: readonly string[] }).labelIds;
  const own = policiesOfKind(policies, kind).filter((policy) => {
    const labels = labelsOf(policy);
    return labels === undefined || (labelId !== null && labels.includes(labelId));
  });
  const [first] = own;
  return own.find((policy) => policy.reach === first?.reach && labelsOf(policy) !== undefined) ?? first;
}
