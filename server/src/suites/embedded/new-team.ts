/** Checks of a new team that every suite makes. */
import type { NewTeam } from '../../domain/teams/suite.ts';
import { CharterError, type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';

const LONGEST_MAIL_NICKNAME = 64;
const MAIL_NICKNAME_FORBIDDEN = /[@()\\[\]";:<>,\s]|[^\u0020-\u007e]/;

/** @throws InvalidRequest for a nameless team or an impossible mail alias */
export function assertNewTeam({ displayName, mailNickname }: NewTeam): void {
  const details: ErrorDetail[] = [];
  if (displayName.trim() === '') {
    details.push({ target: 'displayName', code: 'InvalidValue', message: 'A team needs a name.' });
  }
  const length = mailNickname.length;
  if (length === 0 || length > LONGEST_MAIL_NICKNAME || MAIL_NICKNAME_FORBIDDEN.test(mailNickname)) {
    const message = `A mail alias has 1 to ${LONGEST_MAIL_NICKNAME} ASCII characters, none of @ ( ) \\ [ ] " ; : < > , and no space.`;
    details.push({ target: 'mailNickname', code: 'InvalidValue', message });
  }
  if (details.length > 0) throw invalidRequest('The team cannot be created. See details.', details);
}

export const aliasTaken = (mailNickname: string): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    `Another team has the mail alias '${mailNickname}'. Choose another one.`,
    { details: [{ target: 'mailNickname', code: 'NameAlreadyExists', message: 'This alias is taken.' }] },
  );
