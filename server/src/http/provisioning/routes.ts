import type { Static } from 'typebox';
import { assertMetadataFits } from '../../domain/answers/model.ts';
import { checkAnswers } from '../../flows/provisioning/check-answers.ts';
import { createProvisioningJob } from '../../flows/provisioning/create-provisioning-job.ts';
import { planProvisioning } from '../../flows/provisioning/plan-provisioning.ts';
import type { TeamProvisioningRequest as Request } from '../../flows/provisioning/request.ts';
import { CheckedAnswers, presentCheckedAnswers } from '../checked-answers.ts';
import { DryRunQuery, ProvisioningPlan, planResponse } from '../jobs/provisioning-plan.ts';
import { Job, presentJob } from '../jobs/schemas.ts';
import { ApiResponse, route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { AnswersDraft, TeamProvisioningRequest } from './schemas.ts';

/** Removes nulls from the request, except those inside metadata. */
function readRequest({ team, ...body }: Static<typeof TeamProvisioningRequest>): Request {
  const { membership, ...texts } = withoutNulls(team);
  return {
    ...withoutNulls(body),
    team: { ...texts, ...(membership && { membership: withoutNulls(membership) }) },
  };
}

export const createTeamProvisioningJobRoute = route(
  {
    summary: 'Request a team from a template',
    errors: [502],
    responseHeaders: ['location'],
    querystring: DryRunQuery,
    body: TeamProvisioningRequest,
    response: Job,
    context: 'jobs/$entity',
    otherResponses: { 200: ProvisioningPlan },
    description:
      'Plans the team by the template and the policies, and starts a job that builds it. Poll the job at `Location`.',
  },
  async (deps, { principal, context, query, body, base, baseUrl }) => {
    const request = readRequest(body);
    assertMetadataFits(request.metadata);
    if (query.dryRun) {
      const plan = await planProvisioning(deps, principal, context.operationId, request);
      return planResponse(plan, baseUrl);
    }
    const job = await createProvisioningJob(deps, principal, context, request);
    return new ApiResponse(presentJob(job), { location: `${base}/jobs/${job.id}` });
  },
);

export const checkAnswersRoute = route(
  {
    summary: 'Check the answers to the questions of a template',
    errors: [502],
    body: AnswersDraft,
    response: CheckedAnswers,
    context: 'provisioningAnswers/$entity',
    description:
      'Checks the answers of a form that is not yet complete. Returns, for each question of the template, whether it is asked given these answers, its answer or default, and the fault of the answer. Creates nothing.',
  },
  async (deps, { principal, body }) => {
    const { team, ...draft } = withoutNulls(body);
    assertMetadataFits(draft.metadata);
    const input = { ...draft, ...(team && { team: withoutNulls(team) }) };
    return presentCheckedAnswers(await checkAnswers(deps, principal, input));
  },
);
