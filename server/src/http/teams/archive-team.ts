import { archiveTeam } from '../../domain/teams/archive-team.ts';
import { Answer, route } from '../route.ts';
import { Nullable } from '../schema.ts';
import { ArchiveTeamPayload, TeamParams } from './schemas.ts';

export const archiveTeamRoute = route(
  {
    summary: 'Archive a team',
    errors: [502],
    responseHeaders: ['location'],
    params: TeamParams,
    body: Nullable(ArchiveTeamPayload),
    bodyOptional: true,
    description:
      'For owners of the team and administrators. `Location` is the job. An archived team is rejected with 409 `TeamArchived`.',
  },
  async (deps, { principal, context, params, body, base }) => {
    const siteReadOnly = body?.shouldSetSpoSiteReadOnlyForMembers ?? false;
    const job = await archiveTeam(deps, principal, context, { ...params, siteReadOnly });
    return new Answer(undefined, { location: `${base}/jobs/${job.id}` });
  },
);
