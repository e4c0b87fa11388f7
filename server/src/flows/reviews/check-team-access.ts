/** Checks who has access to a team: its guests by the policy for guests, and whether its reviews are due. */
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import type { AppliedPolicy } from '../../domain/policies/model.ts';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { GovernedTeam } from '../../domain/teams/ports.ts';
import type { Deps } from '../../engine/deps.ts';
import { checkGuests } from '../guests/check-guests.ts';
import { isReviewDue, schedulesOf, startReview } from './start-review.ts';

/** The policies of a team that concern its guests and its reviews. */
export interface AccessPolicies {
  enforced: readonly AppliedPolicy[];
  reported: readonly AppliedPolicy[];
}

const concernsAccess = ({ kind }: AppliedPolicy): boolean => kind === 'guests' || kind === 'memberReviews';

export const accessPoliciesOf = ({ enforced, reported }: AccessPolicies): AccessPolicies => ({
  enforced: enforced.filter(concernsAccess),
  reported: reported.filter(({ kind }) => kind === 'guests'),
});

export const hasAccessPolicies = ({ enforced, reported }: AccessPolicies): boolean =>
  enforced.length + reported.length > 0;

/**
 * Checks the guests of a team, and starts its due reviews. Makes the team due again when more guests must be removed
 * than one check removes.
 * @param permanent ids of the people whom a template or a policy keeps in the team
 */
export async function checkTeamAccess(
  deps: Deps,
  tenantId: string,
  { team: { id, displayName }, sensitivityLabelId }: SuiteTeam,
  { since }: Pick<GovernedTeam, 'since'>,
  { enforced, reported }: AccessPolicies,
  permanent: ReadonlySet<string>,
): Promise<void> {
  const policy = labelledPolicyFor(enforced, 'guests', sensitivityLabelId);
  const reporting = labelledPolicyFor(reported, 'guests', sensitivityLabelId);
  const schedules = schedulesOf(enforced, sensitivityLabelId, since);
  if (policy === undefined && reporting === undefined && schedules.length === 0) return;
  const team = { id, displayName };
  const members = await deps.suite.teams.listMembers(tenantId, id);
  const isComplete = await checkGuests(deps, tenantId, { team, members, policy, reporting, permanent });
  const now = deps.clock.now();
  const { reviews, governedTeams } = deps.store.in(tenantId);
  if (!isComplete) {
    // A review starts only after all guests who must leave are removed.
    await governedTeams.makeDue({ teamIds: [id] }, now);
    return;
  }
  if (schedules.length === 0) return;
  const latest = new Map((await reviews.latest(id)).map(({ kind, createdAt }) => [kind, createdAt]));
  const due = schedules.filter((schedule) => isReviewDue(schedule, latest.get(schedule.kind), now));
  if (due.length === 0) return;
  // Reads the members again, without the removed guests.
  const present = await deps.suite.teams.listMembers(tenantId, id);
  for (const schedule of due)
    await startReview(deps, tenantId, { team, members: present, permanent }, schedule);
}
