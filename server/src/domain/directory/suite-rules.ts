/** Errors that every suite returns for people it rejects. */
import { CharterError, type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { type Message, messageOf, say } from '../../kernel/messages.ts';

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

/** The code of rejectedPeopleMessage. */
export const REJECTED_PEOPLE_CODE = 'suite.unfitUsers';

/** @param reason sentence without names */
export const rejectedPeopleMessage = (reason: Message, people: readonly string[]): Message =>
  say('suite.unfitUsers', '{reason} This is so for: {users}.', { reason, users: people.join(', ') });

/** Returns a 400 that names each user who can't be added. */
export const rejectedUsersError = (reason: Message, code: string, userIds: readonly string[]): CharterError =>
  invalidRequest(
    rejectedPeopleMessage(
      reason,
      userIds.map((id) => `'${id}'`),
    ),
    userIds.map((id): ErrorDetail => ({ target: id, code, ...messageOf(reason) })),
  );
