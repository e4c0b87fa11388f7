/** Checks of a new team that every suite makes. */
import type { NewTeam } from '../../domain/teams/suite.ts';
import { CharterError, type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

const LONGEST_MAIL_NICKNAME = 64;
const MAIL_NICKNAME_FORBIDDEN = /[@()\\[\]";:<>,\s]|[^\u0020-\u007e]/;

/** @throws InvalidRequest for a nameless team or an impossible mail alias */
export function assertNewTeam({ displayName, mailNickname }: NewTeam): void {
  const details: ErrorDetail[] = [];
  if (displayName.trim() === '') {
    details.push({
      target: 'displayName',
      code: 'InvalidValue',
      ...say('suite.teamName', 'A team needs a name.'),
    });
  }
  const length = mailNickname.length;
  if (length === 0 || length > LONGEST_MAIL_NICKNAME || MAIL_NICKNAME_FORBIDDEN.test(mailNickname)) {
    const problem = say(
      'suite.mailAlias',
      'A mail alias has 1 to {most} ASCII characters, none of {forbidden} and no space.',
      { most: LONGEST_MAIL_NICKNAME, forbidden: '@ ( ) \\ [ ] " ; : < > ,' },
    );
    details.push({ target: 'mailNickname', code: 'InvalidValue', ...problem });
  }
  if (details.length > 0)
    throw invalidRequest(say('suite.teamNotCreated', 'The team cannot be created. See details.'), details);
}

export const aliasTaken = (mailNickname: string): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    say('suite.aliasOfOther', "Another team has the mail alias '{alias}'. Choose another one.", {
      alias: mailNickname,
    }),
    {
      details: [
        {
          target: 'mailNickname',
          code: 'NameAlreadyExists',
          ...say('suite.aliasTaken', 'This alias is taken.'),
        },
      ],
    },
  );
