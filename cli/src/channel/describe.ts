import type { CharterClient, TeamChannel } from '@charter/sdk';
import type { Column, Output } from '../output.ts';

export const CHANNEL_COLUMNS: readonly Column<TeamChannel>[] = [
  { heading: 'ID', value: (channel) => channel.id },
  { heading: 'NAME', value: (channel) => channel.displayName },
  { heading: 'TYPE', value: (channel) => channel.membershipType },
  { heading: 'ARCHIVED', value: (channel) => (channel.isArchived ? 'yes' : '') },
  { heading: 'DESCRIPTION', value: (channel) => channel.description },
];

export function showChannel(output: Output, channel: TeamChannel): void {
  output.fields(channel, {
    id: channel.id,
    name: channel.displayName,
    type: channel.membershipType,
    description: channel.description,
    created: channel.createdDateTime,
    archived: channel.isArchived ? 'yes' : undefined,
  });
}

export const CHANNEL_ARGUMENT = 'id of the channel, or `primary`';

/** Resolves `primary` to the id of the primary channel. */
export async function channelIdOf(client: CharterClient, teamId: string, channel: string): Promise<string> {
  if (channel !== 'primary') return channel;
  return (await client.channels.getTeamPrimaryChannel(teamId)).id;
}
