/** Errors that several parts of the suite share. */
import { CharterError, type ErrorDetail, invalidRequest, notFound } from '../../kernel/errors.ts';

export const noTeam = (teamId: string): CharterError => notFound('team', teamId);

export const noChannel = (channelId: string): CharterError => notFound('channel', channelId);

/** Returns the 409 for a write to an archived team, except unarchive and delete (docs/specification.md, section 4). */
export const teamArchived = (teamId: string): CharterError =>
  new CharterError('TeamArchived', `The team '${teamId}' is archived and read-only. Unarchive it first.`);

/** Returns a 404 that names each unknown user. */
export function unknownUsers(userIds: readonly string[]): CharterError {
  const named = userIds.map((id) => `'${id}'`).join(', ');
  return new CharterError('NotFound', `These users are not in the directory: ${named}.`, {
    details: userIds.map((id) => ({
      target: id,
      code: 'UnknownUser',
      message: `No user with the id '${id}' is in the directory.`,
    })),
  });
}

/** Returns a 400 that names each user who can't be added. */
export const unfitUsers = (message: string, code: string, userIds: readonly string[]): CharterError =>
  invalidRequest(
    `${message} This is so for: ${userIds.map((id) => `'${id}'`).join(', ')}.`,
    userIds.map((id): ErrorDetail => ({ target: id, code, message })),
  );

/** Returns a 503 for a team that changed while the suite looked for the reason of a rejection. */
export const busyTeam = (): CharterError =>
  new CharterError('ServiceUnavailable', 'Others are changing the team at the same moment. Try again.', {
    retryAfterSeconds: 1,
  });
