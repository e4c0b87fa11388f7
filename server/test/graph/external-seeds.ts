/** Makes seeded changes to teams, outside Charter and by Charter, and derives a team's state from its audit records. */
import type { Dice } from '../dice.ts';
import type { ExternalWorld } from './external-world.ts';

const HOUR = 3_600;

interface KnownState {
  name: string;
  giphy: boolean;
  archived: boolean;
  deleted: boolean;
  people: Record<string, string>;
  /** Names by id. */
  channels: Record<string, string>;
}

/** Returns the state of the team in Microsoft 365. */
export function stateInMicrosoft365({ tenant }: ExternalWorld, teamId: string): KnownState {
  const { group, owners, members, team, deletedAt } = tenant.groups.get(teamId)!;
  const people = Object.fromEntries([...members].map((id) => [id, 'member']));
  for (const id of owners) people[id] = 'owner';
  const channels = [...team!.channels.values()].filter((channel) => channel.deletedAt === undefined);
  return {
    name: group.displayName!,
    giphy: team!.team.funSettings!.allowGiphy!,
    archived: team!.team.isArchived!,
    deleted: deletedAt !== undefined,
    people,
    channels: Object.fromEntries(channels.map(({ id, channel }) => [id, channel.displayName!])),
  };
}

/** Applies the change that an audit record describes. */
// biome-ignore lint/suspicious/noExplicitAny: records have the fields of their types
export function applyRecord(state: KnownState, record: any): void {
  const { type, changes, memberId, memberRole, channelId, channelName } = record;
  if (type === 'team_updated') {
    state.name = changes.displayName ?? state.name;
    state.giphy = changes.funSettings?.allowGiphy ?? state.giphy;
  } else if (type === 'team_archived' || type === 'team_unarchived')
    state.archived = type === 'team_archived';
  else if (type === 'team_deleted') state.deleted = true;
  else if (type === 'team_member_removed') delete state.people[memberId];
  else if (type.startsWith('team_member_')) state.people[memberId] = memberRole;
  else if (type === 'team_channel_deleted') delete state.channels[channelId];
  else if (type === 'team_channel_created') state.channels[channelId] = channelName;
  // Charter can rename a channel before it has recorded that the channel was created outside Charter.
  else if (type === 'team_channel_updated' && channelId in state.channels)
    state.channels[channelId] = channelName;
}

/** Returns the possible changes to channels, of which the caller makes one. */
function channelChanges(world: ExternalWorld, dice: Dice, teamId: string): (() => Promise<unknown>)[] {
  const { team } = world.tenant.groups.get(teamId)!;
  const present = [...team!.channels.values()].filter(
    ({ id, deletedAt }) => deletedAt === undefined && id !== team!.primaryChannelId,
  );
  const path = `/teams/${teamId}/channels`;
  const displayName = `Channel ${dice.below(1000)}`;
  const creations = [
    () => world.externally('POST', path, { displayName }),
    () => world.call('POST', path, { displayName: `${displayName} of Charter` }),
  ];
  if (present.length === 0) return creations;
  const one = `${path}/${dice.of(present).id}`;
  return [
    ...creations,
    () => world.externally('PATCH', one, { displayName }),
    () => world.externally('DELETE', one),
    () => world.call('PATCH', one, { displayName: `${displayName} of Charter` }),
    () => world.call('DELETE', one),
  ];
}

/** Makes one change as an administrator in Microsoft 365, or through Charter. Rejected changes have no effect. */
export async function changeSomething(world: ExternalWorld, dice: Dice, teamId: string): Promise<void> {
  const { sam1, sam2, sam3, zoe } = world.people;
  const person = dice.of([sam1, sam2, sam3, zoe]);
  const name = `Name ${dice.below(1000)}`;
  const link = { '@odata.id': `${world.standIn.url}/users/${person}` };
  const group = `/groups/${teamId}`;
  const changes: (() => Promise<unknown>)[] = [
    () => world.externally('PATCH', group, { displayName: name }),
    () => world.externally('PATCH', `/teams/${teamId}`, { funSettings: { allowGiphy: dice.below(2) === 0 } }),
    () => world.externally('POST', `/teams/${teamId}/archive`),
    () => world.externally('POST', `/teams/${teamId}/unarchive`),
    () => world.externally('POST', `${group}/members/$ref`, link),
    () => world.externally('DELETE', `${group}/members/${person}/$ref`),
    () => world.externally('POST', `${group}/owners/$ref`, link),
    () => world.externally('DELETE', `${group}/owners/${person}/$ref`),
    () => (dice.below(4) === 0 ? world.externally('DELETE', group) : Promise.resolve()),
    () => world.call('PATCH', `/teams/${teamId}`, { displayName: `${name} by Charter` }),
    () => world.call('POST', `/teams/${teamId}/members`, { user: { id: person }, role: 'member' }),
  ];
  const some = dice.below(3) === 0 ? channelChanges(world, dice, teamId) : changes;
  await dice
    .of(some)()
    .catch(() => undefined);
}

/** Runs one random part of a node's periodic work. Ignores a failure, because later calls retry the work. */
export async function runPeriodicWork(world: ExternalWorld, dice: Dice): Promise<void> {
  const works = [
    () => world.standIn.deliverNotifications(),
    () => world.observe(),
    () => world.refresh(60),
    () => world.refresh(2 * HOUR),
    () => world.recover(),
  ];
  await dice
    .of(works)()
    .catch(() => undefined);
}
