import { checkPolicies } from '../../domain/policies/check-team.ts';
import type { PolicyVerdict } from '../../domain/policies/model.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { PolicyCheckRequest, PolicyCheckResult } from './schemas.ts';

export const checkPoliciesRoute = route(
  {
    summary: 'Check a name or a visibility against the policies',
    errors: [404, 502],
    body: PolicyCheckRequest,
    response: PolicyCheckResult,
    context: 'policyCheckResult',
    description:
      'For an existing or a new team. Changes nothing. createTeamProvisioningJob with `dryRun=true` checks a whole request.',
  },
  async (deps, { principal, body }) => {
    const { name, visibility, template, team } = withoutNulls(body);
    const { verdicts, reports } = await checkPolicies(deps, principal, {
      name,
      visibility,
      templateId: template?.id,
      teamId: team?.id,
    });
    return {
      outcome: verdicts.some(({ outcome }) => outcome === 'violated')
        ? ('violated' as const)
        : ('passed' as const),
      verdicts: verdicts.map(describeVerdict),
      ...(reports.length > 0 && { reports: reports.map(describeVerdict) }),
    };
  },
);

const describeVerdict = ({ policy, source, ...verdict }: PolicyVerdict) => ({
  ...verdict,
  policy: { ...source, kind: policy },
});
