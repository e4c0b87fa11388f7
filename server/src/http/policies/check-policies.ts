import { checkPolicies } from '../../domain/policies/check-team.ts';
import { route } from '../route.ts';
import { refTo, withoutNulls } from '../schema.ts';
import { PolicyCheckRequest, PolicyCheckResult } from './schemas.ts';

export const checkPoliciesRoute = route(
  {
    summary: 'Ask what the policies say of a name or a visibility',
    body: refTo(PolicyCheckRequest),
    response: refTo(PolicyCheckResult),
    description:
      'What the policies say of a name or a visibility, for a team or for one to be made. Changes nothing. For all that a request for a team must comply with, createTeamProvisioningJob with `dryRun=true` answers.',
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
