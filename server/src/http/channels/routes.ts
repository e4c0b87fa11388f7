import Type from 'typebox';
import { archiveChannel, unarchiveChannel } from '../../domain/channels/archive-channel.ts';
import { createChannel, deleteChannel, updateChannel } from '../../domain/channels/change-channels.ts';
import { createTab, deleteTab } from '../../domain/channels/change-tabs.ts';
import { getPrimaryChannel, listChannels, listTabs } from '../../domain/channels/read-channels.ts';
import { admitChannel } from '../../flows/channels/admit-channel.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { readBinding, readMembers } from '../people.ts';
import { ApiResponse, route } from '../route.ts';
import { Nullable, withoutNulls } from '../schema.ts';
import { ArchiveTeamPayload, TeamParams } from '../teams/schemas.ts';
import {
  ChannelParams,
  TabParams,
  TeamChannel,
  TeamChannelPayload,
  TeamChannelTab,
  TeamChannelTabPayload,
  TeamChannelUpdate,
} from './schemas.ts';

export const getTeamChannelsRoute = route(
  {
    summary: 'List the channels of a team',
    errors: [502],
    params: TeamParams,
    response: Type.Array(TeamChannel),
    description:
      'For members, guests and administrators, and for everyone when the team is public. Only their members and administrators see private and shared channels.',
  },
  (deps, { principal, params }) => listChannels(deps, principal, params),
);

export const getTeamPrimaryChannelRoute = route(
  {
    summary: 'Get the primary channel of a team',
    errors: [502],
    params: TeamParams,
    response: TeamChannel,
    context: "teams(':teamId')/primaryChannel/$entity",
    description: 'The General channel.',
  },
  (deps, { principal, params }) => getPrimaryChannel(deps, principal, params),
);

export const createTeamChannelRoute = route(
  {
    summary: 'Create a channel',
    errors: [502],
    params: TeamParams,
    body: TeamChannelPayload,
    response: TeamChannel,
    description:
      'For owners and administrators, and for members and guests if the team’s settings allow it. Members of a private channel must be members of the team. A channel that the team’s policy for channels does not permit is rejected with 400 `PolicyViolation`.',
  },
  (deps, { principal, context, params, body }) => {
    const { members = [], ...channel } = withoutNulls(body);
    return createChannel({ ...deps, admitChannel }, principal, context, {
      ...params,
      ...channel,
      members: readMembers(members),
    });
  },
);

export const updateTeamChannelRoute = route(
  {
    summary: 'Update a channel',
    errors: [409, 502],
    params: ChannelParams,
    body: TeamChannelUpdate,
    description:
      'Changes name and description. For owners of the team and administrators, and for members and guests where the settings of the team allow it; a private or shared channel is changed by its owners. The primary channel keeps its name.',
  },
  async (deps, { principal, context, params, body }) => {
    const { displayName, description, membershipType } = body;
    const patch = {
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description }),
      ...(membershipType !== undefined && { membershipType }),
    };
    await updateChannel(deps, principal, context, { ...params, patch });
  },
);

export const deleteTeamChannelRoute = route(
  {
    summary: 'Delete a channel',
    errors: [409, 502],
    params: ChannelParams,
    description:
      'For owners of the team and administrators, and for members and guests where the settings of the team allow it; a private or shared channel is deleted by its owners. The primary channel cannot be deleted.',
  },
  (deps, { principal, context, params }) => deleteChannel(deps, principal, context, params),
);

export const archiveTeamChannelRoute = route(
  {
    summary: 'Archive a channel',
    errors: [409, 502],
    responseHeaders: ['location'],
    params: ChannelParams,
    body: Nullable(ArchiveTeamPayload),
    bodyOptional: true,
    description:
      'For owners of the team and administrators; a private or shared channel is archived by its owners. `Location` is the job. The name, the description and the tabs of an archived channel cannot be changed; such a change is rejected with 409 `Conflict` and the detail `ChannelArchived`, as is a second archiving. The primary channel cannot be archived.',
  },
  async (deps, { principal, context, params, body, base }) => {
    const siteReadOnly = body?.shouldSetSpoSiteReadOnlyForMembers ?? false;
    const job = await archiveChannel(deps, principal, context, { ...params, siteReadOnly });
    return new ApiResponse(undefined, { location: `${base}/jobs/${job.id}` });
  },
);

export const unarchiveTeamChannelRoute = route(
  {
    summary: 'Unarchive a channel',
    errors: [409, 502],
    responseHeaders: ['location'],
    params: ChannelParams,
    description:
      'For owners of the team and administrators; a private or shared channel is unarchived by its owners. `Location` is the job.',
  },
  async (deps, { principal, context, params, base }) => {
    const job = await unarchiveChannel(deps, principal, context, params);
    return new ApiResponse(undefined, { location: `${base}/jobs/${job.id}` });
  },
);

export const getTeamChannelTabsRoute = route(
  {
    summary: 'List the tabs of a channel',
    errors: [502],
    params: ChannelParams,
    response: Type.Array(TeamChannelTab),
    description: 'In display order. For everyone who may see the channel.',
  },
  (deps, { principal, params }) => listTabs(deps, principal, params),
);

const BIND = 'teamsApp@odata.bind';

export const createTeamChannelTabRoute = route(
  {
    summary: 'Create a tab in a channel',
    errors: [502],
    params: ChannelParams,
    body: TeamChannelTabPayload,
    response: TeamChannelTab,
    description:
      'For owners and administrators, and for members if the team’s settings allow it. Name the app by `teamsApp.id` or by `teamsApp@odata.bind`. URLs in `configuration` use https.',
  },
  (deps, { principal, context, params, body }) => {
    const { displayName, name, configuration = {}, sortOrderIndex, ...app } = withoutNulls(body);
    const { entityId = null, contentUrl = null, websiteUrl = null, removeUrl = null } = configuration;
    return createTab(deps, principal, context, {
      ...params,
      displayName: displayName ?? name ?? missingName(),
      teamsAppId: teamsAppIdOf(app),
      configuration: { entityId, contentUrl, websiteUrl, removeUrl },
      sortOrderIndex,
    });
  },
);

function missingName(): never {
  throw invalidField(
    'displayName',
    say('channels.tabNameField', 'Name the tab, by displayName.'),
    'Required',
  );
}

type NamedApp = { teamsApp?: { id: string } | undefined; [BIND]?: string | undefined };

function teamsAppIdOf(body: NamedApp): string {
  const bind = body[BIND];
  if (body.teamsApp !== undefined && bind !== undefined) {
    throw invalidField(
      BIND,
      say('channels.appOnce', 'Name the app once: by teamsApp or by {bind}.', { bind: BIND }),
    );
  }
  if (body.teamsApp !== undefined) return body.teamsApp.id;
  if (bind === undefined) {
    throw invalidField(
      'teamsApp.id',
      say('channels.appMissing', 'Name the app, by teamsApp.id or by {bind}.', { bind: BIND }),
      'Required',
    );
  }
  const id = readBinding('teamsApps', bind);
  if (id === undefined) {
    throw invalidField(
      BIND,
      say('channels.appAddress', "The address must end with /teamsApps('<id>') or /teamsApps/<id>."),
    );
  }
  return id;
}

export const deleteTeamChannelTabRoute = route(
  {
    summary: 'Delete a tab',
    errors: [409, 502],
    params: TabParams,
    description:
      'For owners of the team and administrators, and for members where the settings of the team allow it.',
  },
  (deps, { principal, context, params }) => deleteTab(deps, principal, context, params),
);
