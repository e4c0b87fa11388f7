import Type, { type Static } from 'typebox';
import { BULK_ACTIONS, MAX_TEAMS } from '../../flows/bulk/model.ts';
import type { Selection } from '../../flows/bulk/select-teams.ts';
import { type BulkInput, BulkPreview, previewBulk, startBulk } from '../../flows/bulk/start-bulk.ts';
import { describeAnyJob } from '../../flows/jobs/definition-of.ts';
import {
  type ErrorDetail,
  invalidField,
  invalidRequest,
  isCharterError,
  messageOf,
} from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { FILTER_MAX_LENGTH } from '../filter.ts';
import { DryRunQuery } from '../jobs/provisioning-plan.ts';
import { Job, presentJob } from '../jobs/schemas.ts';
import { ApiResponse, OtherResponse, route } from '../route.ts';
import { Closed, Id, Model, Omissible, OneOf, Resource, shown, withoutNulls } from '../schema.ts';
import { readTeamsQuery } from '../teams/query.ts';

const TeamBulkRequest = Model('TeamBulkRequest', {
  action: OneOf(BULK_ACTIONS),
  ids: Omissible(
    Type.Array(Id('Id of a team'), {
      minItems: 1,
      maxItems: MAX_TEAMS,
      description: 'Either these teams, or a filter',
    }),
  ),
  filter: Omissible(
    Type.String({
      maxLength: FILTER_MAX_LENGTH,
      description: 'As `$filter` of `GET /teams`',
      examples: ['isArchived eq false and lastActivityDateTime lt 2026-01-01'],
    }),
  ),
  search: Omissible(Type.String({ maxLength: 300, description: 'As `$search` of `GET /teams`' })),
  scope: Omissible(
    OneOf(['all', 'mine'], {
      description:
        'Teams that filter and search select from: all of the tenant (`GET /teams`, the default), or those of the calling user (`GET /me/teams`)',
    }),
  ),
  parameters: Omissible(
    Closed({
      shouldSetSpoSiteReadOnlyForMembers: Omissible(
        Type.Boolean({ description: '`archive`: makes the sites read-only for members' }),
      ),
      policyId: Omissible(Type.String({ maxLength: 200, description: '`attachPolicy`, `detachPolicy`' })),
      user: Omissible(
        Closed(
          { id: Type.String({ minLength: 1, maxLength: 256 }) },
          { description: '`addOwner`: id, user principal name or mail address' },
        ),
      ),
    }),
  ),
  cap: Omissible(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TEAMS,
      description:
        'Maximum number of teams to change. Nothing happens when more match. Required with a filter or a search.',
    }),
  ),
});

const TeamBulkPreview = Resource('TeamBulkPreview', shown(BulkPreview));

type Body = Static<typeof TeamBulkRequest>;

/** Renames query options in an error to the body fields that they stand for. */
function renamed(error: unknown): unknown {
  if (!isCharterError(error)) return error;
  const details = error.details.map(
    ({ target, ...detail }): ErrorDetail => ({ target: target.replace(/^\$/, ''), ...detail }),
  );
  return invalidRequest(messageOf(error), details);
}

function readSelection({ ids, filter, search, scope }: ReturnType<typeof withoutNulls<Body>>): Selection {
  const hasFilter = filter !== undefined || search !== undefined;
  if (ids !== undefined && !hasFilter && scope === undefined) return { ids };
  if (ids !== undefined)
    throw invalidField('ids', say('bulk.idsOrFilter', 'Send either ids, or a filter or search.'));
  if (!hasFilter)
    throw invalidField('ids', say('bulk.noSelection', 'Send ids, a filter or a search.'), 'Required');
  try {
    const {
      top: _,
      order: __,
      countAll: ___,
      ...selection
    } = readTeamsQuery({
      ...(filter !== undefined && { $filter: filter }),
      ...(search !== undefined && { $search: search }),
    });
    return { filter: { ...selection, scope: scope ?? 'all' } };
  } catch (error) {
    throw renamed(error);
  }
}

/** @throws InvalidRequest that names the member */
function readBulkRequest(sent: Body): BulkInput {
  const body = withoutNulls(sent);
  const { ids: _, ...request } = body;
  const { shouldSetSpoSiteReadOnlyForMembers: siteReadOnly, ...parameters } = withoutNulls(
    body.parameters ?? {},
  );
  return {
    action: body.action,
    selection: readSelection(body),
    parameters: { ...(siteReadOnly !== undefined && { siteReadOnly }), ...parameters },
    cap: body.cap,
    request,
  };
}

export const createTeamBulkJobRoute = route(
  {
    summary: 'Change many teams',
    errors: [502],
    responseHeaders: ['location'],
    querystring: DryRunQuery,
    body: TeamBulkRequest,
    response: Job,
    context: 'jobs/$entity',
    otherResponses: { 200: TeamBulkPreview, 202: Job },
    description:
      'Starts a job that carries out the action on each team, under the same rules as the single operation. The set of teams is fixed when the job starts. `GET /jobs/{jobId}/teams` has a result for each. Cancelling the job stops it after the teams that it has begun. A dry run returns the teams that the action would change. For a deletion that a second administrator must approve, the answer is 202 with the paused job.',
  },
  async (deps, { principal, context, query, body: sent, base, baseUrl }) => {
    const input = readBulkRequest(sent);
    if (query.dryRun) {
      const preview = await previewBulk(deps, principal, input);
      return new OtherResponse(200, { '@odata.context': `${baseUrl}/$metadata#teams/bulk`, ...preview });
    }
    const job = await startBulk(deps, principal, context, input);
    const location = { location: `${base}/jobs/${job.id}` };
    const body = presentJob(describeAnyJob(job));
    if (job.status !== 'paused') return new ApiResponse(body, location);
    return new OtherResponse(
      202,
      { '@odata.context': `${baseUrl}/$metadata#jobs/$entity`, ...body },
      location,
    );
  },
);
