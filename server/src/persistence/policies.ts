/**
 * Policies in PostgreSQL. Every request for a team reads them and few calls change them, so each process caches them by
 * their stamp, as it does with the catalog (templates.ts).
 */
import { CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { GovernedTeam, Policy, PolicyDraft, PolicyScope } from '../domain/policies/model.ts';
import type { GovernedTeamSelection, PolicyStore } from '../domain/policies/ports.ts';
import { isUuid } from '../kernel/ids.ts';
import { leaseRows } from './leases.ts';
import { changeStamped, freeze, readStamp } from './stamps.ts';
import type { CharterTables, PolicyRow } from './tables.ts';

type Database = Kysely<CharterTables>;

const NO_POLICIES: readonly Policy[] = Object.freeze([]);

interface State {
  policies: readonly Policy[];
  /** Length of its JSON, as a measure of memory. */
  size: number;
}

/** Enabled policies by stamp. */
const states = new LRUCache<string, State>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ size }) => Math.max(size, 1),
});

const toScope = ({ scope, template_ids }: Pick<PolicyRow, 'scope' | 'template_ids'>): PolicyScope =>
  scope === 'templates' ? { type: scope, templateIds: template_ids } : { type: scope as 'tenant' | 'teams' };

const toPolicy = (row: Selectable<PolicyRow>): Policy =>
  ({
    id: row.policy_id,
    name: row.name,
    description: row.description,
    kind: row.kind,
    enabled: row.enabled,
    scope: toScope(row),
    settings: row.settings,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }) as Policy;

const toColumns = ({ name, description, kind, enabled, scope, settings }: PolicyDraft) => ({
  name,
  description,
  kind,
  enabled,
  scope: scope.type,
  template_ids: scope.type === 'templates' ? scope.templateIds : [],
  settings: JSON.stringify(settings),
});

/** Reads stamp and policies in one statement, and so from one snapshot. */
async function readState(db: Database, tenantId: string): Promise<{ stamp: string } & State> {
  const rows = await db
    .selectFrom('charter.policy_stamps as stamps')
    .leftJoin('charter.policies as policy', (join) =>
      join.onRef('policy.tenant_id', '=', 'stamps.tenant_id').on('policy.enabled', '=', true),
    )
    .selectAll('policy')
    .select(['stamps.stamp', sql<number>`coalesce(length(policy.settings::text), 0)`.as('size')])
    .where('stamps.tenant_id', '=', tenantId)
    .orderBy('policy.policy_id')
    .execute();
  const found = rows.filter((row) => row.policy_id !== null) as unknown as Selectable<PolicyRow>[];
  return {
    stamp: rows[0]?.stamp ?? '',
    policies: Object.freeze(found.map((row) => freeze(toPolicy(row)))),
    size: rows.reduce((sum, { size }) => sum + size, 0),
  };
}

async function enabledPolicies(
  db: Database,
  tenantId: string,
  stamp: string | undefined,
): Promise<readonly Policy[]> {
  if (stamp === undefined) return NO_POLICIES;
  const known = states.get(stamp);
  if (known !== undefined) return known.policies;
  const { stamp: current, ...state } = await readState(db, tenantId);
  // The state within a transaction is not cached, because it may be rolled back.
  if (current !== '' && !db.isTransaction) states.set(current, state);
  return state.policies;
}

const GOVERNED = `
  select team.team_id, team.template_id, team.created_at,
         coalesce((select json_agg(given.policy_id order by given.policy_id)
                     from charter.policy_teams given
                    where given.tenant_id = $1 and given.team_id = team.team_id), '[]') as policy_ids`;

interface GovernedRow {
  team_id: string;
  template_id: string | null;
  created_at: Date;
  policy_ids: string[];
}

const toGoverned = (row: GovernedRow): GovernedTeam => ({
  teamId: row.team_id,
  templateId: row.template_id,
  since: row.created_at,
  policyIds: row.policy_ids,
});

const FIND_GOVERNED = `${GOVERNED} from charter.governed_teams team where team.tenant_id = $1 and team.team_id = $2`;

const FIND_GOVERNING = `
  select stamps.stamp, governed.*
    from (select 1) always
    left join charter.policy_stamps stamps on stamps.tenant_id = $1
    left join (${FIND_GOVERNED}) governed on true`;

