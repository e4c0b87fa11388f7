/**
 * Policies in PostgreSQL. Every request for a team reads them and few calls change them, so each process caches them by
 * their stamp (stamps.ts).
 */
import type { Policy, PolicyDraft, PolicyScope } from '../domain/policies/model.ts';
import type { PolicyStore } from '../domain/policies/ports.ts';
import type { Metadata } from '../domain/teams/metadata.ts';
import type { GovernedTeam } from '../domain/teams/ports.ts';
import { boolean, columns, json, number, text, time } from '../kernel/columns.ts';
import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/ids.ts';
import { assigned, type Database, inserted, type Statements, sql, statements } from '../kernel/sql.ts';
import { GOVERNED_TEAM, partsOfTeam } from './governed-teams.ts';
import { cacheByStamp, changeWithStamp, freeze, readStamp } from './stamps.ts';
import { asItem } from './statement-parts.ts';

const NO_POLICIES: readonly Policy[] = Object.freeze([]);

const POLICY = columns<Policy>({
  id: text('policy_id'),
  name: text(),
  description: text(),
  kind: text(),
  enabled: boolean(),
  mode: text(),
  settings: json(),
  version: number(),
  createdAt: time(),
  updatedAt: time(),
  scope: json(sql`
    case scope when 'templates' then json_build_object('type', scope, 'templateIds', template_ids)
               when 'teams' then coalesce(answered_scope, json_build_object('type', scope))
               else json_build_object('type', scope) end`),
});

const SIZED = columns<Policy & { size: number }>({
  ...POLICY.members,
  size: number(sql`length(settings::text) + coalesce(length(answered_scope::text), 0)`),
});

const cachedPolicies = cacheByStamp<readonly Policy[]>(16 * 1024 * 1024, async ({ tenant, all }) => {
  const rows = await all(SIZED)`
    select ${SIZED} from charter.policies where tenant_id = ${tenant} and enabled order by policy_id`;
  return {
    state: Object.freeze(rows.map(({ size: _, ...policy }) => freeze(policy as Policy))),
    size: rows.reduce((sum, { size }) => sum + size, 0),
  };
});

const ATTACHED = columns<{ teamId: string; attachedAt: Date }>({ teamId: text(), attachedAt: time() });

type OfTeam = Omit<GovernedTeam, 'metadata'>;
type Absent<T> = { readonly [Member in keyof T]: null };

/** The stamp of the policies, the answers of a team, and the governed team if there is one. */
const GOVERNING = columns<{ stamp: string | null; metadata: Metadata } & (OfTeam | Absent<OfTeam>)>({
  ...GOVERNED_TEAM.members,
  stamp: text('stamps.stamp'),
  metadata: json(sql`coalesce(answered.metadata, '{}')`),
});

/**
 * The columns of the scope. Nodes of releases without answers in scopes read `teams`, so they apply the policy only
 * to attached teams, and not to all.
 */
function scopeRowOf(scope: PolicyScope) {
  const isAnswered = scope.type !== 'teams' && scope.answers !== undefined;
  return {
    scope: isAnswered ? 'teams' : scope.type,
    template_ids: scope.type === 'templates' && !isAnswered ? scope.templateIds : [],
    answered_scope: isAnswered ? scope : null,
  };
}

/** The columns that a caller writes. */
const rowOf = ({ name, description, kind, enabled, mode, scope, settings }: PolicyDraft) => ({
  name,
  description,
  kind,
  enabled,
  mode,
  ...scopeRowOf(scope),
  settings,
});

/** SQLSTATE of a row that refers to a deleted one (PostgreSQL manual, appendix A). */
const FOREIGN_KEY_VIOLATION = '23503';

const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;

/** Stops governing teams that have neither a template nor a policy, and that nobody changed outside Charter. */
const endWithoutReason = (
  { tenant, write }: Statements,
  teamIds: readonly string[],
): Promise<number> => write`
  delete from charter.governed_teams team
   where team.tenant_id = ${tenant} and team.team_id = any(${teamIds}::text[]) and team.template_id is null
     and not team.is_noticed
     and not exists (
       select from charter.policy_teams given
        where given.tenant_id = ${tenant} and given.team_id = team.team_id)`;

const enabledPolicies = async (
  db: Database,
  tenantId: string,
  stamp: string | null | undefined,
): Promise<readonly Policy[]> => (stamp ? cachedPolicies(db, tenantId, stamp) : NO_POLICIES);

