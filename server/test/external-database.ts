/**
 * An external PostgreSQL as an operator sets it up: an owner who migrates, and a role of the service that owns nothing.
 */
import { randomBytes } from 'node:crypto';
import { createUnprivilegedOwner } from './unprivileged-owner.ts';

export interface ExternalDatabase {
  ownerUrl: string;
  serviceUrl: string;
  superuserUrl: string;
  drop(): Promise<void>;
}

export async function createExternalDatabase(): Promise<ExternalDatabase> {
  const { ownerUrl, superuserUrl, superuser, drop } = await createUnprivilegedOwner();
  const role = `app_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await superuser.query(`create role ${role} login password '${password}'`);
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return {
    ownerUrl,
    serviceUrl: url.href,
    superuserUrl,
    async drop() {
      await superuser.query(`drop owned by ${role}; drop role ${role}`);
      await drop();
    },
  };
}
