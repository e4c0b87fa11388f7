/** Rules of channels, tabs and messages that every suite checks, and the errors with which it rejects calls. */
import {
  CharterError,
  type ErrorDetail,
  invalidField,
  invalidFields,
  invalidRequest,
  isCharterError,
  notFound,
} from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { rejectedUsersError } from '../directory/suite-rules.ts';
import type { SuiteLimits } from '../teams/limits.ts';
import { findChannelNameFault } from './name.ts';
import type { ChannelPatch, NewChannel, NewTab } from './suite.ts';

export const noChannel = (channelId: string): CharterError => notFound('channel', channelId);

/** @throws InvalidRequest when two items have the same marker: a retry could not tell them apart */
function assertDistinctMarkers(items: readonly { marker: string }[]): void {
  if (new Set(items.map(({ marker }) => marker)).size < items.length) {
    throw invalidRequest(say('suite.markers', 'Each item to be created needs its own marker.'));
  }
}

/** @throws InvalidRequest for names that Teams does not allow, too many members, and duplicate markers */
export function assertNewChannels(channels: readonly NewChannel[], limits: SuiteLimits): void {
  assertDistinctMarkers(channels);
  const details: ErrorDetail[] = [];
  for (const { displayName, membershipType, members } of channels) {
    const add = (fault: Message) =>
      details.push({
        target: displayName,
        code: 'InvalidValue',
        ...say('suite.channelFault', "The channel '{name}' cannot be created: {fault}", {
          name: displayName,
          fault,
        }),
      });
    const fault = findChannelNameFault(displayName);
    if (fault !== undefined) add(fault);
    const most = { standard: 0, private: limits.privateChannelMembers, shared: limits.sharedChannelMembers };
    if (members.length > most[membershipType]) {
      const problem = say(
        'suite.firstChannelMembers',
        'A channel of the type {type} is created with at most {most} members.',
        { type: membershipType, most: most[membershipType] },
      );
      add(problem);
    }
  }
  if (details.length > 0) throw invalidFields(details);
}

export const channelNameTaken = (names: readonly string[]): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    say(
      'suite.channelNamesTaken',
      'The team has a channel of this name already: {names}. Choose another name.',
      {
        names: names.map((name) => `'${name}'`).join(', '),
      },
    ),
    {
      details: names.map((name) => ({
        target: name,
        code: 'NameAlreadyExists',
        ...say('suite.channelNameTaken', 'Another channel of the team has this name.'),
      })),
    },
  );

