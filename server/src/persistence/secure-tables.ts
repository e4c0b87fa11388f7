/**
 * Row-level security, the rights of the service's role, and the audit guard, compared with the catalogs at each start,
 * so that no migration can omit them. A database that has them all is not changed, and no lock is taken.
 */
import { hash } from 'node:crypto';
import pg from 'pg';
import { boolean, columns, json, type RowOf, text, texts } from '../kernel/columns.ts';
import { sql } from '../kernel/sql.ts';
import { GUARD_FUNCTIONS, GUARD_TRIGGERS } from './audit-guard.ts';
import { statementsOn } from './connection.ts';
import { type DatabaseChange, SCHEMAS, type Statement } from './database-changes.ts';

/** Tables of schema charter without tenant data, and the view of one in the schema installation. */
const INSTALLATION_TABLES = ['signing_keys', 'issuer_sessions', 'audit_keys', 'audit_retention', 'retention'];

/** Append-only tables: the service may read and insert rows, but not update or delete them. */
const INSERT_ONLY_TABLES = [
  'domain_events',
  'audit_records',
  'audit_chain',
  'audit_keys',
  'approval_decisions',
];

/** Columns of append-only tables that an erasure redacts. */
const REDACTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  domain_events: ['actor', 'target', 'payload'],
  approval_decisions: ['decider', 'message'],
};

/** Tables that the service may not delete from. Functions of the owner delete rows after their retention period. */
const NEVER_REMOVED_TABLES = ['approvals', 'jobs', 'redacted_texts'];

/** Tables that the service may only read. */
const READ_ONLY_TABLES = ['audit_retention', 'retention'];

/** Tables to which the service has no access. */
const OWNER_TABLES = ['installation_secrets'];

/** Functions in schema charter that the service calls and that run with the owner's rights (security definer). */
const SERVICE_FUNCTIONS = ['prune_audit_records', 'remove_expired'];

/** Returns the service's rights to a table: all, unless a list above restricts them. */
function rightsTo(table: string): string[] {
  if (READ_ONLY_TABLES.includes(table)) return ['select'];
  if (INSERT_ONLY_TABLES.includes(table)) {
    return ['select', 'insert', ...(REDACTED_COLUMNS[table] ?? []).map((column) => `update (${column})`)];
  }
  return ['select', 'insert', 'update', ...(NEVER_REMOVED_TABLES.includes(table) ? [] : ['delete'])];
}

/** A policy. Its expressions are written as PostgreSQL shows them, so that they can be compared. */
interface Policy {
  name: string;
  command: 'all' | 'select';
  using: string;
  check: string | null;
}

const isSetting = (column: string, setting: string): string =>
  `(${column} = current_setting('charter.${setting}'::text, true))`;

const OF_TENANT = isSetting('tenant_id', 'tenant_id');
const TENANT_ISOLATION: Policy = {
  name: 'tenant_isolation',
  command: 'all',
  using: OF_TENANT,
  check: OF_TENANT,
};

const readable = (name: string, using: string): Policy => ({ name, command: 'select', using, check: null });

/** Policies in addition to tenant isolation, by table of schema charter. */
const FURTHER_POLICIES: Readonly<Record<string, Policy>> = {
  // Basic authentication finds an app by its id before the tenant is known.
  apps: readable('app_by_id', isSetting('app_id', 'app_id')),
  app_secrets: readable('secrets_by_app_id', isSetting('app_id', 'app_id')),
  // A SCIM token is found by its hash before the tenant is known.
  scim_tokens: readable('scim_token_by_hash', isSetting('token_hash', 'scim_token_hash')),
  // Scheduled work lists all tenants. The table holds only their names and the time at which access to the suite was
  // lost.
  tenants: readable('tenants_are_listed', 'true'),
};

function policiesOf(schema: string, table: string): Policy[] {
  if (INSTALLATION_TABLES.includes(table)) return [];
  const further = schema === 'charter' ? FURTHER_POLICIES[table] : undefined;
  return [TENANT_ISOLATION, ...(further === undefined ? [] : [further])];
}

/** A policy of the catalog. `isForAll`: it is permissive and applies to every role. */
interface FoundPolicy extends Policy {
  isForAll: boolean;
}