const LIST_GOVERNED = `
  ${GOVERNED} from charter.governed_teams team
   where team.tenant_id = $1 and ($2::text is null or team.team_id > $2)
   order by team.team_id limit $3`;

/** Leases due teams without a job under way. */
const TAKE_DUE = `
  with taken as (${leaseRows(
    { table: 'charter.governed_teams', key: ['team_id'], until: 'due_at' },
    {
      where: `item.due_at <= $2 and not exists (
        select from charter.jobs job
         where job.tenant_id = $1 and job.team_id = item.team_id
           and job.status in ('waiting', 'active', 'delayed'))`,
      order: 'item.due_at',
      returning: 'item.team_id, item.template_id, item.created_at',
    },
  )})
  ${GOVERNED} from taken team order by team.team_id`;

/** Locks rows in the order of their ids, which prevents deadlocks. */
const locked = (where: string): string => `
  with locked as materialized (
    select team_id from charter.governed_teams where tenant_id = $1 and ${where} order by team_id for update)
  update charter.governed_teams team`;

const SETTLE_DUE = `${locked('team_id = any($2::text[]) and due_at = $3')} set due_at = $4
    from locked where team.tenant_id = $1 and team.team_id = locked.team_id`;

const ATTACH = `
  with governed as (
    insert into charter.governed_teams (tenant_id, team_id, created_at, due_at) values ($1, $3, $4, $4)
    on conflict (tenant_id, team_id) do update set due_at = least(governed_teams.due_at, excluded.due_at)
    returning team_id)
  insert into charter.policy_teams (tenant_id, policy_id, team_id, attached_at)
  select $1, $2, team_id, $4 from governed
  on conflict do nothing
  returning team_id`;

const DETACH = 'delete from charter.policy_teams where tenant_id = $1 and policy_id = $2 and team_id = $3';

/** Locks the teams before their attachments are deleted, in the same order as ATTACH, which prevents deadlocks. */
const HOLD_ATTACHED = `
  select from charter.governed_teams
   where tenant_id = $1
     and team_id in (select team_id from charter.policy_teams where tenant_id = $1 and policy_id = $2)
   order by team_id for update`;

const DETACH_ALL =
  'delete from charter.policy_teams where tenant_id = $1 and policy_id = $2 returning team_id';

/** Of the teams that Charter did not make, those that no policy is attached to any more. */
const END_WITHOUT_REASON = `
  delete from charter.governed_teams team
   where team.tenant_id = $1 and team.team_id = any($2::text[]) and team.template_id is null
     and not exists (
       select from charter.policy_teams given where given.tenant_id = $1 and given.team_id = team.team_id)`;

/** `$2` is when. */
const makeDueStatement = (where: string): string => `${locked(`due_at > $2 and ${where}`)} set due_at = $2
    from locked where team.tenant_id = $1 and team.team_id = locked.team_id`;

function dueSelection(selection: GovernedTeamSelection): { where: string; values: unknown[] } {
  if (selection === 'all') return { where: 'true', values: [] };
  if ('teamIds' in selection) return { where: 'team_id = any($3::text[])', values: [selection.teamIds] };
  if ('templateIds' in selection) {
    return { where: 'template_id = any($3::text[])', values: [selection.templateIds] };
  }
  const attached = 'select team_id from charter.policy_teams where tenant_id = $1 and policy_id = $3';
  return { where: `team_id in (${attached})`, values: [selection.attachedTo] };
}

