/** Finds the holdings of people, by one query over all tables that refer to people, and the teams without an owner. */
import {
  HOLDING_KINDS,
  type Holding,
  type HoldingCounts,
  type HoldingKind,
  type Leaver,
  type LeaverStore,
} from '../flows/leavers/ports.ts';
import { columns, json, optional, text, texts } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements } from '../kernel/sql.ts';
import { userIdsByMail } from './directory/people.ts';

const HOLDING = columns<Holding>({
  kind: text(),
  id: text(),
  displayName: text(),
  relations: texts(),
});

/** Counts the distinct objects of `held`, because a template may name a person in several roles. */
const COUNTS = sql`json_build_object(
  ${sql.join(
    HOLDING_KINDS.map(
      (kind) => sql`${sql.lit(kind)}, count(distinct held.id) filter (where held.kind = ${sql.lit(kind)})`,
    ),
  )},
  'onlyOwner', count(distinct held.id) filter (where held.relation = 'onlyOwner'))`;

const NOTHING = Object.fromEntries(
  [...HOLDING_KINDS, 'onlyOwner' as const].map((name) => [name, 0]),
) as HoldingCounts;

const COUNTED = columns<{ counts: HoldingCounts }>({ counts: json(COUNTS) });

const LEAVER = columns<Leaver & { key: string }>(
  {
    id: text('person_id'),
    displayName: optional(text('name')),
    state: text(),
    counts: json(),
    key: text('sort_key'),
  },
  'page',
);

const APPROVERS = [
  '$.templateConfiguration.approval.approvalTeam[*] ? (!(@.id like_regex "<%"))',
  '$.templateConfiguration.approval.stages[*].approvers[*] ? (!(@.id like_regex "<%"))',
];

/**
 * Paths at which a template names people, with the member that has the reference, and their relation to the template.
 * Approvers and defaults that a rule determines are left out.
 */
const IN_TEMPLATES = [
  ...APPROVERS.map((path) => ({ path, member: 'id', relation: 'approver' })),
  { path: '$.templateConfiguration.permanentMembership.owners[*]', member: 'id', relation: 'owner' },
  { path: '$.templateConfiguration.permanentMembership.members[*]', member: 'id', relation: 'member' },
  {
    path: '$.templateConfiguration.questions[*] ? (@.type == "person" && @.default.type() == "string" && !(@.default like_regex "<%"))',
    member: 'default',
    relation: 'named',
  },
];

const union = (parts: readonly Sql[]): Sql => sql.join([...parts], sql` union all `);

/** Selects the parts of templates at a path: template_id, template_name and the JSON `part`. */
const partsOfTemplates = (tenant: Sql, path: string): Sql => sql`
  (select t.template_id, t.catalog_template #>> '{templateConfiguration,name}' as template_name, part
     from charter.templates t, jsonb_path_query(t.catalog_template, ${sql.lit(path)}::jsonpath) part
    where t.tenant_id = ${tenant})`;

/** Selects the questions of templates whose answers name people: template_id and question_id. */
const personQuestions = (tenant: Sql): Sql => sql`
  (select q.template_id, q.part ->> 'id' as question_id
     from ${partsOfTemplates(tenant, '$.templateConfiguration.questions[*] ? (@.type == "person")')} q)`;

/** Selects the references by which templates and policies name people: ids, user principal names, mail addresses. */
const references = (tenant: Sql): Sql => sql`
  ${union([
    ...IN_TEMPLATES.map(
      ({ path, member, relation }) => sql`
        select 'template' as kind, t.template_id as id, t.template_name as display_name,
               ${sql.lit(relation)} as relation, t.part ->> ${sql.lit(member)} as reference,
               nullif(t.part ->> 'name', '') as person_name
          from ${partsOfTemplates(tenant, path)} t`,
    ),
    ...['owners', 'members'].map(
      (group) => sql`
        select 'policy', p.policy_id::text, p.name, ${sql.lit(group.slice(0, -1))}, person, null
          from charter.policies p, json_array_elements_text(p.settings -> ${sql.lit(group)}) person
         where p.tenant_id = ${tenant} and p.kind = 'permanentMembership'`,
    ),
    sql`
      select 'policy', p.policy_id::text, p.name, 'named', person, null
        from charter.policies p, json_each(p.answered_scope -> 'answers') answer,
             json_array_elements_text(answer.value) person
       where p.tenant_id = ${tenant}
         and exists (
           select from ${personQuestions(tenant)} q
            where q.question_id = answer.key
              and (p.answered_scope ->> 'type' = 'tenant'
                   or (p.answered_scope -> 'templateIds')::jsonb ? q.template_id))`,
  ])}`;

