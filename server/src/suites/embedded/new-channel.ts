/** Checks of new channels that every suite makes. */
import { findChannelNameFault } from '../../domain/channels/name.ts';
import type { NewChannel } from '../../domain/channels/suite.ts';
import { CharterError, type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
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
      const message = `A ${membershipType} channel is created with at most ${most[membershipType]} members.`;
      details.push({ target: displayName, code: 'InvalidValue', message });
    }
  }
  if (details.length > 0) throw invalidRequest('Some channels cannot be created. See details.', details);
}

export const channelNameTaken = (names: readonly string[]): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    `The team has a channel of this name already: ${names.map((name) => `'${name}'`).join(', ')}.`,
    {
      details: names.map((name) => ({
        target: name,
        code: 'NameAlreadyExists',
        message: 'Another channel of the team has this name.',
      })),
    },
  );

export const ownerlessChannels = (names: readonly string[]): CharterError =>
  invalidRequest(
    'A private or shared channel needs at least one owner, who is not a guest. See details.',
    names.map((name) => ({ target: name, code: 'OwnerRequired', message: 'Name an owner.' })),
  );

export const tooManyChannels = (kind: 'all' | 'private', limits: SuiteLimits): CharterError =>
  invalidRequest(
    kind === 'all'
      ? `A team has at most ${limits.channels} channels.`
      : `A team has at most ${limits.privateChannels} private channels.`,
  );
