/** Searches for owners of teams, and the requests to people (docs/owners.md). */
import type { OwnerRequest, OwnerSearch } from '../flows/owners/model.ts';
import type { OwnerRequestOfTeam, OwnerSearchStore, PeopleOfTeam } from '../flows/owners/ports.ts';
import { columns, number, text, texts, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { assigned, type Database, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { asItem, MAX_UUID, RETURNING_TRUE, TEAM_NAME } from './statement-parts.ts';

/** Columns of `charter.owner_searches item`. */
const SEARCH = columns<OwnerSearch>(
  {
    teamId: text(),
    id: text('search_id'),
    policyId: text(),
    state: text(),
    ownerCount: number(),
    limit: number('broken_limit'),
    startedAt: time(),
    dueAt: time(),
    revision: number(),
  },
  'item',
);

const NAME = text(sql`coalesce(${TEAM_NAME}, item.team_id)`);

const LISTED = columns<OwnerSearch & { teamName: string }>({
  ...SEARCH.members,
  teamName: NAME,
});

/** Columns of `charter.owner_requests item`. */
const REQUEST = columns<OwnerRequest>(
  {
    id: text('request_id'),
    teamId: text(),
    searchId: text(),
    personId: text(),
    source: text(),
    status: text(),
    createdAt: time(),
    expiresAt: time(),
    remindedAt: time(),
    resolvedAt: time(),
  },
  'item',
);

const OF_TEAM = columns<OwnerRequestOfTeam>({
  ...REQUEST.members,
  teamName: NAME,
  policyId: text('item.policy_id'),
});

const PEOPLE = columns<PeopleOfTeam>({
  requesterId: text(),
  formerOwnerIds: texts<string[]>(),
  memberIds: texts<string[]>(),
});

const OWNERS = columns<{ ableIds: string[]; ownerCount: number }>({
  ableIds: texts<string[]>(sql`
    coalesce(array_agg(m.user_id order by m.user_id)
      filter (where u.account_enabled and u.user_type <> 'Guest'), '{}')`),
  ownerCount: number(sql`count(*)::int`),
});

export function ownerSearchStore(db: Database, tenantId: string): OwnerSearchStore {
  const { tenant, all, first, write } = statements(db, tenantId);

  const isRead = ({ teamId, id, revision }: Pick<OwnerSearch, 'teamId' | 'id' | 'revision'>): Sql => sql`
    where tenant_id = ${tenant} and team_id = ${teamId} and search_id = ${id} and revision = ${revision}`;

  const requestsOf = (searchIds: readonly string[]): Promise<OwnerRequest[]> => all(REQUEST)`
    select ${REQUEST} from charter.owner_requests item
     where tenant_id = ${tenant} and search_id = any(${searchIds}::uuid[]) order by request_id`;

  const requestsOfTeams = (where: Sql, rest: Sql = sql``): Promise<OwnerRequestOfTeam[]> => all(OF_TEAM)`
    ${asItem(sql`
      select request.*, search.policy_id
        from charter.owner_requests request
        left join charter.owner_searches search
          on search.tenant_id = ${tenant} and search.team_id = request.team_id and search.search_id = request.search_id
       where request.tenant_id = ${tenant} ${where}`)}
    select ${OF_TEAM} from item ${rest}`;

  return {
    findSearched: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(text<string>())`
            select team_id from charter.owner_searches
             where tenant_id = ${tenant} and team_id = any(${teamIds}::text[])`,

    async situationOf(teamId) {
      const [owners, search] = await Promise.all([
        first(OWNERS)`
          select ${OWNERS} from directory.team_members m
            left join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
           where m.tenant_id = ${tenant} and m.team_id = ${teamId} and m.role = 'owner'`,
        first(SEARCH)`
          select ${SEARCH} from charter.owner_searches item
           where tenant_id = ${tenant} and team_id = ${teamId}`,
      ]);
      const requests = search === undefined ? [] : await requestsOf([search.id]);
      return { ableIds: owners?.ableIds ?? [], ownerCount: owners?.ownerCount ?? 0, search, requests };
    },

    async peopleOf(teamId, mostFormer, mostMembers) {
      const id = sql.val(teamId);
      // A person with a closed account is still an owner in the directory; audit records name the other former owners.
      const former = sql`
        select array_agg(user_id order by place, at desc nulls last, user_id) from (
          select user_id, min(place) as place, max(at) as at from (
            select m.user_id, 0 as place, m.added_at as at
              from directory.team_members m
              left join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
             where m.tenant_id = ${tenant} and m.team_id = ${id} and m.role = 'owner'
               and not coalesce(u.account_enabled, false)
            union all
            (select r.target_id, 1, r.occurred_at from charter.audit_records r
              where r.tenant_id = ${tenant} and r.team_id = ${id}
                and (r.type = 'team_member_removed' and r.fields ->> 'memberRole' = 'owner'
                  or r.type = 'team_member_updated' and r.fields ->> 'memberRole' = 'member')
              order by r.occurred_at desc limit ${mostFormer})) known
           group by user_id order by min(place), max(at) desc nulls last, user_id limit ${mostFormer}) former`;
      const members = sql`
        select array_agg(user_id order by changes desc, added_at nulls first, user_id) from (
          select m.user_id, m.added_at,
                 (select count(*) from charter.audit_records r
                   where r.tenant_id = ${tenant} and r.team_id = ${id} and r.actor_id = m.user_id
                     and r.actor_kind = 'user' and r.type not like 'owner\_%') as changes
            from directory.team_members m
            join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
           where m.tenant_id = ${tenant} and m.team_id = ${id} and m.role = 'member'
             and u.account_enabled and u.user_type <> 'Guest'
           order by changes desc, m.added_at nulls first, m.user_id limit ${mostMembers}) active`;
      const requester = sql`
        select j.requester_id from charter.jobs j
         where j.tenant_id = ${tenant} and j.team_id = ${id} and j.type = 'TeamProvisioning'
           and j.requester ->> 'kind' = 'user'
         order by j.created_at limit 1`;
      const [people] = await all(PEOPLE)`
        select ${PEOPLE}
          from (select (${requester}) as requester_id, coalesce((${former}), '{}') as former_owner_ids,
                       coalesce((${members}), '{}') as member_ids) people`;
      return people!;
    },

    async start({ teamId, id, policyId, state, ownerCount, limit, startedAt, dueAt, revision }) {
      // The foreign key locks the governed team, so that it can't be deleted at the same time.
      const started = await write`
        insert into charter.owner_searches
          (tenant_id, team_id, search_id, policy_id, state, owner_count, broken_limit, started_at, due_at, revision)
        select ${tenant}, team_id, ${id}::uuid, ${policyId}::uuid, ${state}, ${ownerCount}::int, ${limit}::int,
               ${startedAt}::timestamptz, ${dueAt}::timestamptz, ${revision}::int
          from charter.governed_teams where tenant_id = ${tenant} and team_id = ${teamId}
        on conflict do nothing`;
      if (started === 0) return false;
      await write`
        delete from charter.owner_requests
         where tenant_id = ${tenant} and team_id = ${teamId} and search_id <> ${id}`;
      return true;
    },

    change: async (search, { state, dueAt }) =>
      (await write`
        update charter.owner_searches
           set ${assigned({ state, due_at: dueAt, revision: search.revision + 1 })} ${isRead(search)}`) === 1,

    end: async (search) => (await write`delete from charter.owner_searches ${isRead(search)}`) === 1,

    async addRequests(requests) {
      if (requests.length === 0) return;
      const items = table('item', requests, {
        id: 'uuid',
        teamId: 'text',
        searchId: 'uuid',
        personId: 'text',
        source: 'text',
        status: 'text',
        createdAt: 'timestamptz',
        expiresAt: 'timestamptz',
        resolvedAt: 'timestamptz',
      });
      await write`
        insert into charter.owner_requests
          (tenant_id, request_id, team_id, search_id, person_id, source, status, created_at, expires_at, resolved_at)
        select ${tenant}, id, "teamId", "searchId", "personId", source, status, "createdAt", "expiresAt", "resolvedAt"
          from ${items} ${RETURNING_TRUE}`;
    },

    resolve: async (ids, from, to, at) =>
      ids.length === 0
        ? []
        : all(text<string>())`
            update charter.owner_requests set status = ${to}, resolved_at = ${at}
             where tenant_id = ${tenant} and request_id = any(${ids}::uuid[]) and status = ${from}
            returning request_id`,

    async markReminded(ids, at) {
      if (ids.length === 0) return;
      await write`
        update charter.owner_requests set reminded_at = ${at}
         where tenant_id = ${tenant} and request_id = any(${ids}::uuid[])`;
    },

    findRequest: async (requestId) =>
      isUuid(requestId) ? (await requestsOfTeams(sql`and request.request_id = ${requestId}`))[0] : undefined,

    listRequests: ({ personId, status, top, after = MAX_UUID }) =>
      requestsOfTeams(
        sql`
        and request.person_id = ${personId} and request.request_id < ${after}
        ${status === undefined ? sql`` : sql`and request.status = ${status}`}`,
        sql`order by item.request_id desc limit ${top + 1}`,
      ),

    async list({ state, top, after }) {
      const searches = await all(LISTED)`
        ${asItem(sql`
          select * from charter.owner_searches
           where tenant_id = ${tenant}
             ${state === undefined ? sql`` : sql`and state = ${state}`}
             ${after === undefined ? sql`` : sql`and team_id > ${after}`}`)}
        select ${LISTED} from item order by item.team_id limit ${top + 1}`;
      const requests = Map.groupBy(
        await requestsOf(searches.map(({ id }) => id)),
        ({ searchId }) => searchId,
      );
      return searches.map((search) => ({ ...search, requests: requests.get(search.id) ?? [] }));
    },
  };
}
