/**
 * Charter's own facts about teams: templates and lifecycles, and names that teams are about to get, from a job that
 * creates a team or from a rename.
 */

import { nameKey } from '../domain/names/key.ts';
import type { TeamFacts, TeamFactsStore, TeamNameStore } from '../domain/teams/ports.ts';
import { columns, text, time } from '../kernel/columns.ts';
import { idOfAge } from '../kernel/ids.ts';
import { COMPARISON, type Database, sql, statements, table } from '../kernel/sql.ts';
import { GUEST_DOMAIN } from './reports.ts';
import { mayChangeTeam } from './statement-parts.ts';
import { templateStore } from './templates.ts';

/** Upper bound for the duration of a call. A rename whose node died is still found by its intent. */
const LONGEST_CALL_MILLISECONDS = 10 * 60_000;

export function teamNameStore(db: Database, tenantId: string): TeamNameStore {
  const { tenant, all, exists, lock } = statements(db, tenantId);

  return {
    async isRequested(name, { exceptId, exceptTeamId, endedSince }) {
      const key = nameKey(name);
      const byJob = await exists`
        select from charter.jobs
         where tenant_id = ${tenant} and name_key = ${key} and job_id is distinct from ${exceptId}::uuid
           and (status not in ('completed', 'failed') or (status = 'completed' and last_action_at >= ${endedSince}))
         limit 1`;
      if (byJob) return true;
      // An unfinished rename to this name is stored as an intent (domain/teams/update-team.ts).
      const byRename = await exists`
        select from charter.suite_intents
         where tenant_id = ${tenant} and operation = 'update-team' and input->>'nameKey' = ${key}
           and intent_id is distinct from ${exceptId}::uuid and input->>'teamId' is distinct from ${exceptTeamId}
         limit 1`;
      if (byRename) return true;
      // An event's id is created when its call begins, so a lower bound of the ids limits the scan of the primary key.
      const given = await all(text())`
        select payload->'changes'->>'displayName' from charter.domain_events
         where tenant_id = ${tenant} and event_id >= ${idOfAge(LONGEST_CALL_MILLISECONDS)}::uuid
           and type = 'team_updated' and occurred_at >= ${endedSince}
           and payload->'changes'->>'displayName' is not null and target->>'id' is distinct from ${exceptTeamId}`;
      return given.some((one) => nameKey(one) === key);
    },

    async lock(name) {
      if (!db.isTransaction) throw new Error('A name is held until the end of a transaction.');
      await lock('charter.team-name', nameKey(name));
    },
  };
}

const FACTS = columns<TeamFacts>({
  teamId: text('team.team_id'),
  templateId: text('team.template_id'),
  templateName: text('version.name'),
  lifecycleState: text('life.state'),
  // Records of earlier releases name no cause.
  lifecycleCause: text(sql`case when life.state <> 'active' then coalesce(life.cause, 'inactivity') end`),
  expiresAt: time('life.expires_at'),
  expiryAction: text('life.action'),
});

export function teamFactsStore(db: Database, tenantId: string): TeamFactsStore {
  const { tenant, all } = statements(db, tenantId);

  const timeLimits: TeamFactsStore['timeLimits'] = async () => {
    const templates = await templateStore(db, tenantId).list();
    const limits = templates.map(({ templateConfiguration: { id, lifecycle } }) => [id, lifecycle] as const);
    return new Map(
      limits.filter(
        ([, { enabled, endMonths, endDateQuestion }]) => enabled && (endMonths ?? endDateQuestion) != null,
      ),
    );
  };

  return {
    timeLimits,

    of: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(FACTS)`
            select ${FACTS}
              from charter.governed_teams team
              left join charter.templates template
                on template.tenant_id = ${tenant} and template.template_id = team.template_id
              left join charter.template_versions version
                on version.tenant_id = ${tenant} and version.template_id = template.template_id
               and version.revision = template.revision
              left join charter.team_lifecycles life on life.tenant_id = ${tenant} and life.team_id = team.team_id
             where team.tenant_id = ${tenant} and team.team_id = any(${teamIds}::text[])`,

    governedIds: (templateId) => all(text())`
      select team_id from charter.governed_teams
       where tenant_id = ${tenant} ${templateId === undefined ? sql`` : sql`and template_id = ${templateId}`}`,

    idsInState: (state) => all(text())`
      select team_id from charter.team_lifecycles where tenant_id = ${tenant} and state = ${state}`,

    // Compares texts: both sides are RFC 3339 in UTC, and an answer may be any text.
    idsEnding: async (clauses) => {
      const items = [...(await timeLimits())].map(([templateId, { endMonths, endDateQuestion }]) => ({
        templateId,
        endMonths: endMonths ?? null,
        endDateQuestion: endDateQuestion ?? null,
      }));
      if (items.length === 0) return [];
      const rules = table('rule', items, {
        templateId: 'text',
        endMonths: 'integer',
        endDateQuestion: 'text',
      });
      const comparisons = clauses.map(
        ({ operator, value }) =>
          sql`and ending.at collate "C" ${COMPARISON[operator]} ${value.toISOString()}::text`,
      );
      return all(text())`
        select ending.team_id from (
          select governed.team_id,
                 least(
                   case when answer.value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then answer.value || 'T00:00:00.000Z' end,
                   to_char((team.created_at at time zone 'utc') + make_interval(months => rule."endMonths"),
                           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as at
            from ${rules}
            join charter.governed_teams governed
              on governed.tenant_id = ${tenant} and governed.template_id = rule."templateId"
            join directory.teams team on team.tenant_id = ${tenant} and team.team_id = governed.team_id
            left join charter.team_answers answer
              on answer.tenant_id = ${tenant} and answer.team_id = governed.team_id
             and answer.answer_id = rule."endDateQuestion" and answer.item = 0) ending
         where ending.at is not null ${sql.join(comparisons, sql` `)}`;
    },

    idsWithGuestsFrom: (domain) => all(text())`
      select distinct m.team_id from directory.users u
        join directory.team_members m on m.tenant_id = ${tenant} and m.user_id = u.user_id and m.role = 'guest'
       where u.tenant_id = ${tenant} and u.user_type = 'Guest' and ${GUEST_DOMAIN} = ${domain}`,

    /** Searches the input of open operations for the id: every operation on a team has it, and few are open. */
    underChange: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(text())`
            select id from unnest(${teamIds}::text[]) as id
             where exists (select from charter.jobs job
                            where job.tenant_id = ${tenant} and job.team_id = id and ${mayChangeTeam})
                or exists (select from charter.suite_intents
                            where tenant_id = ${tenant} and position(id in input::text) > 0)`,
  };
}
