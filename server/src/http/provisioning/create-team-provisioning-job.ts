import Type, { type Static } from 'typebox';
import { createProvisioningJob } from '../../flows/provisioning/create-provisioning-job.ts';
import { planProvisioning } from '../../flows/provisioning/plan-provisioning.ts';
import { REQUEST_LIMITS, type TeamProvisioningRequest as Request } from '../../flows/provisioning/request.ts';
import { invalidField } from '../../kernel/errors.ts';
import { ProvisioningPlan } from '../jobs/provisioning-plan.ts';
import { Job } from '../jobs/schemas.ts';
import { route } from '../route.ts';
import { Closed, OneOf, refTo, withoutNulls } from '../schema.ts';
import { TeamProvisioningRequest } from './schemas.ts';

/** The request as the domain knows it. Metadata comes back untouched, nulls inside included. */
function readRequest({ team, ...body }: Static<typeof TeamProvisioningRequest>): Request {
  const { membership, ...texts } = withoutNulls(team);
  return {
    ...withoutNulls(body),
    team: { ...texts, ...(membership && { membership: withoutNulls(membership) }) },
  };
}

function assertMetadataFits(metadata: unknown): void {
  const { metadataBytes } = REQUEST_LIMITS;
  if (metadata !== undefined && Buffer.byteLength(JSON.stringify(metadata)) > metadataBytes) {
    throw invalidField(
      'metadata',
      `The metadata may have ${metadataBytes / 1024} KiB as JSON. Send less.`,
      'TooLarge',
    );
  }
}

export const createTeamProvisioningJobRoute = route(
  {
    summary: 'Ask for a team built from a template',
    responseHeaders: ['location'],
    querystring: Closed({
      dryRun: Type.Optional(
        OneOf(['true', 'false'], {
          description: '`true`: answer 200 with the plan and its verdicts, change nothing',
        }),
      ),
    }),
    body: refTo(TeamProvisioningRequest),
    response: refTo(Job),
    otherResponses: { 200: refTo(ProvisioningPlan) },
    description:
      'Plans the team by the template and the organisation’s rules, and starts a job that builds it. Follow the job at the answer’s `Location`.',
  },
  async (deps, call) => {
    const request = readRequest(call.body);
    assertMetadataFits(request.metadata);
    if (call.query.dryRun === 'true') {
      const plan = await planProvisioning(deps, call.principal, call.context, request);
      return {
        status: 200 as const,
        body: { '@odata.context': `${call.baseUrl}/$metadata#provisioningPlans/$entity`, ...plan },
      };
    }
    const job = await createProvisioningJob(deps, call.principal, call.context, request);
    return {
      headers: { location: `${call.base}/jobs/${job.id}` },
      body: { '@odata.context': `${call.baseUrl}/$metadata#jobs/$entity`, ...job },
    };
  },
);