/** A trigger of the catalog. Its comment names the definition that it was created from. */
interface FoundTrigger {
  name: string;
  isEnabled: boolean;
  comment: string | null;
}

const TABLE = columns({
  schema: text<string>('n.nspname'),
  name: text<string>('c.relname'),
  isSecured: boolean<boolean>(sql`c.relrowsecurity`),
  isForced: boolean<boolean>(sql`c.relforcerowsecurity`),
  rights: texts<readonly string[]>(sql`array(
    select lower(privilege_type) from aclexplode(c.relacl) where grantee = r.oid
    union all
    select format('%s (%I)', lower(privilege_type), attname)
      from pg_attribute, aclexplode(attacl) where attrelid = c.oid and grantee = r.oid)`),
  policies: json<FoundPolicy[]>(sql`array(
    select json_build_object(
             'name', polname, 'command', case polcmd when '*' then 'all' when 'r' then 'select' else polcmd::text end,
             'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid),
             'isForAll', polpermissive and polroles = '{0}')
      from pg_policy where polrelid = c.oid)`),
  triggers: json<FoundTrigger[]>(sql`array(
    select json_build_object(
             'name', tgname, 'isEnabled', tgenabled = 'O', 'comment', obj_description(oid, 'pg_trigger'))
      from pg_trigger where tgrelid = c.oid and not tgisinternal)`),
});
type Table = RowOf<typeof TABLE>;

const same = (found: readonly string[], wanted: readonly string[]): boolean =>
  [...found].sort().join() === [...wanted].sort().join();

function policyStatements(
  table: string,
  policies: readonly Policy[],
  found: readonly FoundPolicy[],
): string[] {
  return policies.flatMap(({ name, command, using, check }) => {
    const existing = found.find((policy) => policy.name === name);
    const isEqual = existing?.command === command && existing.using === using && existing.check === check;
    if (isEqual && existing.isForAll) return [];
    const checked = check === null ? '' : ` with check (${check})`;
    return [
      `drop policy if exists ${name} on ${table}`,
      `create policy ${name} on ${table} for ${command} using (${using})${checked}`,
    ];
  });
}

const definitionOf = (create: string): string => `Charter ${hash('sha256', create).slice(0, 16)}`;

function triggerStatements({ schema, name: table, triggers }: Table): string[] {
  const wanted = schema === 'charter' ? GUARD_TRIGGERS.filter((guard) => guard.table === table) : [];
  return wanted.flatMap(({ name, create }) => {
    const comment = definitionOf(create);
    if (triggers.some((found) => found.name === name && found.isEnabled && found.comment === comment))
      return [];
    return [
      `drop trigger if exists ${name} on charter.${table}`,
      create,
      `comment on trigger ${name} on charter.${table} is '${comment}'`,
    ];
  });
}

/** Returns the statements that secure a table; none when it is secure. */
function tableStatements(table: Table, role: string): string[] {
  const { schema, name, isSecured, isForced, rights, policies } = table;
  if (OWNER_TABLES.includes(name)) return [];
  const quoted = `${schema}.${pg.escapeIdentifier(name)}`;
  const hasTenants = !INSTALLATION_TABLES.includes(name);
  const wanted = rightsTo(name);
  return [
    ...(hasTenants && !isSecured ? [`alter table ${quoted} enable row level security`] : []),
    ...(hasTenants && !isForced ? [`alter table ${quoted} force row level security`] : []),
    ...policyStatements(quoted, policiesOf(schema, name), policies),
    ...triggerStatements(table),
    ...(same(rights, wanted)
      ? []
      : [`revoke all on ${quoted} from ${role}`, `grant ${wanted.join(', ')} on ${quoted} to ${role}`]),
  ];
}

const change = (name: string, statements: readonly string[]): DatabaseChange[] =>
  statements.length === 0
    ? []
    : [{ name, kind: 'rights', statements: statements.map((text): Statement => ({ text })) }];

