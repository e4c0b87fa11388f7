/** The stays of guests in teams, with the time of their next step. */
import type { DueStay, GuestStay, GuestStayStore, MovedEnd, TeamGuest } from '../domain/guests/ports.ts';
import { NOTICE_DAYS } from '../domain/guests/rules.ts';
import { boolean, columns, text, time } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { leaseRows } from './statement-parts.ts';

/** The end of the stay `item`. `least` ignores null. */
const END = sql`least(item.ends_at, item.inactive_ends_at)`;

const MEMBERS = {
  teamId: text(),
  userId: text(),
  since: time(),
  endsAt: time<Date | null>(),
  inactiveEndsAt: time<Date | null>(),
  sponsorId: text(),
  reportedPolicyId: text<string | null>(sql`item.reported_policy_id::text`),
  removalRejectedAt: time<Date | null>(),
};
const STAY = columns<GuestStay>(MEMBERS, 'item');
const DUE = columns<DueStay>(
  { ...MEMBERS, isAnnounced: boolean<boolean>(sql`item.announced_end is not distinct from ${END}`) },
  'item',
);

const MOVED = columns<MovedEnd>({
  userId: text('moved.user_id'),
  endsAt: time(sql`moved.ends_at`),
  inactiveEndsAt: time(sql`moved.inactive_ends_at`),
  sponsorId: text('moved.sponsor_id'),
  sponsorName: text(sql`sponsor.display_name`),
});

const GUEST = columns<TeamGuest>({
  teamId: text('m.team_id'),
  userId: text('u.user_id'),
  displayName: text('u.display_name'),
  mail: text('u.mail'),
  userPrincipalName: text('u.user_principal_name'),
  lastSignInAt: time('u.last_sign_in_at'),
  since: time('s.since'),
  endsAt: time('s.ends_at'),
  inactiveEndsAt: time('s.inactive_ends_at'),
});

/** The types of the columns of a stay that is written. */
const STORED = {
  teamId: 'text',
  userId: 'text',
  since: 'timestamptz',
  endsAt: 'timestamptz',
  inactiveEndsAt: 'timestamptz',
  sponsorId: 'text',
  reportedPolicyId: 'uuid',
} as const;

/** The time of the next step of a stay: its announcement, then its end. */
const nextStep = (ends: Sql, announced: Sql): Sql => sql`
  case when ${ends} = ${announced} then ${ends} else ${announcementOf(ends)} end`;

/**
 * The time at which an end is announced. It is computed in UTC, because days of the session's time zone may differ in
 * length. This also makes the expression immutable, so that Citus accepts it in ON CONFLICT.
 */
const announcementOf = (ends: Sql): Sql =>
  sql`(${ends} at time zone 'UTC' - make_interval(days => ${sql.lit(NOTICE_DAYS)})) at time zone 'UTC'`;

/**
 * The assignment for a stay that may start again for a reason other than a confirmation. When it does, the latest
 * confirmation can no longer be revoked.
 */
const RESTARTED = sql`since_before = case when item.since = excluded.since then item.since_before end`;

/**
 * The assignments that change the ends of `item`. A changed end is announced again.
 * @param inactive the end of the stay of an inactive guest
 */
const setEnd = (ends: Sql, inactive = sql`null::timestamptz`): Sql => {
  const end = sql`least(${ends}, ${inactive})`;
  return sql`
    ends_at = ${ends}, inactive_ends_at = ${inactive}, due_at = ${nextStep(end, sql`item.announced_end`)},
    removal_rejected_at = case when ${END} is not distinct from ${end} then item.removal_rejected_at end`;
};

/** The time of the first step of a stay that is added: its announcement. */
const firstStep = (ends: Sql): Sql => nextStep(ends, sql`null`);

/**
 * Returns the part of a statement that begins the stays of guests in the transaction of their addition.
 * @param source the FROM clause with team_id, target (JSON) and target_data (JSON with endDateTime and sponsorId)
 */
