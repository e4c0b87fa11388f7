/** Requests of people to join teams (docs/team-directory.md). Names of people are read from the directory. */
import type { JoinRequest } from '../flows/team-directory/model.ts';
import type { JoinRequestStore } from '../flows/team-directory/ports.ts';
import { columns, json, number, text, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { assigned, type Database, inserted, type Sql, sql, statements } from '../kernel/sql.ts';
import { MAX_UUID, ofTeamsOwnedBy } from './statement-parts.ts';

/** Why a pending request can't be decided any more, of `item` and its person `u`. */
const OBSTACLE = sql`
  case
    when item.status <> 'pending' then null
    when not exists (
      select from directory.teams t
       where t.tenant_id = item.tenant_id and t.team_id = item.team_id and not t.is_archived) then 'teamClosed'
    when u.account_enabled is not true then 'left'
    when exists (
      select from directory.team_members m
       where m.tenant_id = item.tenant_id and m.team_id = item.team_id and m.user_id = item.person_id) then 'joined'
  end`;

const REQUEST = columns<JoinRequest>({
  id: text('item.request_id'),
  teamId: text('item.team_id'),
  teamName: text('item.team_name'),
  personId: text('item.person_id'),
  personName: text(sql`coalesce(u.display_name, item.person_id)`),
  mail: text('u.mail'),
  userType: text('u.user_type'),
  message: text('item.message'),
  status: text('item.status'),
  reason: text('item.reason'),
  createdAt: time('item.created_at'),
  expiresAt: time('item.expires_at'),
  resolvedAt: time('item.resolved_at'),
  remindedAt: time('item.reminded_at'),
  decider: json('item.decider'),
  claimedAt: time('item.claimed_at'),
  answer: text('item.answer'),
  obstacle: text(OBSTACLE),
});

const PENDING = columns<Pick<JoinRequest, 'id' | 'teamId' | 'expiresAt'>>({
  id: text('request_id'),
  teamId: text(),
  expiresAt: time(),
});

export function joinRequestStore(db: Database, tenantId: string): JoinRequestStore {
  const { tenant, all, first, write } = statements(db, tenantId);

  /** Requests with their people, as `item` and `u`. */
  const from = (where: Sql): Sql => sql`
    from charter.join_requests item
    left join directory.users u on u.tenant_id = ${tenant} and u.user_id = item.person_id
   where item.tenant_id = ${tenant} ${where}`;

  const change = (requestId: string, set: Sql, where: Sql = sql``): Promise<number> => write`
    update charter.join_requests set ${set}
     where tenant_id = ${tenant} and request_id = ${requestId} and status = 'pending' ${where}`;

  return {
    add: async ({ id, teamId, teamName, personId, message, createdAt, expiresAt, remindsAt }) =>
      (await write`
        insert into charter.join_requests ${inserted({
          tenant_id: tenant,
          request_id: id,
          team_id: teamId,
          team_name: teamName,
          person_id: personId,
          message,
          status: 'pending',
          created_at: createdAt,
          expires_at: expiresAt,
          due_at: remindsAt,
        })}
        on conflict (tenant_id, person_id, team_id) where status = 'pending' do nothing`) === 1,

    find: async (requestId) =>
      isUuid(requestId)
        ? first(REQUEST)`select ${REQUEST} ${from(sql`and item.request_id = ${requestId}`)}`
        : undefined,

    latest: (personId, teamId) => first(REQUEST)`
      select ${REQUEST} ${from(sql`and item.person_id = ${personId} and item.team_id = ${teamId}`)}
       order by item.request_id desc limit 1`,

    pendingOf: async (personId, teamIds) =>
      teamIds.length === 0
        ? []
        : all(PENDING)`
            select ${PENDING} from charter.join_requests
             where tenant_id = ${tenant} and person_id = ${personId} and team_id = any (${teamIds}::text[])
               and status = 'pending'`,

    countPending: async (personId) =>
      (await first(number())`
        select count(*)::int from charter.join_requests
         where tenant_id = ${tenant} and person_id = ${personId} and status = 'pending'`) ?? 0,

    list: ({ personId, ownerId, teamId, status, top, after = MAX_UUID }) => all(REQUEST)`
      select ${REQUEST} ${from(sql`
         and item.request_id < ${after}
         ${personId === undefined ? sql`` : sql`and item.person_id = ${personId}`}
         ${teamId === undefined ? sql`` : sql`and item.team_id = ${teamId}`}
         ${status === undefined ? sql`` : sql`and item.status = ${status}`}
         ${ofTeamsOwnedBy(tenant, ownerId)}`)}
       order by item.request_id desc limit ${top + 1}`,

    claim: async (requestId, decider, at) =>
      (await change(requestId, assigned({ decider: JSON.stringify(decider), claimed_at: at }))) === 1,

    async release(requestId, claimedAt) {
      await change(
        requestId,
        assigned({ decider: null, claimed_at: null }),
        sql`and claimed_at = ${claimedAt}::timestamptz`,
      );
    },

    resolve: async (
      requestId,
      { status, reason = null, decider = null, answer = null, at },
      unclaimedSince,
    ) =>
      (await change(
        requestId,
        assigned({
          ...{ status, reason, answer, claimed_at: null, resolved_at: at, due_at: null },
          decider: decider === null ? null : JSON.stringify(decider),
        }),
        unclaimedSince === undefined
          ? sql``
          : sql`and (claimed_at is null or claimed_at <= ${unclaimedSince}::timestamptz)`,
      )) === 1,

    markReminded: async (requestId, at) =>
      (await change(
        requestId,
        sql`reminded_at = ${at}::timestamptz, due_at = expires_at`,
        sql`and reminded_at is null`,
      )) === 1,

    listDue: (at, limit) => all(REQUEST)`
      select ${REQUEST} ${from(sql`and item.status = 'pending' and (item.due_at <= ${at} or ${OBSTACLE} is not null)`)}
       order by item.due_at, item.request_id limit ${limit}`,

    removeResolved: (before) => write`
      delete from charter.join_requests where tenant_id = ${tenant} and resolved_at < ${before}`,
  };
}
