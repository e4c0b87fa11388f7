/** Charter's own facts about teams: templates and lifecycles. */
import type { Kysely } from 'kysely';
import type { TeamFacts, TeamFactsStore } from '../domain/teams/ports.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const FACTS = `
  select team.team_id as "teamId", team.template_id as "templateId", version.name as "templateName", life.state as "lifecycleState",
         life.expires_at as "expiresAt", life.action as "expiryAction"
    from charter.governed_teams team
    left join charter.templates template on template.tenant_id = $1 and template.template_id = team.template_id
    left join charter.template_versions version
      on version.tenant_id = $1 and version.template_id = template.template_id and version.revision = template.revision
    left join charter.team_lifecycles life on life.tenant_id = $1 and life.team_id = team.team_id
   where team.tenant_id = $1 and team.team_id = any ($2::text[])`;

const GOVERNED = 'select team_id as id from charter.governed_teams where tenant_id = $1';
const FROM_TEMPLATE = `${GOVERNED} and template_id = $2`;
const IN_STATE = 'select team_id as id from charter.team_lifecycles where tenant_id = $1 and state = $2';

/** Searches the input of open operations for the id of the team: every operation on a team has it, and few are open. */
const UNDER_CHANGE = `
  select id from unnest($2::text[]) as id
   where exists (select from charter.jobs
                  where tenant_id = $1 and team_id = id and status in ('waiting', 'active', 'delayed'))
      or exists (select from charter.suite_intents where tenant_id = $1 and position(id in input::text) > 0)`;

export function teamFactsStore(db: Kysely<CharterTables>, tenantId: string): TeamFactsStore {
  const { all } = statements(db, tenantId);
  const ids = async (text: string, ...values: unknown[]): Promise<string[]> =>
    (await all<{ id: string }>(text, ...values)).map(({ id }) => id);
  return {
    of: async (teamIds) => (teamIds.length === 0 ? [] : all<TeamFacts>(FACTS, teamIds)),
    governedIds: (templateId) => (templateId === undefined ? ids(GOVERNED) : ids(FROM_TEMPLATE, templateId)),
    idsInState: (state) => ids(IN_STATE, state),
    underChange: async (teamIds) => (teamIds.length === 0 ? [] : ids(UNDER_CHANGE, teamIds)),
  };
}
