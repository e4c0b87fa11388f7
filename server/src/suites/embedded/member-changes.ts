/**
 * Lists, finds, promotes, demotes and removes members of teams.
 *
 * - A team keeps its last owner. Each statement locks the owners in the order of their ids before it counts them: of two
 *   concurrent calls, the later one counts what the earlier one left.
 * - Whoever leaves a team leaves its private channels. A private channel that lost its last owner gets one of its
 *   members ("Private channels in Microsoft Teams").
 */

import { userOfMembership } from '../../domain/teams/membership-id.ts';
import type { MemberRole, TeamMember } from '../../domain/teams/model.ts';
import type { SuiteTeams } from '../../domain/teams/suite.ts';
import {
  guestStays,
  lastOwner,
  noMember,
  noTeam,
  teamArchived,
  tooManyOwners,
} from '../../domain/teams/suite-rules.ts';
import type { CharterError } from '../../kernel/errors.ts';
import { type MemberRow, PERSON, toMember } from './members.ts';
import type { SuiteParts } from './parts.ts';
import { HELD_TEAM } from './team-row.ts';

const FIND = `
  select ${PERSON}, m.role
    from directory.team_members m
    join directory.users u on u.tenant_id = $1 and u.user_id = $3
   where m.tenant_id = $1 and m.team_id = $2 and m.user_id = $3`;

/** Locks the owners, then the member `$3`. */
const HELD_MEMBER = `${HELD_TEAM},
  owner as materialized (
    select m.user_id from directory.team_members m
     where m.tenant_id = $1 and m.team_id = $2 and m.role = 'owner'
     order by m.user_id for update
  ),
  target as materialized (
    select m.role, owners.count
      from directory.team_members m, (select count(*)::int as count from owner) owners
     where m.tenant_id = $1 and m.team_id = $2 and m.user_id = $3
       for update of m
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived, (select role from target) as present,
           (select count from target) as owners
  )`;

/** `$4`: the role. `$5`: limit of owners. */
const SET_ROLE = `
  with ${HELD_MEMBER},
  written as (
    update directory.team_members m set role = $4
      from fact
     where m.tenant_id = $1 and m.team_id = $2 and m.user_id = $3 and not fact.is_archived
       and fact.present not in ('guest', $4)
       and case $4 when 'owner' then fact.owners < $5::integer else fact.owners > 1 end
    returning m.role
  )
  select fact.*, ${PERSON}, coalesce((select role from written), fact.present) as role
    from fact left join directory.users u on u.tenant_id = $1 and u.user_id = $3`;

const REMOVE = `
  with ${HELD_MEMBER},
  removed as (
    delete from directory.team_members m
     using fact
     where m.tenant_id = $1 and m.team_id = $2 and m.user_id = $3 and not fact.is_archived
       and not (fact.present = 'owner' and fact.owners = 1)
    returning m.user_id
  ),
  gone as (
    delete from embedded_suite.channel_members cm
     using removed, embedded_suite.channels c
     where cm.tenant_id = $1 and cm.team_id = $2 and cm.user_id = removed.user_id
       and c.tenant_id = $1 and c.team_id = $2 and c.channel_id = cm.channel_id and c.membership_type = 'private'
    returning cm.channel_id, cm.role
  ),
  heir as (
    select distinct on (cm.channel_id) cm.channel_id, cm.user_id
      from gone
      join embedded_suite.channel_members cm
        on cm.tenant_id = $1 and cm.team_id = $2 and cm.channel_id = gone.channel_id and cm.user_id <> $3
     where gone.role = 'owner' and cm.role = 'member'
       and not exists (
         select from embedded_suite.channel_members other
          where other.tenant_id = $1 and other.team_id = $2 and other.channel_id = gone.channel_id
            and other.user_id <> $3 and other.role = 'owner')
     order by cm.channel_id, cm.added_at, cm.user_id
  ),
  promoted as (
    update embedded_suite.channel_members cm set role = 'owner'
      from heir
     where cm.tenant_id = $1 and cm.team_id = $2 and cm.channel_id = heir.channel_id and cm.user_id = heir.user_id
  )
  select fact.*, exists (select from removed) as removed from fact`;

interface Fact {
  is_archived: boolean | null;
  present: MemberRole | null;
  owners: number | null;
}

/** Returns why a member can't be found or changed; undefined when there is no reason. */
function findRefusal(teamId: string, id: string, { is_archived, present }: Fact): CharterError | undefined {
  if (is_archived === null) return noTeam(teamId);
  if (present === null) return noMember(id);
  return is_archived ? teamArchived(teamId) : undefined;
}

export const createMemberChanges = ({ database, limits }: SuiteParts) =>
  ({
    async findMember(tenantId, teamId, id) {
      const userId = userOfMembership(teamId, id);
      if (userId === undefined) return undefined;
      const [row] = await database.read<MemberRow>(FIND, tenantId, teamId, userId);
      return row && toMember(teamId, row);
    },

    async setMemberRole(tenantId, teamId, id, role): Promise<TeamMember> {
      const userId = userOfMembership(teamId, id);
      if (userId === undefined) throw noMember(id);
      const values = [teamId, userId, role, limits.teamOwners];
      const [row] = await database.write<Fact & MemberRow>(SET_ROLE, tenantId, ...values);
      const refusal = findRefusal(teamId, id, row!);
      if (refusal) throw refusal;
      if (row!.present === 'guest') throw guestStays();
      if (row!.role === role) return toMember(teamId, row!);
      if (role === 'member') throw lastOwner();
      throw tooManyOwners(limits.teamOwners);
    },

    async removeMember(tenantId, teamId, id) {
      const userId = userOfMembership(teamId, id);
      if (userId === undefined) throw noMember(id);
      const [row] = await database.write<Fact & { removed: boolean }>(REMOVE, tenantId, teamId, userId);
      const refusal = findRefusal(teamId, id, row!);
      if (refusal) throw refusal;
      if (!row!.removed) throw lastOwner();
    },
  }) satisfies Partial<SuiteTeams>;
