import Type from 'typebox';
import { checkTeamChange } from '../../domain/policies/check-team.ts';
import { deleteTeam } from '../../domain/teams/delete-team.ts';
import { listMyTeams, listTeams } from '../../domain/teams/list-teams.ts';
import { getOwnTeam, getTeam, listHistory } from '../../domain/teams/read-team.ts';
import { archiveTeam, unarchiveTeam } from '../../domain/teams/team-jobs.ts';
import { updateTeam } from '../../domain/teams/update-team.ts';
import { cursorKeyOf, readPosition } from '../audit/routes.ts';
import { TeamHistory } from '../audit/schemas.ts';
import { etagOf, IfMatch } from '../etag.ts';
import { noticesOf } from '../notices.ts';
import { Paged, readTop } from '../paging.ts';
import { ApiResponse, OtherResponse, route } from '../route.ts';
import { Nullable } from '../schema.ts';
import { readTeamsQuery, TeamsQuery } from './query.ts';
import { ArchiveTeamPayload, MyTeamUpdate, Team, TeamParams, Teams, TeamUpdate } from './schemas.ts';

export const getTeamsRoute = route(
  {
    summary: 'List all teams',
    errors: [502],
    querystring: TeamsQuery,
    collection: Teams,
    description: 'The teams of the tenant, archived or not, by name unless `$orderby` says otherwise.',
  },
  async (deps, { principal, query }) => {
    const { teams, next, count } = await listTeams(deps, principal, readTeamsQuery(query));
    return { items: teams, next, count, notices: await noticesOf(deps, principal) };
  },
);

export const getMyTeamsRoute = route(
  {
    summary: 'List the teams of the calling user',
    errors: [502],
    querystring: TeamsQuery,
    collection: Teams,
    description: 'The teams in which the calling user is owner, member or guest, with that role.',
  },
  async (deps, { principal, query }) => {
    const { teams, next, count } = await listMyTeams(deps, principal, readTeamsQuery(query));
    return { items: teams, next, count, notices: await noticesOf(deps, principal) };
  },
);

export const getTeamRoute = route(
  {
    summary: 'Get a team',
    errors: [502],
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: Type.Object({
      'if-none-match': Type.Optional(
        Type.String({ description: 'ETag of your copy; 304 when it is current' }),
      ),
    }),
    response: Team,
  },
  async (deps, { principal, params, header }) => {
    const { team, version } = await getTeam(deps, principal, params);
    const etag = etagOf(version);
    return header('if-none-match') === etag
      ? new OtherResponse(304, undefined, { etag })
      : new ApiResponse(team, { etag });
  },
);

export const getMyTeamRoute = route(
  {
    summary: 'Get a team that the caller owns',
    errors: [502],
    responseHeaders: ['etag'],
    params: TeamParams,
    response: Team,
    description: 'With its settings, as getTeam returns it to callers whose roles allow that.',
  },
  async (deps, { principal, params }) => {
    const { team, version } = await getOwnTeam(deps, principal, params);
    return new ApiResponse(team, { etag: etagOf(version) });
  },
);

export const updateTeamRoute = route(
  {
    summary: 'Update a team',
    errors: [409, 502],
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: IfMatch('team'),
    body: TeamUpdate,
    description:
      'Merges the body into the team. Read-only fields (id, createdDateTime, internalId, specialization, webUrl, isArchived) are accepted with their current value, so a response of getTeam can be sent back. With the ETag of getTeam in `If-Match`, a team that changed meanwhile is rejected with 412.',
  },
  async (deps, { principal, context, params, body, ifVersion }) => {
    const { version } = await updateTeam({ ...deps, checkTeamChange }, principal, context, {
      ...params,
      representation: withoutAnnotations(body),
      ...(ifVersion === undefined ? {} : { ifVersion }),
    });
    return new ApiResponse(undefined, { etag: etagOf(version) });
  },
);

const withoutAnnotations = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes('@'))) as T;

export const updateMyTeamRoute = route(
  {
    summary: 'Rename or describe a team that the caller owns',
    errors: [409, 502],
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: IfMatch('team'),
    body: MyTeamUpdate,
    description:
      'The policies apply as in updateTeam. With the ETag of getMyTeam in `If-Match`, a team that changed meanwhile is rejected with 412.',
  },
  async (deps, { principal, context, params, body, ifVersion }) => {
    const { version } = await updateTeam({ ...deps, checkTeamChange }, principal, context, {
      ...params,
      representation: body,
      action: 'describeOwn',
      ...(ifVersion === undefined ? {} : { ifVersion }),
    });
    return new ApiResponse(undefined, { etag: etagOf(version) });
  },
);

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
    return new ApiResponse(undefined, { location: `${base}/jobs/${job.id}` });
  },
);

export const unarchiveTeamRoute = route(
  {
    summary: 'Unarchive a team',
    errors: [502],
    responseHeaders: ['location'],
    params: TeamParams,
    description: 'For owners of the team and administrators. `Location` is the job.',
  },
  async (deps, { principal, context, params, base }) => {
    const job = await unarchiveTeam(deps, principal, context, params);
    return new ApiResponse(undefined, { location: `${base}/jobs/${job.id}` });
  },
);

export const deleteTeamRoute = route(
  {
    summary: 'Delete a team',
    errors: [502],
    params: TeamParams,
    description: 'For owners of the team and administrators. Deletes archived teams too.',
  },
  (deps, { principal, context, params }) => deleteTeam(deps, principal, context, params),
);

export const getTeamHistoryRoute = route(
  {
    summary: 'List the history of a team',
    errors: [502],
    params: TeamParams,
    querystring: Paged,
    collection: TeamHistory,
    description:
      'The audit records about the team, of all trails, newest first. For owners of the team and administrators, also while it is archived. A read by others than owners is recorded in the trail `security`, once in ten minutes for each caller.',
  },
  async (deps, { principal, context, params, query: { $top, $skiptoken } }) => {
    const after = readPosition($skiptoken, 'time desc');
    const input = { ...params, top: readTop($top), after };
    const { items, next } = await listHistory(deps, principal, context, input);
    return {
      items: items.map(({ fields, ...common }) => ({ ...fields, ...common })),
      next: next && cursorKeyOf(next),
    };
  },
);
