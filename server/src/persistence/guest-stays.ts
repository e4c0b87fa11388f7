/** The stays of guests in teams, with the time of their next step. */
import type { DueStay, GuestStay, GuestStayStore, TeamGuest } from '../domain/guests/ports.ts';
import { NOTICE_DAYS } from '../domain/guests/rules.ts';
import { boolean, columns, text, time } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { leaseRows } from './statement-parts.ts';

const MEMBERS = {
  teamId: text(),
  userId: text(),
  since: time(),
  sponsorId: text(),
  reportedPolicyId: text<string | null>(sql`item.reported_policy_id::text`),
  removalRejectedAt: time<Date | null>(),
};
const STAY = columns<GuestStay>({ ...MEMBERS, endsAt: time() }, 'item');
const DUE = columns<DueStay>(
  {
    ...MEMBERS,
    endsAt: time<Date>(),
    isAnnounced: boolean<boolean>(sql`item.announced_end is not distinct from item.ends_at`),
  },
  'item',
);

const GUEST = columns<TeamGuest>({
  teamId: text('m.team_id'),
  userId: text('u.user_id'),
  displayName: text('u.display_name'),
  mail: text('u.mail'),
  userPrincipalName: text('u.user_principal_name'),
});

/** The time of the next step of a stay: its announcement, then its end. */
const nextStep = (ends: Sql, announced: Sql): Sql => sql`
  case when ${ends} = ${announced} then ${ends}
       else ${ends} - make_interval(days => ${sql.lit(NOTICE_DAYS)}) end`;

export function guestStayStore(db: Database, tenantId: string): GuestStayStore {
  const { tenant, all, write } = statements(db, tenantId);

  /** Sets the next step of leased stays. */
  const settle = async (stays: readonly DueStay[], leaseUntil: Date, set: Sql): Promise<void> => {
    if (stays.length === 0) return;
    await write`
      update charter.guest_stays item set ${set}
        from ${table('leased', stays, { teamId: 'text', userId: 'text' })}
       where item.tenant_id = ${tenant} and item.team_id = leased."teamId" and item.user_id = leased."userId"
         and item.due_at = ${leaseUntil}`;
  };

  return {
    guestsIn: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(GUEST)`
            select ${GUEST} from directory.team_members m
              join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
             where m.tenant_id = ${tenant} and m.role = 'guest' and m.team_id = any(${teamIds}::text[])
             order by m.team_id, u.display_name, u.user_id`,

    of: (teamId, userIds) => all(STAY)`
      select ${STAY} from charter.guest_stays item
       where item.tenant_id = ${tenant} and item.team_id = ${teamId}
         ${userIds === undefined ? sql`` : sql`and item.user_id = any(${userIds}::text[])`}`,

    async save(stays) {
      if (stays.length === 0) return;
      const given = table('given', stays, {
        teamId: 'text',
        userId: 'text',
        since: 'timestamptz',
        endsAt: 'timestamptz',
        sponsorId: 'text',
        reportedPolicyId: 'uuid',
      });
      await write`
        insert into charter.guest_stays as item
          (tenant_id, team_id, user_id, since, ends_at, sponsor_id, reported_policy_id, due_at)
        select ${tenant}, "teamId", "userId", since, "endsAt", "sponsorId", "reportedPolicyId",
               ${nextStep(sql`"endsAt"`, sql`null`)}
          from ${given} order by "teamId", "userId"
        on conflict (tenant_id, team_id, user_id) do update
          set since = excluded.since, ends_at = excluded.ends_at, sponsor_id = excluded.sponsor_id,
              reported_policy_id = excluded.reported_policy_id,
              removal_rejected_at = case when item.ends_at is not distinct from excluded.ends_at
                                         then item.removal_rejected_at end,
              due_at = ${nextStep(sql`excluded.ends_at`, sql`item.announced_end`)}`;
    },

    async confirm(teamId, userIds, at, days) {
      const since = sql.val(at);
      const ends =
        days === null
          ? sql`ends_at`
          : sql`greatest(ends_at, ${since}::timestamptz + make_interval(days => ${days}::integer))`;
      await write`
        update charter.guest_stays
           set since = ${since}, ends_at = ${ends}, removal_rejected_at = null, due_at = ${nextStep(ends, sql`announced_end`)}
         where tenant_id = ${tenant} and team_id = ${teamId} and user_id = any(${userIds}::text[])`;
    },

    async remove(teamId, userIds) {
      if (userIds.length === 0) return;
      await write`
        delete from charter.guest_stays
         where tenant_id = ${tenant} and team_id = ${teamId} and user_id = any(${userIds}::text[])`;
    },

    leaseDue: (now, leaseUntil, most) => all(DUE)`
      ${leaseRows(
        tenant,
        { table: 'charter.guest_stays', key: ['team_id', 'user_id'], until: 'due_at' },
        {
          leaseUntil,
          most,
          where: sql`item.due_at <= ${now}`,
          order: sql`item.due_at, item.team_id, item.user_id`,
          returning: DUE,
        },
      )}`,

    announce: (stays, leaseUntil) =>
      settle(stays, leaseUntil, sql`announced_end = item.ends_at, due_at = item.ends_at`),

    async reject(teamId, userIds, at) {
      if (userIds.length === 0) return;
      const time = sql.val(at);
      await write`
        insert into charter.guest_stays (tenant_id, team_id, user_id, since, removal_rejected_at)
        select ${tenant}, ${teamId}, id, ${time}::timestamptz, ${time}::timestamptz
          from unnest(${userIds}::text[]) as i(id) order by id
        on conflict (tenant_id, team_id, user_id) do update
          set removal_rejected_at = excluded.removal_rejected_at`;
    },

    postpone: (stays, leaseUntil, next) => settle(stays, leaseUntil, sql`due_at = ${next}`),
  };
}
