/** Routes of channel templates and of requests for channels (docs/channels.md, "Requests by template"). */
import Type, { type Static } from 'typebox';
import { assertMetadataFits } from '../../domain/answers/model.ts';
import { causeOf } from '../../engine/principal.ts';
import { createChannelRequest } from '../../flows/channel-requests/create-channel-request.ts';
import { checkChannelAnswers, planChannel } from '../../flows/channel-requests/plan-channel.ts';
import {
  listChannelTemplates,
  listTeamChannelTemplates,
} from '../../flows/channel-requests/read-channel-templates.ts';
import { CHANNEL_REQUEST_LIMITS, type ChannelRequest } from '../../flows/channel-requests/request.ts';
import { ChannelTemplates } from '../catalog/schemas.ts';
import { CheckedAnswers, presentCheckedAnswers } from '../checked-answers.ts';
import { ChannelPlan, channelPlanResponse, DryRunQuery } from '../jobs/provisioning-plan.ts';
import { Job, presentJob } from '../jobs/schemas.ts';
import { MemberUserIdentifier, OwnerUserIdentifier } from '../people.ts';
import { ApiResponse, route } from '../route.ts';
import { Closed, Model, Omissible, withoutNulls } from '../schema.ts';
import { TeamParams } from '../teams/schemas.ts';

const TemplateReference = Closed({ id: Type.String({ minLength: 1, maxLength: 256 }) });

const Metadata = Omissible(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'The answers to the questions of the template, by their ids. At most 16 KiB',
  }),
);

const Description = Omissible(Type.String({ maxLength: CHANNEL_REQUEST_LIMITS.description }));

const ChannelProvisioningRequest = Model('ChannelProvisioningRequest', {
  template: TemplateReference,
  channel: Closed({
    name: Type.String({
      minLength: 1,
      maxLength: CHANNEL_REQUEST_LIMITS.name,
      description: 'The naming convention of the template may change it',
    }),
    description: Description,
    membership: Omissible(
      Closed(
        {
          members: Omissible(Type.Array(MemberUserIdentifier, { maxItems: CHANNEL_REQUEST_LIMITS.members })),
          owners: Omissible(Type.Array(OwnerUserIdentifier, { maxItems: CHANNEL_REQUEST_LIMITS.owners })),
        },
        { description: 'People of a private or shared channel, in addition to those of the template' },
      ),
    ),
  }),
  metadata: Metadata,
});

const ChannelAnswersDraft = Model('ChannelProvisioningAnswersDraft', {
  template: TemplateReference,
  channel: Omissible(
    Closed({
      name: Omissible(Type.String({ maxLength: CHANNEL_REQUEST_LIMITS.name })),
      description: Description,
    }),
  ),
  metadata: Metadata,
});

/** Removes nulls from the request, except those inside metadata. */
function readRequest({ channel, ...body }: Static<typeof ChannelProvisioningRequest>): ChannelRequest {
  const { membership, ...texts } = withoutNulls(channel);
  return {
    ...withoutNulls(body),
    channel: { ...texts, ...(membership && { membership: withoutNulls(membership) }) },
  };
}

export const createTeamChannelRequestRoute = route(
  {
    summary: 'Request a channel from a channel template',
    errors: [502],
    responseHeaders: ['location'],
    params: TeamParams,
    querystring: DryRunQuery,
    body: ChannelProvisioningRequest,
    response: Job,
    context: 'jobs/$entity',
    otherResponses: { 200: ChannelPlan },
    description:
      'For members or owners of the team, as the template says, and for administrators. Plans the channel, and starts a job that makes it, after its approval if the template needs one. Neither the settings of the team nor the policy for channels decide who may ask; the maximum of the policy applies. Poll the job at `Location`.',
  },
  async (deps, { principal, context, params, query, body, base, baseUrl }) => {
    const request = readRequest(body);
    assertMetadataFits(request.metadata);
    if (query.dryRun) {
      const cause = causeOf(principal, context);
      const input = { ...params, request, jobId: context.operationId, cause };
      const { plan } = await planChannel(deps, principal, input);
      return channelPlanResponse(plan, baseUrl);
    }
    const job = await createChannelRequest(deps, principal, context, { ...params, request });
    return new ApiResponse(presentJob(job), { location: `${base}/jobs/${job.id}` });
  },
);

export const checkChannelAnswersRoute = route(
  {
    summary: 'Check the answers to the questions of a channel template',
    errors: [502],
    params: TeamParams,
    body: ChannelAnswersDraft,
    response: CheckedAnswers,
    context: 'provisioningAnswers/$entity',
    description:
      'Checks the answers of a form that is not yet complete, like checkAnswers for teams. Creates nothing.',
  },
  async (deps, { principal, params, body }) => {
    const { channel, ...draft } = withoutNulls(body);
    assertMetadataFits(draft.metadata);
    const request = { ...draft, channel: { name: '', ...(channel && withoutNulls(channel)) } };
    return presentCheckedAnswers(await checkChannelAnswers(deps, principal, { ...params, request }));
  },
);

export const getTeamChannelTemplatesRoute = route(
  {
    summary: 'List the channel templates that the caller may use in a team',
    errors: [502],
    params: TeamParams,
    collection: ChannelTemplates,
    context: 'channelTemplates',
    description:
      'The enabled channel templates that apply to the team and whose audience includes the caller. Empty when the caller may not ask for a channel.',
  },
  async (deps, { principal, params }) => ({
    items: await listTeamChannelTemplates(deps, principal, params),
  }),
);

export const getChannelTemplatesRoute = route(
  {
    summary: 'List the channel templates of the catalog',
    collection: ChannelTemplates,
    context: 'channelTemplates',
    description:
      'All of the tenant, enabled or not. The operations on one template of the catalog take their ids too.',
  },
  async (deps, { principal }) => ({ items: await listChannelTemplates(deps, principal) }),
);