export function policyStore(db: Database, tenantId: string): PolicyStore {
  const run = <Row>(text: string, parameters: unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, parameters));

  const policies = () => db.selectFrom('charter.policies').selectAll().where('tenant_id', '=', tenantId);

  const change = <T>(work: (transaction: Database) => Promise<T>): Promise<T> =>
    changeStamped(db, 'charter.policy_stamps', tenantId, work);

  return {
    takeTurn: () => change(async () => undefined),

    add: (policy, at) =>
      change(async (transaction) => {
        await transaction
          .insertInto('charter.policies')
          .values({
            tenant_id: tenantId,
            policy_id: policy.id,
            ...toColumns(policy),
            created_at: at,
            updated_at: at,
          })
          .execute();
      }),

    async find(policyId) {
      if (!isUuid(policyId)) return undefined;
      const row = await policies().where('policy_id', '=', policyId).executeTakeFirst();
      return row && toPolicy(row);
    },

    async list({ kind, top, after }) {
      let query = policies();
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (after !== undefined) query = query.where('policy_id', '>', after);
      const rows = await query
        .orderBy('policy_id')
        .limit(top + 1)
        .execute();
      return rows.map(toPolicy);
    },

    async count() {
      const { count } = await db
        .selectFrom('charter.policies')
        .select(sql<string>`count(*)`.as('count'))
        .where('tenant_id', '=', tenantId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async listEnabled(stamp) {
      const current = stamp === undefined ? await readStamp(db, 'charter.policy_stamps', tenantId) : stamp;
      return enabledPolicies(db, tenantId, current ?? undefined);
    },

    save: (policyId, draft, ifVersion, at) =>
      change(async (transaction) => {
        const row = await transaction
          .updateTable('charter.policies')
          .set({ ...toColumns(draft), version: ifVersion + 1, updated_at: at })
          .where('tenant_id', '=', tenantId)
          .where('policy_id', '=', policyId)
          .where('version', '=', ifVersion)
          .returningAll()
          .executeTakeFirst();
        return row && toPolicy(row);
      }),

    delete: (policyId) =>
      change(async (transaction) => {
        const execute = <Row>(text: string, values: unknown[]) =>
          transaction.executeQuery<Row>(CompiledQuery.raw(text, [tenantId, ...values]));
        await execute(HOLD_ATTACHED, [policyId]);
        const { rows } = await execute<{ team_id: string }>(DETACH_ALL, [policyId]);
        const { numDeletedRows } = await transaction
          .deleteFrom('charter.policies')
          .where('tenant_id', '=', tenantId)
          .where('policy_id', '=', policyId)
          .executeTakeFirst();
        await execute(END_WITHOUT_REASON, [rows.map(({ team_id }) => team_id)]);
        return numDeletedRows > 0n;
      }),

    async attach(policyId, teamId, at) {
      const { rows } = await run(ATTACH, [tenantId, policyId, teamId, at]);
      return rows.length === 1;
    },

    async detach(policyId, teamId) {
      const { numAffectedRows } = await run(DETACH, [tenantId, policyId, teamId]);
      if (numAffectedRows !== 1n) return false;
      await run(END_WITHOUT_REASON, [tenantId, [teamId]]);
      return true;
    },

    async listTeams(policyId, { top, after }) {
      let query = db
        .selectFrom('charter.policy_teams')
        .select(['team_id', 'attached_at'])
        .where('tenant_id', '=', tenantId)
        .where('policy_id', '=', policyId);
      if (after !== undefined) query = query.where('team_id', '>', after);
      const rows = await query
        .orderBy('team_id')
        .limit(top + 1)
        .execute();
      return rows.map((row) => ({ teamId: row.team_id, attachedAt: row.attached_at }));
    },

    async findGoverned(teamId) {
      const { rows } = await run<GovernedRow>(FIND_GOVERNED, [tenantId, teamId]);
      return rows[0] && toGoverned(rows[0]);
    },

    async findGoverning(teamId) {
      type Row = { stamp: string | null } & { [Column in keyof GovernedRow]: GovernedRow[Column] | null };
      const { rows } = await run<Row>(FIND_GOVERNING, [tenantId, teamId]);
      const { stamp, ...row } = rows[0] as Row;
      const team = row.team_id === null ? undefined : toGoverned(row as GovernedRow);
      return { team, policies: await enabledPolicies(db, tenantId, stamp ?? undefined) };
    },

    async listGoverned({ top, after }) {
      const { rows } = await run<GovernedRow>(LIST_GOVERNED, [tenantId, after ?? null, top + 1]);
      return rows.map(toGoverned);
    },

    async removeGoverned(teamId) {
      const { numDeletedRows } = await db
        .deleteFrom('charter.governed_teams')
        .where('tenant_id', '=', tenantId)
        .where('team_id', '=', teamId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async makeDue(selection, at) {
      const { where, values } = dueSelection(selection);
      await run(makeDueStatement(where), [tenantId, at, ...values]);
    },

    async takeDue(now, leaseUntil, most) {
      const { rows } = await run<GovernedRow>(TAKE_DUE, [tenantId, now, leaseUntil, most]);
      return rows.map(toGoverned);
    },

    async settleDue(teamIds, leaseUntil, next) {
      if (teamIds.length > 0) await run(SETTLE_DUE, [tenantId, teamIds, leaseUntil, next]);
    },
  };
}
