import type { CharterClient, TeamMember } from '@charter/sdk';
import { Option } from 'commander';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Column, Output } from '../output.ts';
import { dateTime } from '../values.ts';

export const MEMBER_ARGUMENT = 'mail, id of the person, or id of the membership';

/** Value of an option that removes the end or the sponsor of a guest. */
export const NOBODY = 'none';

export interface StayOptions {
  end?: string;
  sponsor?: string;
}

/** The options for the stay of a guest. @param more text to append to their help */
export const stayOptions = (more = ''): Option[] => [
  new Option('--end <time>', `end of the stay of a guest, RFC 3339${more}`).argParser((text) =>
    text === NOBODY ? text : dateTime(text),
  ),
  new Option('--sponsor <person>', `sponsor of a guest: id, user principal name or mail${more}`),
];

const orNull = <T>(text: string, value: T): T | null => (text === NOBODY ? null : value);

/** Returns the fields of a request body for the stay of a guest. */
export const stayOf = ({ end, sponsor }: StayOptions) => ({
  ...(end !== undefined && { endDateTime: orNull(end, end) }),
  ...(sponsor !== undefined && { sponsor: orNull(sponsor, { id: sponsor }) }),
});

const roleOf = ({ roles }: TeamMember): string => roles[0] ?? 'member';

/** The templates and policies that keep the person in the team. */
const reasonsOf = ({ permanent = [] }: TeamMember): string =>
  permanent.map(({ role, source }) => `${role} by ${source.type} ${source.name}`).join(', ');

export const MEMBER_COLUMNS: readonly Column<TeamMember>[] = [
  { heading: 'USER', value: ({ userId }) => userId },
  { heading: 'NAME', value: ({ displayName }) => displayName },
  { heading: 'MAIL', value: ({ email }) => email },
  { heading: 'ROLE', value: roleOf },
  { heading: 'PERMANENT', value: reasonsOf },
  { heading: 'END', value: ({ endDateTime }) => endDateTime },
  { heading: 'SPONSOR', value: ({ sponsor }) => sponsor?.displayName },
];

export function showMember(output: Output, member: TeamMember): void {
  output.fields(member, {
    id: member.id,
    user: member.userId,
    name: member.displayName,
    mail: member.email,
    role: roleOf(member),
    end: member.endDateTime,
    sponsor: member.sponsor?.displayName,
  });
}

/** @throws CommandFailure (not found) when nobody in the team has the id or mail */
export async function findMember(client: CharterClient, teamId: string, person: string): Promise<TeamMember> {
  for await (const member of client.teams.members(teamId)) {
    const isMail = member.email?.toLowerCase() === person.toLowerCase();
    if (isMail || member.id === person || member.userId === person) return member;
  }
  throw new CommandFailure(EXIT.notFound, `Nobody in the team has the id or mail ${person}.`);
}
