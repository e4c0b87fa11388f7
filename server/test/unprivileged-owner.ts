/** An empty database whose owner is not a superuser, as on a shared server. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase } from './postgres.ts';

export interface UnprivilegedOwner {
  ownerUrl: string;
  superuserUrl: string;
  /** A session of the superuser. */
  superuser: pg.Client;
  drop(): Promise<void>;
}

export async function createUnprivilegedOwner(): Promise<UnprivilegedOwner> {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  const test = await createTestDatabase();
  const url = new URL(test.connectionString);
  const superuser = new pg.Client(url.href);
  await superuser.connect();
  const password = randomBytes(12).toString('hex');
  await superuser.query(`create role ${role} login createrole password '${password}'`);
  await superuser.query(`alter database ${pg.escapeIdentifier(url.pathname.slice(1))} owner to ${role}`);
  url.username = role;
  url.password = password;
  return {
    ownerUrl: url.href,
    superuserUrl: test.connectionString,
    superuser,
    async drop() {
      await superuser.query(
        `reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`,
      );
      await superuser.end();
      await test.drop();
    },
  };
}
