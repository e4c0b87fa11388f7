import { checkPolicies } from '../../domain/policies/check-team.ts';
import { route } from '../route.ts';
import { refTo, withoutNulls } from '../schema.ts';
import { PolicyCheckRequest, PolicyCheckResult } from './schemas.ts';

export const checkPoliciesRoute = route(
  {
    summary: 'Check a name or a visibility against the policies',
    body: refTo(PolicyCheckRequest),
    response: refTo(PolicyCheckResult),
    description:
      'Returns the verdicts for an existing team or for a new one. Changes nothing. To check a whole request for a team, call createTeamProvisioningJob with `dryRun=true`.',
  },
  async (deps, { principal, body, baseUrl }) => {
    const { name, visibility, template, team } = withoutNulls(body);
    const verdicts = await checkPolicies(deps, principal, {
      name,
      visibility,
      templateId: template?.id,
      teamId: team?.id,
    });
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#policyCheckResult`,
        outcome: verdicts.some(({ outcome }) => outcome === 'violated')
          ? ('violated' as const)
          : ('passed' as const),
        verdicts: verdicts.map(({ policy, source, outcome, message }) => ({
          policy: { ...source, kind: policy },
          outcome,
          message,
        })),
      },
    };
  },
);