/** Selects the ids of the members of a group, as the directory finds them for a policy or a stage. */
const membersOf = (tenant: Sql, groupId: Sql): Sql => sql`
  (select m.user_id from directory.group_members m where m.tenant_id = ${tenant} and m.group_id = ${groupId}
   union
   select p.user_id from directory.provider_groups p where p.tenant_id = ${tenant} and p.group_name = ${groupId}
   union
   select p.user_id
     from directory.groups g
     join directory.provider_groups p on p.tenant_id = ${tenant} and p.group_name = g.display_name
    where g.tenant_id = ${tenant} and g.group_id = ${groupId})`;

const CAN_ACT = sql`coalesce(u.account_enabled and u.user_type = 'Member', false)`;

/** Selects each member of a group that a template or policy names, when no other member of the group can act. */
const onlyMembers = (tenant: Sql): Sql => sql`
  select m.user_id, null, named.kind, named.id, named.display_name, 'onlyGroupMember'
    from (${union([
      ...APPROVERS.map(
        (path) => sql`
          select 'template' as kind, t.template_id as id, t.template_name as display_name, t.part ->> 'id' as group_id
            from ${partsOfTemplates(tenant, path)} t`,
      ),
      sql`
        select 'policy', p.policy_id::text, p.name, p.settings ->> 'fallbackGroupId'
          from charter.policies p where p.tenant_id = ${tenant} and p.kind = 'owners'`,
    ])}) named
    cross join lateral (
      select count(*)::integer as count
        from (select from ${membersOf(tenant, sql`named.group_id`)} m
                join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
               where ${CAN_ACT} limit 2) two) able
    cross join lateral ${membersOf(tenant, sql`named.group_id`)} m
    left join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
   where able.count = (${CAN_ACT})::integer`;

/**
 * Selects everything that depends on a person: person_id, person_name, kind, id, display_name, relation. References
 * are resolved as the directory resolves them. For a person whom the directory never had, person_id is the reference.
 */
const held = (tenant: Sql): Sql => sql`
  select coalesce(
           (select u.user_id from directory.users u where u.tenant_id = ${tenant} and u.user_id = r.reference),
           (select u.user_id from directory.users u
             where u.tenant_id = ${tenant} and u.user_principal_name_key = lower(r.reference)),
           (${userIdsByMail(tenant, sql`1`)}), r.reference) as person_id,
         r.person_name, r.kind, r.id, r.display_name, r.relation
    from (${references(tenant)}) r
  union all
  ${onlyMembers(tenant)}
  union all
  select m.user_id, null, 'team', m.team_id, t.display_name,
         case i.owner_count when coalesce(u.account_enabled, false)::integer then 'onlyOwner' else 'owner' end
    from directory.team_members m
    join directory.teams t on t.tenant_id = ${tenant} and t.team_id = m.team_id
    join directory.team_index i on i.tenant_id = ${tenant} and i.team_id = m.team_id
    left join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
   where m.tenant_id = ${tenant} and m.role = 'owner'
  union all
  select m.user_id, null, 'renewal', m.team_id, t.display_name, 'owner'
    from charter.team_lifecycles l
    join directory.team_members m on m.tenant_id = ${tenant} and m.team_id = l.team_id and m.role = 'owner'
    join directory.teams t on t.tenant_id = ${tenant} and t.team_id = l.team_id
   where l.tenant_id = ${tenant} and l.state = 'inactive'
  union all
  select approver ->> 'id', approver ->> 'displayName', 'approval', a.approval_id::text, a.request ->> 'name',
         'approver'
    from charter.approvals a, json_array_elements(a.stages) with ordinality s(stage, place),
         json_array_elements(s.stage -> 'approvers') approver
   where a.tenant_id = ${tenant} and a.status = 'pending' and s.place > a.stage
     and not coalesce(s.stage -> 'approvedBy', '[]')::jsonb ? (approver ->> 'id')
  union all
  select a.requester ->> 'id', a.requester ->> 'displayName', 'approval', a.approval_id::text, a.request ->> 'name',
         'requester'
    from charter.approvals a
   where a.tenant_id = ${tenant} and a.status = 'pending' and a.requester ->> 'kind' = 'user'
     and json_typeof(a.question) = 'object'
  union all
  select s.sponsor_id, null, 'sponsorship', s.team_id, t.display_name, 'sponsor'
    from charter.guest_stays s
    join directory.teams t on t.tenant_id = ${tenant} and t.team_id = s.team_id
   where s.tenant_id = ${tenant} and s.sponsor_id is not null
  union all
  select a.value, null, 'answer', a.team_id, t.display_name, 'named'
    from ${personQuestions(tenant)} q
    join charter.team_metadata m on m.tenant_id = ${tenant} and m.template_id = q.template_id
    join charter.team_answers a
      on a.tenant_id = ${tenant} and a.team_id = m.team_id and a.answer_id = q.question_id
    join directory.teams t on t.tenant_id = ${tenant} and t.team_id = a.team_id
  union all
  select m.user_id, null, 'review', r.review_id::text, t.display_name, 'owner'
    from charter.reviews r
    join directory.team_members m on m.tenant_id = ${tenant} and m.team_id = r.team_id and m.role = 'owner'
    join directory.teams t on t.tenant_id = ${tenant} and t.team_id = r.team_id
   where r.tenant_id = ${tenant} and r.status = 'open' and r.keep_count + r.remove_count < r.item_count
  union all
  select o.person_id, null, 'ownerRequest', o.team_id, t.display_name, 'candidate'
    from charter.owner_requests o
    join directory.teams t on t.tenant_id = ${tenant} and t.team_id = o.team_id
   where o.tenant_id = ${tenant} and o.status = 'pending'
  union all
  select m.user_id, null, 'joinRequest', j.team_id, t.display_name, 'owner'
    from charter.join_requests j
    join directory.team_members m on m.tenant_id = ${tenant} and m.team_id = j.team_id and m.role = 'owner'
    join directory.teams t on t.tenant_id = ${tenant} and t.team_id = j.team_id
   where j.tenant_id = ${tenant} and j.status = 'pending'
  union all
  select h.creator_id, h.creator ->> 'displayName', 'webhook', h.hook_id::text, h.name, 'creator'
    from charter.hooks h where h.tenant_id = ${tenant} and h.creator ->> 'kind' = 'user'
  union all
  select a.registered_by, null, 'app', a.app_id, a.display_name, 'creator'
    from charter.apps a where a.tenant_id = ${tenant} and a.registered_by is not null
  union all
  select r.principal_id, null, 'role', r.role, r.role, 'assignee'
    from charter.role_assignments r
   where r.tenant_id = ${tenant}
     and not exists (select from charter.apps a where a.tenant_id = ${tenant} and a.app_id = r.principal_id)`;

