import Type from 'typebox';
import { mustComply } from '../../domain/policies/check-team.ts';
import { updateTeam } from '../../domain/teams/update-team.ts';
import { etagOf, versionFromIfMatch } from '../etag.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { TeamParams, TeamUpdate } from './schemas.ts';

export const updateTeamRoute = route(
  {
    summary: 'Update a team',
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: Type.Object({
      'if-match': Type.Optional(
        Type.String({ description: 'The ETag of the team you read; 412 when it has changed' }),
      ),
    }),
    body: refTo(TeamUpdate),
    description:
      'Merges the body into the team. Read-only fields (id, createdDateTime, internalId, specialization, webUrl, isArchived) may be sent with the value they have, so what getTeam answered can be sent back. `If-Match` with the ETag of getTeam refuses with 412 what others have changed meanwhile.',
  },
  async (deps, { principal, context, params, body, header }) => {
    const ifVersion = versionFromIfMatch(header('if-match'));
    const { version } = await updateTeam({ ...deps, mustComply }, principal, context, {
      teamId: params.teamId,
      representation: withoutAnnotations(body),
      ...(ifVersion === undefined ? {} : { ifVersion }),
    });
    return { headers: { etag: etagOf(version) } };
  },
);

const withoutAnnotations = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes('@'))) as T;
