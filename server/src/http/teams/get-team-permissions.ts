import Type from 'typebox';
import { type ChannelAction, getTeamPermissions } from '../../domain/channels/get-team-permissions.ts';
import { CHANNEL_MEMBERSHIP_TYPES } from '../../domain/channels/model.ts';
import type { TeamAction } from '../../domain/teams/access.ts';
import { permittedTypes } from '../../flows/channels/admit-channel.ts';
import { route } from '../route.ts';
import { OneOf, Resource } from '../schema.ts';
import { TeamParams } from './schemas.ts';

/** The operations of each action. `leave` has no operation of its own: a member leaves by removeTeamMember. */
const OPERATIONS_OF: Record<Exclude<TeamAction, 'leave'> | ChannelAction, readonly string[]> = {
  get: ['getTeam'],
  update: ['updateTeam'],
  getOwn: ['getMyTeam'],
  describeOwn: ['updateMyTeam'],
  delete: ['deleteTeam'],
  archive: ['archiveTeam'],
  unarchive: ['unarchiveTeam'],
  addMember: ['addTeamMember'],
  updateMember: ['updateTeamMember'],
  removeMember: ['removeTeamMember'],
  readMembers: ['getTeamMembers'],
  readChannels: ['getTeamChannels', 'getTeamPrimaryChannel', 'getTeamPermissions'],
  readHistory: ['getTeamHistory'],
  readLifecycle: ['getTeamLifecycle'],
  renewLifecycle: ['renewTeamLifecycle'],
  readMetadata: ['getTeamMetadata'],
  updateMetadata: ['updateTeamMetadata'],
  updateChannel: ['updateTeamChannel'],
  deleteChannel: ['deleteTeamChannel'],
  archiveChannel: ['archiveTeamChannel'],
  unarchiveChannel: ['unarchiveTeamChannel'],
  readTabs: ['getTeamChannelTabs'],
  changeTabs: ['createTeamChannelTab', 'deleteTeamChannelTab'],
};

const TeamPermissions = Resource('TeamPermissions', {
  role: Type.Optional(
    OneOf(['owner', 'member', 'guest'], { description: 'Absent for a caller who is not in the team' }),
  ),
  operations: Type.Array(Type.String(), {
    description:
      'The `operationId` of each operation that the caller may call for this team now. Those of channels and tabs hold for standard channels: a private or shared one is changed by its own owners. Everybody in the team may remove themselves.',
    examples: [['getTeamChannels', 'updateTeamChannel']],
  }),
  channelTypes: Type.Array(OneOf(CHANNEL_MEMBERSHIP_TYPES), {
    description:
      'Types of the channels that the caller may create. A policy may still limit their number (docs/channels.md)',
  }),
});

export const getTeamPermissionsRoute = route(
  {
    summary: 'List what the caller may do in a team',
    errors: [502],
    params: TeamParams,
    response: TeamPermissions,
    description:
      'By the roles of the caller, the role in the team, the settings of the team for members and guests, the policy for channels, and whether it is archived. For everybody who may read the channels.',
  },
  async (deps, { principal, params }) => {
    const { role, actions, channelTypes } = await getTeamPermissions(
      { ...deps, permittedTypes },
      principal,
      params,
    );
    const operations = actions.flatMap((action) => (action === 'leave' ? [] : OPERATIONS_OF[action]));
    if (channelTypes.length > 0) operations.push('createTeamChannel');
    return { role, operations: operations.sort(), channelTypes };
  },
);
