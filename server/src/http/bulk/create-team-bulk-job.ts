import { previewBulk, startBulk } from '../../flows/bulk/start-bulk.ts';
import { describeAnyJob } from '../../flows/jobs/definition-of.ts';
import { DryRunQuery } from '../jobs/provisioning-plan.ts';
import { Job, presentJob } from '../jobs/schemas.ts';
import { Answer, OtherAnswer, route } from '../route.ts';
import { readBulkRequest, shown, TeamBulkPreview, TeamBulkRequest } from './schemas.ts';

export const createTeamBulkJobRoute = route(
  {
    summary: 'Change many teams',
    errors: [502],
    responseHeaders: ['location'],
    querystring: DryRunQuery,
    body: TeamBulkRequest,
    response: Job,
    context: 'jobs/$entity',
    otherResponses: { 200: TeamBulkPreview },
    description:
      'Starts a job that does the action to each team, under the same rules as the single operation. The set of teams is fixed now. `GET /jobs/{jobId}/teams` has a result for each. Cancelling the job stops it after the teams that it has begun. A dry run answers the teams that it would touch.',
  },
  async (deps, { principal, context, query, body, base, baseUrl }) => {
    const input = readBulkRequest(body);
    if (query.dryRun) {
      const { teams, ...preview } = await previewBulk(deps, principal, input);
      return new OtherAnswer(200, {
        '@odata.context': `${baseUrl}/$metadata#teams/bulk`,
        ...preview,
        teams: shown(teams).map(({ teamId, ...team }) => ({ id: teamId, ...team })),
      });
    }
    const job = await startBulk(deps, principal, context, input);
    return new Answer(presentJob(describeAnyJob(job)), { location: `${base}/jobs/${job.id}` });
  },
);
