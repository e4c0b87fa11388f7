import { reportPolicy } from '../../flows/policy-reports/report-policy.ts';
import { route } from '../route.ts';
import { PolicyParams, PolicyReport } from './schemas.ts';

export const getPolicyReportRoute = route(
  {
    summary: 'Report the teams that a policy affects',
    errors: [502],
    params: PolicyParams,
    response: PolicyReport,
    description:
      'The teams that the policy would reject or change if it were in force now, also in the mode `report` or switched off. Changes nothing. A policy for new teams alone affects no existing team.',
  },
  (deps, { principal, params }) => reportPolicy(deps, principal, params),
);
