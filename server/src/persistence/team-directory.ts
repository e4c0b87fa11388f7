/**
 * The directory of teams (docs/team-directory.md). One condition decides which teams a caller finds, in lists, counts,
 * searches and comparisons.
 */
import type {
  Listing,
  ListingRule,
  SimilarCandidate,
  TeamDirectoryStore,
} from '../flows/team-directory/ports.ts';
import { columns, json, text } from '../kernel/columns.ts';
import { type Database, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { PLANNED_EACH_TIME } from '../kernel/tenant-databases.ts';
import { toStorable } from '../kernel/text.ts';
import { KEY_LENGTH } from './directory/search.ts';
import { countTeams, pageOfTeams } from './directory/teams.ts';
import { teamsWithAnswers } from './team-metadata.ts';

/** Whether the rule covers the team `i`. */
const isCovered = (tenant: Sql, covers: NonNullable<ListingRule['covers']>): Sql =>
  'attachedTo' in covers
    ? sql`
        exists (
          select from charter.policy_teams given
           where given.tenant_id = ${tenant} and given.policy_id = ${covers.attachedTo}
             and given.team_id = i.team_id)`
    : sql.join(
        [
          ...(covers.answers === undefined
            ? []
            : [sql`i.team_id in (${teamsWithAnswers(tenant, covers.answers)})`]),
          ...(covers.templateIds === undefined
            ? []
            : [
                sql`
        exists (
          select from charter.governed_teams governed
           where governed.tenant_id = ${tenant} and governed.template_id = any (${covers.templateIds}::text[])
             and governed.team_id = i.team_id)`,
              ]),
        ],
        sql` and `,
      );

const allows = ({ visibilities, exceptLabelIds }: ListingRule): Sql => sql`
  (i.visibility = any (${visibilities}::text[])
    and coalesce(i.sensitivity_label_id <> all (${exceptLabelIds}::text[]), true))`;

/** Whether the directory of teams lists a team of `directory.team_index i` for the caller. */
function isListed(tenant: Sql, { rules, alsoOf }: Listing): Sql {
  const narrow = rules.flatMap((rule) =>
    rule.covers ? [sql`when ${isCovered(tenant, rule.covers)} then ${allows(rule)}`] : [],
  );
  const rest = rules.find(({ covers }) => covers === undefined);
  const otherwise = rest === undefined ? sql`false` : allows(rest);
  const verdict =
    narrow.length === 0 ? otherwise : sql`(case ${sql.join(narrow, sql` `)} else ${otherwise} end)`;
  const isOwn = sql`exists (
    select from directory.team_members own
     where own.tenant_id = ${tenant} and own.user_id = ${alsoOf} and own.team_id = i.team_id)`;
  return sql`not i.is_archived and (${verdict} ${alsoOf === undefined ? sql`` : sql`or ${isOwn}`})`;
}

const CANDIDATE = columns<SimilarCandidate>({
  id: text('t.team_id'),
  displayName: text('t.display_name'),
  description: text('t.description'),
  visibility: text('t.visibility'),
  sameAnswers: json(sql`coalesce(json_agg(found.place) filter (where found.place is not null), '[]')`),
});

/** Maximum number of listed teams that are read for one word. A team with the requested name is always found. */
const MOST_WITH_WORD = 2_000;

/**
 * Returns the end of the range of texts that a word matches. Only punctuation such as a comma may follow a whole word.
 */
const endOf = (isWhole: boolean): string => (isWhole ? '/' : '\u{10ffff}');

export function teamDirectoryStore(db: Database, tenantId: string): TeamDirectoryStore {
  const run = statements(db, tenantId);
  const { tenant, all } = run;

  return {
    list: (listing, query) => pageOfTeams(run, query, isListed(tenant, listing)),

    count: (listing, selection) => countTeams(run, selection, isListed(tenant, listing)),

    async findSimilar({ listing, name, words, leastCommon, mostNamed, answers, mostWithAnswer }) {
      if (words.length + answers.length === 0) return [];
      const sought = table(
        'sought',
        words.map(({ text: begin, isWhole }) => ({ begin, last: begin + endOf(isWhole) })),
        { begin: 'text', last: 'text' },
      );
      const given = table(
        'given',
        answers.map(({ answerId, value, templateIds }, place) => ({
          ...{ place, answerId, value: toStorable(value), templateIds },
        })),
        { place: 'integer', answerId: 'text', value: 'text', templateIds: 'text[]' },
      );
      return all(CANDIDATE)`${sql.raw(PLANNED_EACH_TIME)}
        with hit as (
          select sought.begin, one.team_id
            from ${sought}
            cross join lateral (
              select w.team_id
                from directory.team_words w
                join directory.team_index i on i.tenant_id = ${tenant} and i.team_id = w.team_id
               where w.tenant_id = ${tenant} and w.word >= lower(sought.begin) and w.word <= lower(sought.last)
                 and ${isListed(tenant, listing)}
               order by w.word, w.team_id limit ${sql.lit(MOST_WITH_WORD)}) one
        ), named as (
          select team_id, count(distinct begin) as common from hit group by team_id
          having count(distinct begin) >= ${leastCommon}
        ), alike as (
          (select i.team_id
             from named join directory.team_index i on i.tenant_id = ${tenant} and i.team_id = named.team_id
            -- The similarity of the names grows with this quotient.
            order by named.common::float8
                     / (${words.length}::integer + cardinality(string_to_array(i.name_key, ' '))) desc,
                     i.name_key, i.team_id
            limit ${mostNamed})
          union
          (select i.team_id
             from directory.team_index i
            where i.tenant_id = ${tenant} and i.name_key = left(lower(${name}), ${sql.lit(KEY_LENGTH)})
              and ${isListed(tenant, listing)}
            order by i.team_id limit ${mostNamed})
        ), answered as (
          select given.place, one.team_id, count(*) over (partition by given.place) as teams
            from ${given}
            cross join lateral (
              select i.team_id
                from charter.team_answers a
                join charter.team_metadata m on m.tenant_id = ${tenant} and m.team_id = a.team_id
                join directory.team_index i on i.tenant_id = ${tenant} and i.team_id = a.team_id
               where a.tenant_id = ${tenant} and a.answer_id = given."answerId" and a.value = given.value and a.item = 0
                 and m.template_id = any (given."templateIds") and ${isListed(tenant, listing)}
               limit ${mostWithAnswer + 1}) one
        ), found as (
          select team_id, null::integer as place from alike
          union all
          select team_id, place from answered where teams <= ${mostWithAnswer}
        )
        select ${CANDIDATE}
          from found join directory.teams t on t.tenant_id = ${tenant} and t.team_id = found.team_id
         group by t.tenant_id, t.team_id`;
    },
  };
}