export function policyStore(db: Database, tenantId: string): PolicyStore {
  const run = statements(db, tenantId);
  const { tenant, all, first, write } = run;

  const change = <T>(work: (transaction: Statements) => Promise<T>): Promise<T> =>
    changeWithStamp(db, 'charter.policy_stamps', tenantId, work);

  return {
    lockForChange: () => change(async () => undefined),

    add: (policy, at) =>
      change(async ({ write }) => {
        const row = {
          tenant_id: tenant,
          policy_id: policy.id,
          ...rowOf(policy),
          created_at: at,
          updated_at: at,
        };
        await write`insert into charter.policies ${inserted(row)}`;
      }),

    find: async (policyId) =>
      isUuid(policyId)
        ? first(POLICY)`
            select ${POLICY} from charter.policies where tenant_id = ${tenant} and policy_id = ${policyId}`
        : undefined,

    list: ({ kind, top, after }) => all(POLICY)`
      select ${POLICY} from charter.policies
       where tenant_id = ${tenant} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
         ${after === undefined ? sql`` : sql`and policy_id > ${after}`}
       order by policy_id limit ${top + 1}`,

    count: async () =>
      (await first(number())`select count(*)::int from charter.policies where tenant_id = ${tenant}`) ?? 0,

    async findGoverning(teamId) {
      const found = await first(GOVERNING)`
        select ${GOVERNING}
          from (select 1) always
          left join charter.policy_stamps stamps on stamps.tenant_id = ${tenant}
          left join charter.team_metadata answered
            on answered.tenant_id = ${tenant} and answered.team_id = ${teamId}
          left join charter.governed_teams team on team.tenant_id = ${tenant} and team.team_id = ${teamId}
          ${partsOfTeam(tenant)}`;
      const policies = await enabledPolicies(db, tenantId, found?.stamp);
      if (found === undefined || found.teamId === null) {
        const governed = { templateId: null, policyIds: [], metadata: found?.metadata ?? {} };
        return { team: undefined, governed, policies };
      }
      const { stamp: _, ...team } = found;
      return { team, governed: team, policies };
    },

    async listEnabled(stamp) {
      const present = stamp === undefined ? await readStamp(run, 'charter.policy_stamps') : stamp;
      return enabledPolicies(db, tenantId, present);
    },

    save: (policyId, draft, ifVersion, at) =>
      change(
        ({ first }) => first(POLICY)`
          ${asItem(sql`
            update charter.policies
               set ${assigned(rowOf(draft))}, updated_at = ${at}, version = version + 1
             where tenant_id = ${tenant} and policy_id = ${policyId} and version = ${ifVersion}
            returning *`)}
          select ${POLICY} from item`,
      ),

    delete: (policyId) =>
      change(async (transaction) => {
        const { all, write } = transaction;
        // Locks the teams before their attachments are deleted, in the same order as attach, which prevents deadlocks.
        await write`
          select from charter.governed_teams
           where tenant_id = ${tenant}
             and team_id in (
               select team_id from charter.policy_teams where tenant_id = ${tenant} and policy_id = ${policyId})
           order by team_id for update`;
        const detached = await all(text())`
          delete from charter.policy_teams where tenant_id = ${tenant} and policy_id = ${policyId} returning team_id`;
        const deleted = await write`
          delete from charter.policies where tenant_id = ${tenant} and policy_id = ${policyId}`;
        await endWithoutReason(transaction, detached);
        return deleted === 1;
      }),

    async attach(policyId, teamId, at) {
      const time = sql.val(at);
      try {
        const attached = await write`
          with governed as (
            insert into charter.governed_teams (tenant_id, team_id, created_at, due_at)
            values (${tenant}, ${teamId}, ${time}, ${time})
            on conflict (tenant_id, team_id) do update set due_at = least(governed_teams.due_at, excluded.due_at)
            returning team_id)
          insert into charter.policy_teams (tenant_id, policy_id, team_id, attached_at)
          select ${tenant}, ${policyId}, team_id, ${time} from governed
          on conflict do nothing`;
        return attached === 1;
      } catch (error) {
        throw isForeignKeyViolation(error) ? notFound('policy', policyId) : error;
      }
    },

    async detach(policyId, teamId) {
      const detached = await write`
        delete from charter.policy_teams
         where tenant_id = ${tenant} and policy_id = ${policyId} and team_id = ${teamId}`;
      if (detached !== 1) return false;
      await endWithoutReason(run, [teamId]);
      return true;
    },

    listTeams: (policyId, { top, after }) => all(ATTACHED)`
      select ${ATTACHED} from charter.policy_teams
       where tenant_id = ${tenant} and policy_id = ${policyId}
         ${after === undefined ? sql`` : sql`and team_id > ${after}`}
       order by team_id limit ${top + 1}`,
  };
}