async function guardFunctions(client: pg.ClientBase): Promise<DatabaseChange[]> {
  const { first } = statementsOn(client);
  const statements: string[] = [];
  for (const { name, body } of GUARD_FUNCTIONS) {
    const found = await first(text())`select prosrc from pg_proc where oid = to_regproc(${name})`;
    if (found === body) continue;
    statements.push(
      `create or replace function ${name}() returns trigger language plpgsql as $function$${body}$function$`,
    );
  }
  return change('functions of the audit guard', statements);
}

/** Returns the change that grants missing rights to schemas, functions and the queue; none when no right is missing. */
async function lackingRights(client: pg.ClientBase, role: string): Promise<DatabaseChange[]> {
  const { all, exists } = statementsOn(client);
  const name = pg.escapeIdentifier(role);
  const schemas = await all(text<string>())`
    select nspname from pg_namespace left join pg_roles r on r.rolname = ${role}
     where nspname = any(${[...SCHEMAS, 'pgboss']}::text[])
       and not coalesce(has_schema_privilege(r.oid, pg_namespace.oid, 'usage'), false)`;
  const functions = await all(text<string>())`
    select p.proname from pg_proc p left join pg_roles r on r.rolname = ${role}
     where p.pronamespace = to_regnamespace('charter') and p.proname = any(${SERVICE_FUNCTIONS}::text[])
       and not coalesce(has_function_privilege(r.oid, p.oid, 'execute'), false)`;
  const lacksQueue = await exists`
    select from pg_namespace n left join pg_roles r on r.rolname = ${role}
     where n.nspname = 'pgboss' and (
       exists (select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v')
                  and not coalesce(has_table_privilege(r.oid, c.oid, 'select') and has_table_privilege(r.oid, c.oid, 'insert')
                    and has_table_privilege(r.oid, c.oid, 'update') and has_table_privilege(r.oid, c.oid, 'delete'), false))
       -- PostgreSQL may evaluate conditions in any order, and the function rejects what is no sequence.
       or exists (select from pg_class c where c.relnamespace = n.oid
                     and case c.relkind when 'S' then not coalesce(has_sequence_privilege(r.oid, c.oid, 'usage'), false) end)
       or exists (select from pg_proc p where p.pronamespace = n.oid
                     and not coalesce(has_function_privilege(r.oid, p.oid, 'execute'), false)))`;
  return change('rights to schemas, functions and the queue', [
    ...schemas.map((schema) => `grant usage on schema ${schema} to ${name}`),
    ...functions.map((called) => `grant execute on function charter.${called} to ${name}`),
    ...(lacksQueue
      ? [
          `grant select, insert, update, delete on all tables in schema pgboss to ${name}`,
          `grant usage on all sequences in schema pgboss to ${name}`,
          `grant execute on all functions in schema pgboss to ${name}`,
        ]
      : []),
  ]);
}

/** The service reads the records of the migrations at its start. */
async function recordsRight(client: pg.ClientBase, role: string): Promise<DatabaseChange[]> {
  const lacks = await statementsOn(client).exists`
    select from pg_class c left join pg_roles r on r.rolname = ${role}
     where c.oid = to_regclass('charter.migration_records')
       and not coalesce(has_table_privilege(r.oid, c.oid, 'select'), false)`;
  const grant = `grant select on charter.migration_records to ${pg.escapeIdentifier(role)}`;
  return change('rights to charter.migration_records', lacks ? [grant] : []);
}

/**
 * Returns the changes that establish the wanted row-level security, rights and audit guard. Each table has a change of
 * its own: a transaction over several tables could deadlock with a serving node.
 */
export async function tableSecurityChanges(client: pg.ClientBase, role: string): Promise<DatabaseChange[]> {
  const tables = await statementsOn(client).all(TABLE)`
    select ${TABLE}
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_roles r on r.rolname = ${role}
     where n.nspname = any(${SCHEMAS}::text[]) and c.relkind in ('r', 'p', 'v') and c.relname not like 'migration%'
     order by n.nspname, c.relname`;
  const quotedRole = pg.escapeIdentifier(role);
  return [
    ...(await guardFunctions(client)),
    ...tables.flatMap((table) =>
      change(
        `row-level security and rights of ${table.schema}.${table.name}`,
        tableStatements(table, quotedRole),
      ),
    ),
    ...(await recordsRight(client, role)),
    ...(await lackingRights(client, role)),
  ];
}
