/** Why the suite refuses: the errors that several nouns share. */
import { CharterError, type ErrorDetail, invalidRequest, notFound } from '../../kernel/errors.ts';

export const noTeam = (teamId: string): CharterError => notFound('team', teamId);

export const noChannel = (channelId: string): CharterError => notFound('channel', channelId);

/** docs/specification.md, section 4: writes on an archived team are refused, except unarchive and delete. */
export const teamArchived = (teamId: string): CharterError =>
  new CharterError('TeamArchived', `The team '${teamId}' is archived and read-only. Unarchive it first.`);

/** 404 that names each user the directory does not hold. */
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

/** 400 that names each user who may not be where they were to be added. */
export const unfitUsers = (message: string, code: string, userIds: readonly string[]): CharterError =>
  invalidRequest(
    `${message} This is so for: ${userIds.map((id) => `'${id}'`).join(', ')}.`,
    userIds.map((id): ErrorDetail => ({ target: id, code, message })),
  );

/** 503 when the team changed between a refusal and the question why. */
export const busyTeam = (): CharterError =>
  new CharterError('ServiceUnavailable', 'Others are changing the team at the same moment. Try again.', {
    retryAfterSeconds: 1,
  });
