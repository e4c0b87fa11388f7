/** Lists the members of a team. */
import { membershipId } from '../../domain/teams/membership-id.ts';
import type { MemberRole, TeamMember } from '../../domain/teams/model.ts';
import type { TeamLists } from '../../domain/teams/suite.ts';
import { toPage } from '../../kernel/page.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';

interface MemberRow extends Pick<TeamMember, 'userId' | 'displayName' | 'email'> {
  role: MemberRole;
  position: string;
}

const toMember = (teamId: string, { userId, displayName, email, role }: MemberRow): TeamMember => ({
  id: membershipId(teamId, userId),
  userId,
  displayName,
  email,
  roles: role === 'member' ? [] : [role],
});

/** Sort key of a member: role, then name. */
const KEY = `((case m.role when 'owner' then '0' when 'member' then '1' else '2' end) || u.display_name_key)`;

/** Selects the members of team `$2` whose names match the words `$3`, or all members if there are no words. */
const MATCHING = `
    from directory.team_members m
    join directory.users u on u.tenant_id = $1 and u.user_id = m.user_id
   where m.tenant_id = $1 and m.team_id = $2
     and ($3::text[] is null or not exists (
       select from unnest($3::text[]) word
        where strpos(' ' || array_to_string(u.search_words, ' '), ' ' || lower(word)) = 0))`;

/** `$4` and `$5`: position and user of the last member of the previous page. `$6`: limit. */
const LIST_PAGE = `
  select u.user_id as "userId", u.display_name as "displayName", u.mail as email, m.role, ${KEY} as position
  ${MATCHING}
     and ($4::text is null or (${KEY} collate "C", u.user_id) > ($4, $5))
   order by ${KEY} collate "C", u.user_id
   limit $6`;

const COUNT = `select count(*)::int as count ${MATCHING}`;

const wordsOf = (search: string | undefined): string[] | null => search?.split(/\s+/).filter(Boolean) ?? null;

export const storedMembers = (
  database: SuiteDatabase,
): Pick<TeamLists, 'listMemberPage' | 'countMembers'> => ({
  async listMemberPage(tenantId, teamId, { search, top, after = [null, null] }) {
    const values = [wordsOf(search), ...after, top + 1];
    const rows = await database.read<MemberRow>(LIST_PAGE, tenantId, teamId, ...values);
    const { items, next } = toPage(rows, top, ({ position, userId }) => [position, userId] as const);
    const members = items.map((row) => toMember(teamId, row));
    return next === undefined ? { members } : { members, next };
  },

  async countMembers(tenantId, teamId, { search }) {
    const [row] = await database.read<{ count: number }>(COUNT, tenantId, teamId, wordsOf(search));
    return row!.count;
  },
});
