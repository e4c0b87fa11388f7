/** Checks of new channels that every suite makes. */
import { findChannelNameFault } from '../../domain/channels/name.ts';
import type { NewChannel } from '../../domain/channels/suite.ts';
import { CharterError, type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertDistinctMarkers } from './database.ts';
import type { SuiteLimits } from './limits.ts';

/** @throws InvalidRequest for names that Teams does not allow, too many members, and markers that are used twice */
export function assertNewChannels(channels: readonly NewChannel[], limits: SuiteLimits): void {
  assertDistinctMarkers(channels);
  const details: ErrorDetail[] = [];
  for (const { displayName, membershipType, members } of channels) {
    const fault = findChannelNameFault(displayName);
    if (fault !== undefined) details.push({ target: displayName, code: 'InvalidValue', ...fault });
    const most = { standard: 0, private: limits.privateChannelMembers, shared: limits.sharedChannelMembers };
    if (members.length > most[membershipType]) {
      const problem = say(
        'suite.firstChannelMembers',
        'A channel of the type {type} is created with at most {most} members.',
        { type: membershipType, most: most[membershipType] },
      );
      details.push({ target: displayName, code: 'InvalidValue', ...problem });
    }
  }
  if (details.length > 0)
    throw invalidRequest(
      say('suite.channelsNotCreated', 'Some channels cannot be created. See details.'),
      details,
    );
}

export const channelNameTaken = (names: readonly string[]): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    say('suite.channelNamesTaken', 'The team has a channel of this name already: {names}.', {
      names: names.map((name) => `'${name}'`).join(', '),
    }),
    {
      details: names.map((name) => ({
        target: name,
        code: 'NameAlreadyExists',
        ...say('suite.channelNameTaken', 'Another channel of the team has this name.'),
      })),
    },
  );

export const ownerlessChannels = (names: readonly string[]): CharterError =>
  invalidRequest(
    say(
      'suite.channelOwner',
      'A private or shared channel needs at least one owner, who is not a guest. See details.',
    ),
    names.map((name) => ({
      target: name,
      code: 'OwnerRequired',
      ...say('suite.nameOwner', 'Name an owner.'),
    })),
  );

export const tooManyChannels = (kind: 'all' | 'private', limits: SuiteLimits): CharterError =>
  invalidRequest(
    kind === 'all'
      ? say('suite.mostChannels', 'A team has at most {most} channels.', { most: limits.channels })
      : say('suite.mostPrivateChannels', 'A team has at most {most} private channels.', {
          most: limits.privateChannels,
        }),
  );
