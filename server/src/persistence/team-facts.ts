/** Charter's own facts about teams: templates and lifecycles. */
import type { TeamFacts, TeamFactsStore } from '../domain/teams/ports.ts';
import { columns, text, time } from '../kernel/columns.ts';
import { type Database, sql, statements } from '../kernel/sql.ts';

const FACTS = columns<TeamFacts>({
  teamId: text('team.team_id'),
  templateId: text('team.template_id'),
  templateName: text('version.name'),
  lifecycleState: text('life.state'),
  expiresAt: time('life.expires_at'),
  expiryAction: text('life.action'),
});

export function teamFactsStore(db: Database, tenantId: string): TeamFactsStore {
  const { tenant, all } = statements(db, tenantId);
  return {
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

    /** Searches the input of open operations for the id: every operation on a team has it, and few are open. */
    underChange: async (teamIds) =>
      teamIds.length === 0
        ? []
        : all(text())`
            select id from unnest(${teamIds}::text[]) as id
             where exists (select from charter.jobs
                            where tenant_id = ${tenant} and team_id = id and status in ('waiting', 'active', 'delayed'))
                or exists (select from charter.suite_intents
                            where tenant_id = ${tenant} and position(id in input::text) > 0)`,
  };
}