export const beginStayParts = (tenant: Sql, at: Sql, source: Sql): Sql => sql`
  begun_stays as (
    insert into charter.guest_stays as item (tenant_id, team_id, user_id, since, ends_at, sponsor_id, due_at)
    select ${tenant}, team_id, target ->> 'id', ${at}, ends_at, target_data ->> 'sponsorId', ${firstStep(sql`ends_at`)}
      from (select team_id, target, target_data, (target_data ->> 'endDateTime')::timestamptz as ends_at ${source}) given
     where target_data is not null order by team_id, target ->> 'id'
    on conflict (tenant_id, team_id, user_id) do update
      set since = excluded.since, ${RESTARTED}, sponsor_id = excluded.sponsor_id, ${setEnd(sql`excluded.ends_at`)})`;

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

  /** Changes the stays of guests, and returns those whose ends have moved. */
  const move = (
    { teamId, userIds, where = sql`` }: { teamId: string; userIds: readonly string[]; where?: Sql },
    set: Sql,
  ): Promise<MovedEnd[]> => all(MOVED)`
    with before as (
      select user_id, ends_at, inactive_ends_at from charter.guest_stays
       where tenant_id = ${tenant} and team_id = ${teamId} and user_id = any(${userIds}::text[]) ${where}
       order by user_id for update),
    moved as (
      update charter.guest_stays item set ${set} from before
       where item.tenant_id = ${tenant} and item.team_id = ${teamId} and item.user_id = before.user_id
      returning item.user_id, item.ends_at, item.inactive_ends_at, item.sponsor_id,
                before.ends_at as ended_before, before.inactive_ends_at as inactive_ended_before)
    select ${MOVED} from moved
      left join directory.users sponsor on sponsor.tenant_id = ${tenant} and sponsor.user_id = moved.sponsor_id
     where (moved.ends_at, moved.inactive_ends_at)
           is distinct from (moved.ended_before, moved.inactive_ended_before)
     order by moved.user_id`;

  return {
    guestsIn: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(GUEST)`
            select ${GUEST} from directory.team_members m
              join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
              left join charter.guest_stays s
                on s.tenant_id = ${tenant} and s.team_id = m.team_id and s.user_id = m.user_id
             where m.tenant_id = ${tenant} and m.role = 'guest' and m.team_id = any(${teamIds}::text[])
             order by m.team_id, u.display_name, u.user_id`,

    of: (teamId, userIds) => all(STAY)`
      select ${STAY} from charter.guest_stays item
       where item.tenant_id = ${tenant} and item.team_id = ${teamId}
         ${userIds === undefined ? sql`` : sql`and item.user_id = any(${userIds}::text[])`}`,

    async adjust(changes) {
      if (changes.length === 0) return [];
      const rows = changes.map(({ before, after }) => ({
        ...after,
        isStored: before !== undefined,
        sinceBefore: before?.since ?? null,
        endedBefore: before?.endsAt ?? null,
        inactiveBefore: before?.inactiveEndsAt ?? null,
        sponsorBefore: before?.sponsorId ?? null,
      }));
      const given = table('given', rows, {
        ...STORED,
        isStored: 'boolean',
        sinceBefore: 'timestamptz',
        endedBefore: 'timestamptz',
        inactiveBefore: 'timestamptz',
        sponsorBefore: 'text',
      });
      return all(text<string>())`
        with given as (select * from ${given}),
        added as (
          insert into charter.guest_stays
            (tenant_id, team_id, user_id, since, ends_at, sponsor_id, reported_policy_id, due_at)
          select ${tenant}, "teamId", "userId", since, "endsAt", "sponsorId", "reportedPolicyId",
                 ${firstStep(sql`"endsAt"`)}
            from given where not "isStored" order by "teamId", "userId"
          on conflict (tenant_id, team_id, user_id) do nothing
          returning user_id),
        changed as (
          update charter.guest_stays item
             set since = given.since,
                 since_before = case when item.since = given.since then item.since_before end,
                 sponsor_id = given."sponsorId", reported_policy_id = given."reportedPolicyId",
                 ${setEnd(sql`given."endsAt"`, sql`given."inactiveEndsAt"`)}
            from given
           where item.tenant_id = ${tenant} and item.team_id = given."teamId" and item.user_id = given."userId"
             and given."isStored" and item.since = given."sinceBefore"
             and item.ends_at is not distinct from given."endedBefore"
             and item.inactive_ends_at is not distinct from given."inactiveBefore"
             and item.sponsor_id is not distinct from given."sponsorBefore"
          returning item.user_id)
        select user_id from added union all select user_id from changed`;
    },

    async save(stays) {
      if (stays.length === 0) return;
      const given = table('given', stays, STORED);
      await write`
        insert into charter.guest_stays as item
          (tenant_id, team_id, user_id, since, ends_at, inactive_ends_at, sponsor_id, reported_policy_id, due_at)
        select ${tenant}, "teamId", "userId", since, "endsAt", "inactiveEndsAt", "sponsorId", "reportedPolicyId",
               ${firstStep(sql`least("endsAt", "inactiveEndsAt")`)}
          from ${given} order by "teamId", "userId"
        on conflict (tenant_id, team_id, user_id) do update
          set since = excluded.since, ${RESTARTED}, sponsor_id = excluded.sponsor_id,
              reported_policy_id = excluded.reported_policy_id,
              ${setEnd(sql`excluded.ends_at`, sql`excluded.inactive_ends_at`)}`;
    },

    async confirm(teamId, userIds, at, end) {
      if (userIds.length === 0) return [];
      const since = sql.val(at);
      const earliest = end && sql`greatest(item.ends_at, ${end.earliest}::timestamptz)`;
      const ends =
        earliest === null
          ? sql`item.ends_at`
          : end?.isLimit
            ? earliest
            : sql`case when item.ends_at is not null then ${earliest} end`;
      return move(
        { teamId, userIds },
        sql`
          since = ${since}, ends_at = ${ends}, inactive_ends_at = null, since_before = item.since,
          ends_before = item.ends_at, removal_rejected_at = null, due_at = ${nextStep(ends, sql`item.announced_end`)}`,
      );
    },

    async revoke(teamId, userIds, earliest) {
      if (userIds.length === 0) return [];
      const ends = sql`
        case when item.ends_before is not null
             then least(item.ends_at, greatest(item.ends_before, ${earliest}::timestamptz)) end`;
      return move(
        { teamId, userIds, where: sql`and since_before is not null` },
        sql`since = item.since_before, since_before = null, ${setEnd(ends, sql`item.inactive_ends_at`)}`,
      );
    },

    async remove(teamId, userIds) {
      if (userIds.length === 0) return;
      await write`
        delete from charter.guest_stays
         where tenant_id = ${tenant} and team_id = ${teamId} and user_id = any(${userIds}::text[])`;
    },

    leaseDue: (now, leaseUntil, limit) => all(DUE)`
      ${leaseRows(
        tenant,
        { table: 'charter.guest_stays', key: ['team_id', 'user_id'], until: 'due_at' },
        {
          leaseUntil,
          limit,
          where: sql`item.due_at <= ${now}`,
          order: sql`item.due_at, item.team_id, item.user_id`,
          returning: DUE,
        },
      )}`,

    announce: (stays, leaseUntil) => settle(stays, leaseUntil, sql`announced_end = ${END}, due_at = ${END}`),

    lockLeased: async (stays, leaseUntil) =>
      stays.length === 0
        ? []
        : all(text<string>(sql`item.user_id`))`
            select item.user_id from charter.guest_stays item
              join ${table('leased', stays, { teamId: 'text', userId: 'text' })}
                on item.team_id = leased."teamId" and item.user_id = leased."userId"
             where item.tenant_id = ${tenant} and item.due_at = ${leaseUntil}
             order by item.user_id for update of item`,

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
