/**
 * Random secrets that all nodes of one database share: the password of the service's role and the key that encrypts
 * secrets at rest. Only the owner of the database can read their table
 * (docs/adr/0015-secrets-of-an-installation.md).
 */
import pg from 'pg';

const TABLE = 'charter.installation_secrets';

/** Name of the key that encrypts secrets at rest, unless CHARTER_SECRET_KEY is set. */
export const SECRET_BOX_KEY = 'key of secrets at rest';

/**
 * Returns the secret, creating it at the first call. PostgreSQL generates the value (two version 4 UUIDs, 244 random
 * bits), so no statement log contains it.
 */
export async function installationSecret(owner: pg.ClientBase, name: string): Promise<string> {
  await owner.query(
    `insert into ${TABLE} (name, value)
     values ($1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
     on conflict (name) do nothing`,
    [name],
  );
  const { rows } = await owner.query<{ value: string }>(`select value from ${TABLE} where name = $1`, [name]);
  const [secret] = rows;
  if (secret === undefined) throw new Error(`The installation secret "${name}" is missing.`);
  return secret.value;
}

/** Revokes all rights to the table except the owner's. The database's default privileges may have granted some. */
export async function confineInstallationSecrets(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ grantee: string | null }>(
    `select distinct rolname as grantee
       from pg_class, aclexplode(relacl) left join pg_roles on pg_roles.oid = grantee
      where pg_class.oid = '${TABLE}'::regclass and grantee <> relowner`,
  );
  for (const { grantee } of rows) {
    const role = grantee === null ? 'public' : pg.escapeIdentifier(grantee);
    await owner.query(`revoke all on ${TABLE} from ${role} cascade`);
  }
}
