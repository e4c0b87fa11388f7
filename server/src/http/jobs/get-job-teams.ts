import Type from 'typebox';
import { BULK_OUTCOMES, SKIP_REASONS } from '../../flows/bulk/model.ts';
import { listJobTeams } from '../../flows/jobs/list-job-teams.ts';
import { asNumber, readCursor } from '../cursors.ts';
import { PAGE_OPTIONS, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Collection, DateTime, Model, OneOf } from '../schema.ts';
import { JobParams } from './schemas.ts';

/** The result of a bulk job for one team. */
const JobTeam = Model('JobTeam', {
  teamId: Type.String(),
  displayName: Type.Optional(Type.String({ description: 'Absent when it is not known' })),
  outcome: OneOf(BULK_OUTCOMES, {
    description: '`waiting`: the job has not reached the team, or ended before it did',
  }),
  code: Type.Optional(
    Type.String({
      description: `Reason of a skipped team (${SKIP_REASONS.join(', ')}), or the code of the error`,
    }),
  ),
  message: Type.Optional(Type.String({ description: 'The error of a failed team' })),
  endedDateTime: Type.Optional(DateTime),
});

const JobTeams = Collection('JobTeams', JobTeam);

export const getJobTeamsRoute = route(
  {
    summary: 'List the results of a bulk job by team',
    params: JobParams,
    querystring: Closed({ outcome: Type.Optional(OneOf(BULK_OUTCOMES)), ...PAGE_OPTIONS }),
    collection: JobTeams,
    description: 'In the order of the request. Jobs of other types have none.',
  },
  async (deps, { principal, params, query }) => {
    const { items, next } = await listJobTeams(deps, principal, {
      ...params,
      top: readTop(query.$top),
      after: readCursor(query.$skiptoken, asNumber(2 ** 31 - 1))?.[0],
      outcome: query.outcome,
    });
    const results = items.map(({ position: _, endedAt, ...result }) => ({
      ...result,
      endedDateTime: endedAt?.toISOString() ?? null,
    }));
    return { items: results, next: next === undefined ? undefined : [next] };
  },
);
