/** Rules of teams that every suite checks, and the errors with which it rejects calls. */
import {
  CharterError,
  type ErrorDetail,
  invalidField,
  invalidFields,
  invalidRequest,
  notFound,
} from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { TeamFilterClause } from './model.ts';
import type { NewTeam } from './suite.ts';

export const teamNotFound = (teamId: string): CharterError => notFound('team', teamId);

/** Returns the 409 for a write to an archived team, except unarchive and delete (docs/specification.md, section 4). */
export const teamReadOnly = (teamId: string): CharterError =>
  new CharterError(
    'TeamArchived',
    say('suite.archived', "The team '{team}' is archived and read-only. Unarchive it first.", {
      team: teamId,
    }),
  );

/** Returns a 503 for a team that changed while the suite looked for the reason of a rejection. */
export const concurrentTeamChange = (): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say('suite.busyTeam', 'Others are changing the team at the same moment. Try again.'),
    { retryAfterSeconds: 1 },
  );

/** Returns the 412 for an update with an outdated version. */
export const teamVersionOutdated = (): CharterError =>
  new CharterError(
    'PreconditionFailed',
    say('suite.teamChanged', 'The team has changed since. Get it again and repeat.'),
  );

const namelessTeam = (): Message => say('suite.teamName', 'A team needs a name.');

/** @throws InvalidRequest for a new name that is empty or only white space */
export function assertTeamName(displayName: string | undefined): void {
  if (displayName?.trim() === '') throw invalidField('displayName', namelessTeam());
}

const LONGEST_MAIL_NICKNAME = 64;
const MAIL_NICKNAME_FORBIDDEN = /[@()\\[\]";:<>,\s]|[^\u0020-\u007e]/;

/** @throws InvalidRequest for a team without a name or with an invalid mail alias */
export function assertNewTeam({ displayName, mailNickname }: NewTeam): void {
  const details: ErrorDetail[] = [];
  if (displayName.trim() === '') {
    details.push({ target: 'displayName', code: 'InvalidValue', ...namelessTeam() });
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
  if (details.length > 0) throw invalidFields(details);
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

/** hiddenMembership can be chosen only when the group is created ("group resource type", visibility). */
export const hiddenMembershipIsFixed = (): CharterError =>
  invalidField(
    'visibility',
    say('suite.hiddenMembershipStays', 'hiddenMembership is chosen when a team is created, and stays then.'),
  );

export const unknownLabel = (labelId: string): CharterError =>
  invalidField(
    'sensitivityLabelId',
    say('suite.unknownLabel', "No active sensitivity label has the id '{label}'.", { label: labelId }),
  );

const SIGNATURES: Record<string, readonly number[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

/** @throws InvalidRequest unless the bytes are an image of `contentType`, a PNG or JPEG of at most `largest` bytes */
export function assertPicture(contentType: string, bytes: Uint8Array, largest: number): void {
  const signature = Object.hasOwn(SIGNATURES, contentType) ? SIGNATURES[contentType] : undefined;
  if (signature?.every((byte, index) => bytes[index] === byte) !== true) {
    throw invalidField('picture', say('suite.pictureType', 'A team’s picture is a PNG or JPEG image.'));
  }
  if (bytes.byteLength > largest) {
    throw invalidField(
      'picture',
      say('suite.pictureSize', 'A team’s picture has at most {most} bytes. Use a smaller one.', {
        most: largest,
      }),
    );
  }
}

const OPERATORS: readonly string[] = ['eq', 'ge', 'gt', 'le', 'lt'];

/** Whether the field supports this operator and value. Only numbers and times have an order. */
function isComparable({ field, operator, value }: TeamFilterClause): boolean {
  if (!OPERATORS.includes(operator)) return false;
  switch (field) {
    case 'isArchived':
      return operator === 'eq' && typeof value === 'boolean';
    case 'visibility':
      return operator === 'eq' && typeof value === 'string';
    case 'sensitivityLabelId':
      return operator === 'eq' && (value === null || typeof value === 'string');
    case 'lastActivityDateTime':
      return value instanceof Date;
    case 'ownerCount':
    case 'memberCount':
      return Number.isSafeInteger(value);
    default:
      return false;
  }
}

/** @throws InvalidRequest at `$filter` for a comparison that the field does not support */
export function assertComparable(clause: TeamFilterClause): void {
  if (isComparable(clause)) return;
  const message = say('suite.comparison', "'{field}' cannot be compared so.", { field: clause.field });
  throw invalidField('$filter', message, 'NotSupported');
}

export const memberNotFound = (id: string): CharterError => notFound('member', id);

export const lastOwnerConflict = (): CharterError => {
  const message = say(
    'teams.lastOwner',
    'The team would lose its last owner. Make somebody else an owner first.',
  );
  return new CharterError('Conflict', message, {
    details: [{ target: 'membershipId', code: 'LastOwner', ...message }],
  });
};

/** Returns the error for a role that would turn a guest into a member, or a member into a guest. */
export const guestRoleIsFixed = (): CharterError =>
  invalidField('role', say('teams.guestStays', 'A guest stays a guest, and nobody else becomes one.'));

export const tooManyMembers = (most: number): CharterError =>
  invalidRequest(say('suite.mostMembers', 'A team has at most {most} members.', { most }));

export const tooManyOwners = (most: number): CharterError =>
  invalidRequest(say('suite.mostOwners', 'A team has at most {most} owners.', { most }));
