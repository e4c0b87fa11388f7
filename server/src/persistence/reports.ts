/** The reports of an organisation, each in one statement. */
import { REQUEST_OUTCOMES } from '../flows/overview/ports.ts';
import type {
  AnswerCount,
  GuestDomain,
  ReportPosition,
  ReportStore,
  TeamPeople,
} from '../flows/reports/ports.ts';
import { columns, json, number, text } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements } from '../kernel/sql.ts';
import { jobConditions } from './jobs.ts';
import { limitFor } from './statement-parts.ts';

/** The mail domain of the guest `u`, as `domainOf` finds it (domain/guests/rules.ts). */
export const GUEST_DOMAIN = sql`
  nullif(lower(coalesce(
    substring(u.mail from '[^@]*$'),
    substring(u.user_principal_name from '^.*_([^_]+)#[Ee][Xx][Tt]#@'),
    split_part(u.user_principal_name, '@', 2))), '')`;

const PEOPLE = columns<TeamPeople>({
  teamId: text('m.team_id'),
  owners: json(sql`
    coalesce(
      json_agg(json_build_object('id', u.user_id, 'displayName', u.display_name)
               order by u.display_name_key, u.user_id) filter (where m.role = 'owner'), '[]')`),
  guestCount: number(sql`(count(*) filter (where m.role = 'guest'))::integer`),
});

const DOMAIN = columns<GuestDomain>({ domain: text(), guestCount: number(), teamCount: number() }, 'counted');

const ANSWER = columns<AnswerCount>(
  {
    answer: text(),
    displayName: text(sql`
      coalesce(
        (select u.display_name from directory.users u
          where u.tenant_id = counted.tenant_id and u.user_id = counted.answer),
        (select g.display_name from directory.groups g
          where g.tenant_id = counted.tenant_id and g.group_id = counted.answer))`),
    requestCount: number(),
    completed: number(),
    failed: number(),
    rejected: number(),
    withdrawn: number(),
    open: number(),
  },
  'counted',
);

/** Longer answers are cut: they are free text, not values to count. */
const LONGEST_ANSWER = 200;

/** The condition, order and limit of a page of `counted`, which has a number and a text for each row. */
const pageOf = (
  count: Sql,
  key: Sql,
  { top, after }: { top: number; after: ReportPosition | undefined },
): Sql => {
  const position = sql`coalesce(${key}, '') collate "C"`;
  const rest = after ? sql`where (-${count}, ${position}) > (-${after[0]}::integer, ${after[1]})` : sql``;
  return sql`${rest} order by ${count} desc, ${position} limit ${limitFor(top)}`;
};

export function reportStore(db: Database, tenantId: string): ReportStore {
  const { tenant, all } = statements(db, tenantId);
  return {
    peopleOf: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(PEOPLE)`
            select ${PEOPLE} from directory.team_members m
              join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
             where m.tenant_id = ${tenant} and m.team_id = any(${teamIds}::text[]) and m.role in ('owner', 'guest')
             group by m.team_id`,

    guestDomains: ({ search, ...page }) => all(DOMAIN)`
      with guest as materialized (
        select u.user_id, ${GUEST_DOMAIN} as domain from directory.users u
         where u.tenant_id = ${tenant} and u.user_type = 'Guest'),
      counted as (
        select guest.domain, count(distinct guest.user_id)::integer as guest_count,
               count(distinct m.team_id)::integer as team_count
          from guest
          left join directory.team_members m
            on m.tenant_id = ${tenant} and m.user_id = guest.user_id and m.role = 'guest'
         ${search === undefined ? sql`` : sql`where strpos(guest.domain, ${search}) > 0`}
         group by guest.domain)
      select ${DOMAIN} from counted ${pageOf(sql`guest_count`, sql`domain`, page)}`,

    answersTo: (questionId, { conditions, ...page }) => all(ANSWER)`
      with asked as materialized (
        select outcome, request -> 'metadata' -> ${questionId}::text as answer
          from charter.jobs
         where tenant_id = ${tenant} and type = 'TeamProvisioning' ${jobConditions(conditions)}),
      counted as (
        select ${tenant}::text as tenant_id, given.answer, count(*)::integer as request_count,
               ${sql.join(
                 REQUEST_OUTCOMES.map(
                   (outcome) =>
                     sql`(count(*) filter (where asked.outcome = ${sql.lit(outcome)}))::integer as ${sql.ref(outcome)}`,
                 ),
               )}
          from asked
          left join lateral (
            select distinct left(item, ${sql.lit(LONGEST_ANSWER)}) as answer
              from json_array_elements_text(
                     case json_typeof(asked.answer) when 'array' then asked.answer
                          else json_build_array(asked.answer) end) item
             where item <> '') given on true
         group by given.answer)
      select ${ANSWER} from counted ${pageOf(sql`request_count`, sql`answer`, page)}`,
  };
}
