/**
 * Random secrets that all nodes of one database share: the password of the service's role and the key that encrypts
 * secrets at rest. Only the owner of the database can read their table
 * (docs/adr/0015-secrets-of-an-installation.md).
 */
import pg from 'pg';
import { text } from '../kernel/columns.ts';
import { statementsOn } from './connection.ts';
import { type DatabaseChange, type Statement, statement } from './database-changes.ts';

/** Name of the key that encrypts secrets at rest, unless CHARTER_SECRET_KEY is set. */
export const SECRET_BOX_KEY = 'key of secrets at rest';

/** Returns the secret; undefined when it does not exist yet. Rejects when the table is missing. */
export const readInstallationSecret = (owner: pg.ClientBase, name: string): Promise<string | undefined> =>
  statementsOn(owner).first(
    text<string>(),
  )`select value from charter.installation_secrets where name = ${name}`;

/**
 * Returns the statement that creates the secret. PostgreSQL generates the value (two version 4 UUIDs, 244 random bits),
 * so no statement log contains it.
 */
export const createInstallationSecret = (name: string): Statement => statement`
  insert into charter.installation_secrets (name, value)
  values (${name}, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict (name) do nothing`;

/**
 * Returns the change that revokes all rights to the table except the owner's. The database's default privileges may
 * have granted some.
 */
export async function confineInstallationSecrets(owner: pg.ClientBase): Promise<DatabaseChange[]> {
  const grantees = await statementsOn(owner).all(text<string | null>())`
    select distinct rolname
      from pg_class, aclexplode(relacl) left join pg_roles on pg_roles.oid = grantee
     where pg_class.oid = to_regclass('charter.installation_secrets') and grantee <> relowner`;
  if (grantees.length === 0) return [];
  const statements = grantees.map((grantee) => ({
    text: `revoke all on charter.installation_secrets from ${grantee === null ? 'public' : pg.escapeIdentifier(grantee)} cascade`,
  }));
  return [{ name: 'rights to charter.installation_secrets', kind: 'rights', statements }];
}
