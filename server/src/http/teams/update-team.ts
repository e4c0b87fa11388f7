import Type from 'typebox';
import { mustComply } from '../../domain/policies/check-team.ts';
import { updateTeam } from '../../domain/teams/update-team.ts';
import { etagOf, versionFromIfMatch } from '../etag.ts';
import { Answer, route } from '../route.ts';
import { TeamParams, TeamUpdate } from './schemas.ts';

export const updateTeamRoute = route(
  {
    summary: 'Update a team',
    errors: [409, 502],
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: Type.Object({
      'if-match': Type.Optional(
        Type.String({ description: 'ETag of the team you read; 412 when the team has changed' }),
      ),
    }),
    body: TeamUpdate,
    description:
      'Merges the body into the team. Read-only fields (id, createdDateTime, internalId, specialization, webUrl, isArchived) are accepted with their current value, so an answer of getTeam can be sent back. With the ETag of getTeam in `If-Match`, a team that changed meanwhile is rejected with 412.',
  },
  async (deps, { principal, context, params, body, header }) => {
    const ifVersion = versionFromIfMatch(header('if-match'));
    const { version } = await updateTeam({ ...deps, mustComply }, principal, context, {
      ...params,
      representation: withoutAnnotations(body),
      ...(ifVersion === undefined ? {} : { ifVersion }),
    });
    return new Answer(undefined, { etag: etagOf(version) });
  },
);

const withoutAnnotations = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes('@'))) as T;
