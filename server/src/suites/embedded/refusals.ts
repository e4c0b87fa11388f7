/** Errors that several parts of the suite share. */
import { CharterError, type ErrorDetail, invalidRequest, notFound } from '../../kernel/errors.ts';
import { type Message, messageOf, say } from '../../kernel/messages.ts';

export const noTeam = (teamId: string): CharterError => notFound('team', teamId);

export const noChannel = (channelId: string): CharterError => notFound('channel', channelId);

/** Returns the 409 for a write to an archived team, except unarchive and delete (docs/specification.md, section 4). */
export const teamArchived = (teamId: string): CharterError =>
  new CharterError(
    'TeamArchived',
    say('suite.archived', "The team '{team}' is archived and read-only. Unarchive it first.", {
      team: teamId,
    }),
  );

/** Returns a 404 that names each unknown user. */
export function unknownUsers(userIds: readonly string[]): CharterError {
  const named = userIds.map((id) => `'${id}'`).join(', ');
  return new CharterError(
    'NotFound',
    say('suite.unknownUsers', 'These users are not in the directory: {users}.', { users: named }),
    {
      details: userIds.map((id) => ({
        target: id,
        code: 'UnknownUser',
        ...say('suite.unknownUser', "No user with the id '{id}' is in the directory.", { id }),
      })),
    },
  );
}

/** Returns a 400 that names each user who can't be added. */
export const unfitUsers = (reason: Message, code: string, userIds: readonly string[]): CharterError =>
  invalidRequest(
    say('suite.unfitUsers', '{reason} This is so for: {users}.', {
      reason,
      users: userIds.map((id) => `'${id}'`).join(', '),
    }),
    userIds.map((id): ErrorDetail => ({ target: id, code, ...messageOf(reason) })),
  );

/** Returns a 503 for a team that changed while the suite looked for the reason of a rejection. */
export const busyTeam = (): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say('suite.busyTeam', 'Others are changing the team at the same moment. Try again.'),
    {
      retryAfterSeconds: 1,
    },
  );