export const channelsWithoutOwner = (names: readonly string[]): CharterError =>
  invalidRequest(
    say(
      'suite.channelOwner',
      'A private or shared channel needs at least one owner, who is not a guest. Name one for: {names}.',
      { names: names.map((name) => `'${name}'`).join(', ') },
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

/** @throws InvalidRequest for a name that Teams does not allow */
export function assertChannelPatch({ displayName }: ChannelPatch): void {
  const fault = displayName === undefined ? undefined : findChannelNameFault(displayName);
  if (fault !== undefined) throw invalidField('displayName', fault);
}

const PRIMARY_CHANNEL = {
  rename: say('suite.primaryName', 'The primary channel keeps its name.'),
  delete: say('suite.primaryDeletion', 'The primary channel cannot be deleted.'),
  archive: say('suite.primaryArchiving', 'The primary channel cannot be archived.'),
};

/** Returns the 409 for a change that the primary channel does not permit. */
export const primaryChannelProtected = (change: keyof typeof PRIMARY_CHANNEL): CharterError =>
  new CharterError('Conflict', PRIMARY_CHANNEL[change], {
    details: [{ target: 'channelId', code: 'PrimaryChannel', ...PRIMARY_CHANNEL[change] }],
  });

const ARCHIVED = 'ChannelArchived';

/** Returns the 409 for a change to an archived channel. */
export function channelReadOnly(): CharterError {
  const message = say('suite.channelArchived', 'The channel is archived. Unarchive it before you change it.');
  return new CharterError('Conflict', message, {
    details: [{ target: 'channelId', code: ARCHIVED, ...message }],
  });
}

/** Whether a change was rejected because its team or channel is archived. */
export const isArchivedError = (error: unknown): boolean =>
  isCharterError(error) &&
  (error.code === 'TeamArchived' || error.details.some(({ code }) => code === ARCHIVED));

export const standardChannelMembersFixed = (): CharterError =>
  invalidRequest(
    say('suite.standardMembers', 'A standard channel has the members of its team. Add people to the team.'),
  );

export const tooManyChannelMembers = (most: number): CharterError =>
  invalidRequest(say('suite.mostChannelMembers', 'Such a channel has at most {most} members.', { most }));

export const usersOutsideTeam = (userIds: readonly string[]) =>
  rejectedUsersError(
    say('suite.outsideTeam', 'Only members of the team can be in its private channels.'),
    'NotInTeam',
    userIds,
  );

export const guestsInSharedChannel = (userIds: readonly string[]) =>
  rejectedUsersError(
    say('suite.guestsInShared', 'Guests cannot be in a shared channel.'),
    'GuestNotAllowed',
    userIds,
  );

const DOTTED_NAME = /^[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*){1,15}$/i;
const LONGEST_ID = 128;

const isAppId = (id: string): boolean => id.length <= LONGEST_ID && (isUuid(id) || DOTTED_NAME.test(id));

/** @throws InvalidRequest that names each id that can't be an app's */
export function assertAppIds(ids: readonly string[]): void {
  const details = ids
    .filter((id) => !isAppId(id))
    .map((id) => ({
      target: 'teamsApp.id',
      code: 'UnknownApp',
      ...say(
        'suite.appId',
        "'{id}' is not the id of a Teams app. Give a GUID or a name like com.microsoft.teamspace.tab.web.",
        { id },
      ),
    }));
  if (details.length > 0) throw invalidFields(details);
}

/** Returns the 400 for an app that neither the store nor the organisation publishes. */
export const unknownApp = (id: string): CharterError =>
  invalidField(
    'teamsApp.id',
    say('suite.unknownApp', "No app with the id '{id}' is in the catalogue of this organisation.", { id }),
    'UnknownApp',
  );

const SORT_ORDER_INDEX = /^\d{1,15}$/;

/** @throws InvalidRequest for nameless tabs, malformed app ids or sortOrderIndexes, and duplicate markers */
export function assertNewTabs(tabs: readonly NewTab[]): void {
  assertDistinctMarkers(tabs);
  assertAppIds(tabs.map(({ teamsAppId }) => teamsAppId));
  const details: ErrorDetail[] = [];
  for (const { displayName, sortOrderIndex } of tabs) {
    if (displayName.trim() === '') {
      details.push({
        target: 'displayName',
        code: 'InvalidValue',
        ...say('suite.tabName', 'A tab needs a name.'),
      });
    }
    if (sortOrderIndex !== undefined && !SORT_ORDER_INDEX.test(sortOrderIndex)) {
      const problem = say(
        'suite.sortOrderIndex',
        'A sortOrderIndex is a string of 1 to 15 digits, for example "10000".',
      );
      details.push({ target: 'sortOrderIndex', code: 'InvalidValue', ...problem });
    }
  }
  if (details.length > 0) throw invalidFields(details);
}

/** Returns only the known fields, with null for missing ones. */
export const toConfiguration = ({
  entityId = null,
  contentUrl = null,
  websiteUrl = null,
  removeUrl = null,
}: NewTab['configuration']) => ({ entityId, contentUrl, websiteUrl, removeUrl });

/** @throws InvalidRequest for a blank message, or one with more bytes than Teams allows */
export function assertMessageText(text: string, { messageBytes: most }: SuiteLimits): void {
  if (text.trim() === '') throw invalidField('text', say('suite.messageText', 'A message needs a text.'));
  if (Buffer.byteLength(text) > most) {
    throw invalidField(
      'text',
      say('suite.messageBytes', 'A message has at most {most} bytes. Shorten it.', { most }),
    );
  }
}
