/**
 * Random secrets that all nodes of one database share: the password of the service's role and the key that encrypts
 * secrets at rest. Only the owner of the database can read their table
 * (docs/adr/0015-secrets-of-an-installation.md).
 */
import pg from 'pg';
import { text } from '../kernel/columns.ts';
import { onConnection } from './connection.ts';

/** Name of the key that encrypts secrets at rest, unless CHARTER_SECRET_KEY is set. */
export const SECRET_BOX_KEY = 'key of secrets at rest';

/**
 * Returns the secret, creating it at the first call. PostgreSQL generates the value (two version 4 UUIDs, 244 random
 * bits), so no statement log contains it.
 */
export async function installationSecret(owner: pg.ClientBase, name: string): Promise<string> {
  const { first, write } = onConnection(owner);
  await write`
    insert into charter.installation_secrets (name, value)
    values (${name}, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
    on conflict (name) do nothing`;
  const secret = await first(text())`select value from charter.installation_secrets where name = ${name}`;
  if (secret === undefined) throw new Error(`The installation secret "${name}" is missing.`);
  return secret;
}

/** Revokes all rights to the table except the owner's. The database's default privileges may have granted some. */
export async function confineInstallationSecrets(owner: pg.ClientBase): Promise<void> {
  const grantees = await onConnection(owner).all(text<string | null>())`
    select distinct rolname
      from pg_class, aclexplode(relacl) left join pg_roles on pg_roles.oid = grantee
     where pg_class.oid = 'charter.installation_secrets'::regclass and grantee <> relowner`;
  for (const grantee of grantees) {
    const role = grantee === null ? 'public' : pg.escapeIdentifier(grantee);
    await owner.query(`revoke all on charter.installation_secrets from ${role} cascade`);
  }
}
