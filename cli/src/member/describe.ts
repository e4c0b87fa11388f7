import type { CharterClient, TeamMember } from '@charter/sdk';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Column, Output } from '../output.ts';

export const MEMBER_ARGUMENT = 'mail, id of the person, or id of the membership';

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
];

export function showMember(output: Output, member: TeamMember): void {
  output.fields(member, {
    id: member.id,
    user: member.userId,
    name: member.displayName,
    mail: member.email,
    role: roleOf(member),
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