/** Whether `held.person_id` is neither a person who can act nor a group, which templates can name too. */
const hasLeft = (tenant: Sql): Sql => sql`
  not exists (select from directory.users u
               where u.tenant_id = ${tenant} and u.user_id = held.person_id and u.account_enabled)
  and not exists (select from directory.groups g where g.tenant_id = ${tenant} and g.group_id = held.person_id)
  and not exists (select from directory.provider_groups g
                   where g.tenant_id = ${tenant} and g.group_name = held.person_id)`;

const TEAM = columns<{ id: string; displayName: string }>({
  id: text('o.team_id'),
  displayName: text('t.display_name'),
});

const placeOf = (kind: Sql): Sql =>
  sql`array_position(${HOLDING_KINDS as readonly HoldingKind[]}::text[], ${kind})`;

export function leaverStore(db: Database, tenantId: string): LeaverStore {
  const { tenant, all, first } = statements(db, tenantId);
  return {
    list({ top, after }) {
      const isAfter = after && sql`where (sort_key, person_id) > (${after[0]}, ${after[1]})`;
      return all(LEAVER)`
        with held as materialized (select * from (${held(tenant)}) held where ${hasLeft(tenant)}),
        person as (
          select held.person_id, max(held.person_name) as person_name, ${COUNTS} as counts
            from held group by held.person_id),
        leaver as (
          select p.person_id, p.counts, coalesce(u.display_name, p.person_name) as name,
                 case when u.user_id is null then 'gone' else 'closed' end as state,
                 lower(coalesce(u.display_name, p.person_name, p.person_id)) collate "C" as sort_key
            from person p
            left join directory.users u on u.tenant_id = ${tenant} and u.user_id = p.person_id)
        select ${LEAVER} from leaver page ${isAfter ?? sql``}
         order by sort_key, person_id limit ${top + 1}`;
    },

    count: async (personId) =>
      (
        await first(COUNTED)`
          select ${COUNTED} from (${held(tenant)}) held where held.person_id = ${personId}`
      )?.counts ?? NOTHING,

    holdings: (personId, limit) => all(HOLDING)`
      select ${HOLDING}
        from (select held.kind, held.id, min(held.display_name) as display_name,
                     array_agg(distinct held.relation) as relations,
                     row_number() over (partition by held.kind order by min(held.display_name), held.id) as place
                from (${held(tenant)}) held
               where held.person_id = ${personId}
               group by held.kind, held.id) listed
       where place <= ${limit}
       order by ${placeOf(sql`kind`)}, display_name, id`,

    takeOwnerless: (limit) => all(TEAM)`
      with due as materialized (
        select team_id from directory.ownerless_teams
         where tenant_id = ${tenant} and not is_announced order by team_id limit ${limit} for update skip locked)
      update directory.ownerless_teams o set is_announced = true
        from due join directory.teams t on t.tenant_id = ${tenant} and t.team_id = due.team_id
       where o.tenant_id = ${tenant} and o.team_id = due.team_id
      returning ${TEAM}`,
  };
}
