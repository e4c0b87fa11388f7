/**
 * Policies in PostgreSQL. Every request for a team reads them and few calls change them, so each process caches them by
 * their stamp (stamps.ts).
 */
import type { Kysely } from 'kysely';
import type { Policy, PolicyDraft } from '../domain/policies/model.ts';
import type { PolicyStore } from '../domain/policies/ports.ts';
import type { GovernedTeam } from '../domain/teams/ports.ts';
import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import { FIND_GOVERNED } from './governed-teams.ts';
import { cacheByStamp, changeStamped, freeze, readStamp } from './stamps.ts';
import { type Statements, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const NO_POLICIES: readonly Policy[] = Object.freeze([]);

const COLUMNS = `
  policy_id as id, name, description, kind, enabled, mode, settings, version, created_at as "createdAt",
  updated_at as "updatedAt",
  case scope when 'templates' then json_build_object('type', scope, 'templateIds', template_ids)
             else json_build_object('type', scope) end as scope`;

const FIND = `select ${COLUMNS} from charter.policies where tenant_id = $1 and policy_id = $2`;

const LIST = `
  select ${COLUMNS} from charter.policies
   where tenant_id = $1 and ($2::text is null or kind = $2) and ($3::uuid is null or policy_id > $3)
   order by policy_id limit $4`;

const COUNT = 'select count(*)::int as count from charter.policies where tenant_id = $1';

const ADD = `
  insert into charter.policies
    (tenant_id, policy_id, name, description, kind, enabled, mode, scope, template_ids, settings, created_at,
     updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`;

const SAVE = `
  update charter.policies
     set name = $3, description = $4, kind = $5, enabled = $6, mode = $7, scope = $8, template_ids = $9,
         settings = $10, updated_at = $11, version = version + 1
   where tenant_id = $1 and policy_id = $2 and version = $12
  returning ${COLUMNS}`;

const DELETE = 'delete from charter.policies where tenant_id = $1 and policy_id = $2';

/** Returns the values of `$3` to `$10` in ADD and SAVE. */
const valuesOf = ({ name, description, kind, enabled, mode, scope, settings }: PolicyDraft): unknown[] => [
  name,
  description,
  kind,
  enabled,
  mode,
  scope.type,
  scope.type === 'templates' ? scope.templateIds : [],
  settings,
];

const LIST_ENABLED = `
  select ${COLUMNS}, length(settings::text) as size
    from charter.policies where tenant_id = $1 and enabled order by policy_id`;

const cachedPolicies = cacheByStamp<readonly Policy[]>(16 * 1024 * 1024, async ({ all }) => {
  const rows = await all<Policy & { size: number }>(LIST_ENABLED);
  return {
    state: Object.freeze(rows.map(({ size: _, ...policy }) => freeze(policy as Policy))),
    size: rows.reduce((sum, { size }) => sum + size, 0),
  };
});

const FIND_GOVERNING = `
  select stamps.stamp, governed.*
    from (select 1) always
    left join charter.policy_stamps stamps on stamps.tenant_id = $1
    left join (${FIND_GOVERNED}) governed on true`;

const ATTACH = `
  with governed as (
    insert into charter.governed_teams (tenant_id, team_id, created_at, due_at) values ($1, $3, $4, $4)
    on conflict (tenant_id, team_id) do update set due_at = least(governed_teams.due_at, excluded.due_at)
    returning team_id)
  insert into charter.policy_teams (tenant_id, policy_id, team_id, attached_at)
  select $1, $2, team_id, $4 from governed
  on conflict do nothing`;

/** SQLSTATE of a row that refers to a deleted one (PostgreSQL manual, appendix A). */
const FOREIGN_KEY_VIOLATION = '23503';

const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;

const DETACH = 'delete from charter.policy_teams where tenant_id = $1 and policy_id = $2 and team_id = $3';

/** Locks the teams before their attachments are deleted, in the same order as ATTACH, which prevents deadlocks. */
const HOLD_ATTACHED = `
  select from charter.governed_teams
   where tenant_id = $1
     and team_id in (select team_id from charter.policy_teams where tenant_id = $1 and policy_id = $2)
   order by team_id for update`;

const DETACH_ALL =
  'delete from charter.policy_teams where tenant_id = $1 and policy_id = $2 returning team_id';

const LIST_TEAMS = `
  select team_id as "teamId", attached_at as "attachedAt" from charter.policy_teams
   where tenant_id = $1 and policy_id = $2 and ($3::text is null or team_id > $3)
   order by team_id limit $4`;

/** Stops governing teams that have neither a template nor a policy, and were not noticed outside of Charter. */
const END_WITHOUT_REASON = `
  delete from charter.governed_teams team
   where team.tenant_id = $1 and team.team_id = any($2::text[]) and team.template_id is null
     and not team.is_noticed
     and not exists (
       select from charter.policy_teams given where given.tenant_id = $1 and given.team_id = team.team_id)`;

const enabledPolicies = async (
  db: Kysely<CharterTables>,
  tenantId: string,
  stamp: string | null | undefined,
): Promise<readonly Policy[]> => (stamp ? cachedPolicies(db, tenantId, stamp) : NO_POLICIES);

export function policyStore(db: Kysely<CharterTables>, tenantId: string): PolicyStore {
  const run = statements(db, tenantId);
  const { all, count, first, write } = run;

  const change = <T>(work: (transaction: Statements) => Promise<T>): Promise<T> =>
    changeStamped(db, 'charter.policy_stamps', tenantId, work);

  return {
    takeTurn: () => change(async () => undefined),

    add: (policy, at) =>
      change(async (transaction) => {
        await transaction.write(ADD, policy.id, ...valuesOf(policy), at);
      }),

    find: async (policyId) => (isUuid(policyId) ? first<Policy>(FIND, policyId) : undefined),

    list: ({ kind, top, after }) => all<Policy>(LIST, kind, after, top + 1),

    count: () => count(COUNT),

    async findGoverning(teamId) {
      type Row = { stamp: string | null } & { [Member in keyof GovernedTeam]: GovernedTeam[Member] | null };
      const { stamp, ...team } = (await first<Row>(FIND_GOVERNING, teamId)) as Row;
      return {
        team: team.teamId === null ? undefined : (team as GovernedTeam),
        policies: await enabledPolicies(db, tenantId, stamp),
      };
    },

    async listEnabled(stamp) {
      const present = stamp === undefined ? await readStamp(run, 'charter.policy_stamps') : stamp;
      return enabledPolicies(db, tenantId, present);
    },

    save: (policyId, draft, ifVersion, at) =>
      change(({ first }) => first<Policy>(SAVE, policyId, ...valuesOf(draft), at, ifVersion)),

    delete: (policyId) =>
      change(async (transaction) => {
        await transaction.all(HOLD_ATTACHED, policyId);
        const detached = await transaction.all<{ team_id: string }>(DETACH_ALL, policyId);
        const deleted = await transaction.write(DELETE, policyId);
        const teamIds = detached.map(({ team_id }) => team_id);
        await transaction.write(END_WITHOUT_REASON, teamIds);
        return deleted === 1;
      }),

    async attach(policyId, teamId, at) {
      try {
        return (await write(ATTACH, policyId, teamId, at)) === 1;
      } catch (error) {
        throw isForeignKeyViolation(error) ? notFound('policy', policyId) : error;
      }
    },

    async detach(policyId, teamId) {
      if ((await write(DETACH, policyId, teamId)) !== 1) return false;
      await write(END_WITHOUT_REASON, [teamId]);
      return true;
    },

    listTeams: (policyId, { top, after }) => all(LIST_TEAMS, policyId, after, top + 1),
  };
}
