/** Row-level security and the rights of the service's role, applied to every table at each start. */
import pg from 'pg';
import { columns, text } from '../kernel/columns.ts';
import { auditGuardStatements } from './audit-guard.ts';
import { onConnection } from './connection.ts';

/** Tables of schema charter without tenant data. */
const INSTALLATION_TABLES = ['signing_keys', 'issuer_sessions', 'audit_keys', 'audit_retention'];

/** Append-only tables: the service may read and insert rows, but not update or delete them. */
const INSERT_ONLY_TABLES = [
  'domain_events',
  'audit_records',
  'audit_chain',
  'audit_keys',
  'approval_decisions',
];

/** Columns of append-only tables that an erasure redacts. */
const REDACTED_COLUMNS: Readonly<Record<string, string>> = {
  domain_events: 'actor, target, payload',
  approval_decisions: 'decider, message',
};

/** Tables that the service may not delete from. */
const NEVER_REMOVED_TABLES = ['approvals', 'jobs'];

/** Tables that the service may only read. */
const READ_ONLY_TABLES = ['audit_retention'];

/** Tables to which the service has no access. */
const OWNER_TABLES = ['installation_secrets'];

/** Returns the service's rights to a table: all, unless a list above restricts them. */
function rightsTo(table: string): string {
  if (READ_ONLY_TABLES.includes(table)) return 'select';
  if (INSERT_ONLY_TABLES.includes(table)) {
    const redacted = REDACTED_COLUMNS[table];
    return redacted === undefined ? 'select, insert' : `select, insert, update (${redacted})`;
  }
  return NEVER_REMOVED_TABLES.includes(table) ? 'select, insert, update' : 'select, insert, update, delete';
}

/** Groups statements by table, in order. Statements without a table form one group. */
function byTable(statements: readonly string[]): string[][] {
  const tableOf = (statement: string): string => /\bon (charter\.\w+)/.exec(statement)?.[1] ?? '';
  return [...Map.groupBy(statements, tableOf).values()];
}

const TABLE = columns({ schema: text<string>('schemaname'), name: text<string>('tablename') });

/**
 * Applies row-level security and rights to every table at each start, so that no migration can omit them. Each table
 * has its own transaction: one over several tables could deadlock with a serving node.
 */
export async function secureTables(client: pg.Client, role: string): Promise<void> {
  const tables = await onConnection(client).all(TABLE)`
    select ${TABLE} from pg_tables
     where schemaname in ('charter', 'directory', 'embedded_suite', 'graph_suite') and tablename not like 'migration%'`;
  const transactions = ['charter', 'directory', 'embedded_suite', 'graph_suite', 'pgboss'].map((schema) => [
    `grant usage on schema ${schema} to ${role}`,
  ]);
  for (const { schema, name } of tables) {
    if (OWNER_TABLES.includes(name)) continue;
    const table = `${schema}.${pg.escapeIdentifier(name)}`;
    const grant = `revoke all on ${table} from ${role};\ngrant ${rightsTo(name)} on ${table} to ${role}`;
    const isolation = [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `drop policy if exists tenant_isolation on ${table}`,
      `create policy tenant_isolation on ${table}
         using (tenant_id = current_setting('charter.tenant_id', true))
         with check (tenant_id = current_setting('charter.tenant_id', true))`,
    ];
    transactions.push(INSTALLATION_TABLES.includes(name) ? [grant] : [...isolation, grant]);
  }
  transactions.push(
    [
      // Basic authentication finds an app by its id before the tenant is known.
      'drop policy if exists app_by_id on charter.apps',
      `create policy app_by_id on charter.apps for select
         using (app_id = current_setting('charter.app_id', true))`,
      'drop policy if exists secrets_by_app_id on charter.app_secrets',
      `create policy secrets_by_app_id on charter.app_secrets for select
         using (app_id = current_setting('charter.app_id', true))`,
      // A SCIM token is found by its hash before the tenant is known.
      'drop policy if exists scim_token_by_hash on charter.scim_tokens',
      `create policy scim_token_by_hash on charter.scim_tokens for select
         using (token_hash = current_setting('charter.scim_token_hash', true))`,
    ],
    [
      // Scheduled work lists all tenants. The table holds only their names and since when access to the suite is lost.
      'drop policy if exists tenants_are_listed on charter.tenants',
      'create policy tenants_are_listed on charter.tenants for select using (true)',
    ],
    ...byTable(auditGuardStatements()),
    [
      `grant execute on function charter.prune_audit_records to ${role}`,
      `grant select, insert, update, delete on all tables in schema pgboss to ${role}`,
      `grant usage on all sequences in schema pgboss to ${role}`,
      `grant execute on all functions in schema pgboss to ${role}`,
    ],
  );
  // A script of several statements is one transaction (PostgreSQL manual, "Multiple Statements in a Simple Query").
  for (const statements of transactions) await client.query(statements.join(';\n'));
}
