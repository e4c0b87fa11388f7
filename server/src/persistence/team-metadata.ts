/**
 * The stored answers of teams. `team_metadata` has them unchanged; `team_answers` has a row for each value that can be
 * compared, and `search_text` the words. All three are written together.
 */
import {
  type AnswerClause,
  type AnswerSelection,
  answerItemsOf,
  type Metadata,
  type TeamMetadata,
  type TeamMetadataStore,
} from '../domain/teams/metadata.ts';
import { columns, json, number, text } from '../kernel/columns.ts';
import { COMPARISON, type Database, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { toStorable } from '../kernel/text.ts';
import { toWords } from './directory/search.ts';
import { RETURNING_TRUE } from './statement-parts.ts';

const METADATA = columns<TeamMetadata>({
  teamId: text(),
  templateId: text(),
  templateVersion: text(),
  metadata: json(),
  revision: number(),
});

const itemsOf = (metadata: Metadata) =>
  answerItemsOf(metadata).map(({ answerId, ...item }) => ({ answer_id: answerId, ...item }));

/** Selects the ids of the teams with these answers, by the index of the values. */
export const teamsWithAnswers = (tenant: Sql, selection: AnswerSelection): Sql =>
  sql.join(
    Object.entries(selection).map(
      ([answerId, values]) => sql`
        select a.team_id from charter.team_answers a
         where a.tenant_id = ${tenant} and a.answer_id = ${answerId} and a.value = any (${values}::text[])`,
    ),
    sql` intersect `,
  );

/** The texts of the answers in lower case, each after a space. */
const searchTextOf = (metadata: Metadata): string =>
  Object.values(metadata)
    .flat()
    .filter((value) => typeof value === 'string')
    .map((value) => ` ${toStorable(value).toLowerCase().replace(/\s+/g, ' ')}`)
    .join('');

/** The columns of an event's row from which `storeParts` stores the metadata of a new team. */
export const metadataRow = (metadata: Metadata) => ({
  metadata,
  search_text: searchTextOf(metadata),
  items: itemsOf(metadata),
});

/**
 * Returns parts of a statement that store the metadata of new teams.
 * @param rows rows of team_id, template_id, template_version, metadata, search_text and items
 */
export const storeParts = (tenant: Sql, rows: Sql): Sql => sql`
  answered as (select * ${rows}),
  stored_metadata as (
    insert into charter.team_metadata (tenant_id, team_id, template_id, template_version, metadata, search_text, revision)
    select ${tenant}, team_id, template_id, template_version, metadata, search_text, 1
      from answered where metadata is not null
    on conflict do nothing),
  stored_answers as (
    insert into charter.team_answers (tenant_id, team_id, answer_id, item, value, number)
    select ${tenant}, team_id, one.*
      from answered cross join json_to_recordset(items) as one (answer_id text, item integer, value text, number float8)
     where metadata is not null
    on conflict do nothing)`;

export function teamMetadataStore(db: Database, tenantId: string): TeamMetadataStore {
  const { tenant, all, first, write } = statements(db, tenantId);

  const comparisonOf = ({ answerId, operator, values, templateIds }: AnswerClause): Sql => {
    const isNumber = typeof values[0] === 'number';
    const wanted = isNumber ? sql`${values as number[]}::float8[]` : sql`${values.map(String)}::text[]`;
    return sql`
      select a.team_id from charter.team_answers a
       where a.tenant_id = ${tenant} and a.answer_id = ${answerId}
         and ${isNumber ? sql`a.number` : sql`a.value`} ${COMPARISON[operator]} any (${wanted})
         ${templateIds === undefined ? sql`` : isFrom(templateIds)}`;
  };

  const isFrom = (templateIds: readonly string[]): Sql => sql`
    and exists (
      select from charter.team_metadata m
       where m.tenant_id = ${tenant} and m.team_id = a.team_id and m.template_id = any (${templateIds}::text[]))`;

  return {
    find: (teamId) => first(METADATA)`
      select ${METADATA} from charter.team_metadata where tenant_id = ${tenant} and team_id = ${teamId}`,

    of: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(METADATA)`
            select ${METADATA} from charter.team_metadata
             where tenant_id = ${tenant} and team_id = any(${teamIds}::text[])`,

    async save({ teamId, templateId, templateVersion, metadata }, ifRevision) {
      const row = metadataRow(metadata);
      const isWritten =
        ifRevision === 0
          ? await write`
              insert into charter.team_metadata
                (tenant_id, team_id, template_id, template_version, metadata, search_text, revision)
              values (${tenant}, ${teamId}, ${templateId}, ${templateVersion}, ${row.metadata}, ${row.search_text}, 1)
              on conflict do nothing`
          : await write`
              update charter.team_metadata
                 set metadata = ${row.metadata}, search_text = ${row.search_text}, revision = revision + 1
               where tenant_id = ${tenant} and team_id = ${teamId} and revision = ${ifRevision}`;
      if (isWritten !== 1) return false;
      await write`delete from charter.team_answers where tenant_id = ${tenant} and team_id = ${teamId}`;
      await write`
        insert into charter.team_answers (tenant_id, team_id, answer_id, item, value, number)
        select ${tenant}, ${teamId}, one.*
          from json_to_recordset(${JSON.stringify(row.items)}::json)
            as one (answer_id text, item integer, value text, number float8)
        ${RETURNING_TRUE}`;
      return true;
    },

    idsWhere: (clauses) =>
      clauses.length === 0
        ? Promise.resolve([])
        : all(text())`${sql.join(clauses.map(comparisonOf), sql` intersect `)}`,

    idsMatching: (search, within) => {
      const parts = toWords(search).map((word) => ` ${word.toLowerCase()}`);
      if (parts.length === 0 || within?.length === 0) return Promise.resolve([]);
      const hasAll = (words: Sql): Sql => sql`
        not exists (select from unnest(${parts}::text[]) word where strpos(${words}, word) = 0)`;
      return within === undefined
        ? all(text())`
            select team_id from charter.team_metadata
             where tenant_id = ${tenant} and ${hasAll(sql`search_text`)}`
        : all(text())`
            select m.team_id
              from charter.team_metadata m
              join ${table('w', within, { templateId: 'text', answerIds: 'text[]' })} on w."templateId" = m.template_id
              cross join lateral (
                select ' ' || lower(regexp_replace(string_agg(item #>> '{}', ' '), '\\s+', ' ', 'g')) as words
                  from json_each(m.metadata) answer
                  cross join lateral json_array_elements(
                    case when json_typeof(answer.value) = 'array' then answer.value
                         else json_build_array(answer.value) end) item
                 where answer.key = any (w."answerIds") and json_typeof(item) = 'string') given
             where m.tenant_id = ${tenant} and ${hasAll(sql`m.search_text`)} and ${hasAll(sql`given.words`)}`;
    },
  };
}
