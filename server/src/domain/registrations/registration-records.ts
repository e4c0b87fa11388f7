/** Audit records of registrations and connected accounts. They never contain a credential. */
import { defineRecords } from '../../engine/audit/define-record.ts';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import type { ConnectedAccount, TenantRegistration } from './model.ts';

const targetOfTenant = ({ tenantId: id }: { tenantId: string }) => ({ type: 'tenant', id, displayName: id });

const ofRegistration = defineRecords<TenantRegistration>(securityTrail, {
  target: targetOfTenant,
  fields: { clientId: ({ clientId }) => clientId, credential: ({ credential }) => credential },
});
export const registrationSet = ofRegistration('graph_registration_set');
export const registrationRemoved = ofRegistration('graph_registration_removed');

const ofAccess = defineRecords<{ tenantId: string }>(securityTrail, { target: targetOfTenant, fields: {} });
export const accessLost = ofAccess('graph_access_lost', ['reason'], 'failure');
export const accessRestored = ofAccess('graph_access_restored');

/** The re-encryption of a tenant's secrets with another key. */
export const secretsRotated = ofAccess('secrets_rotated', ['secrets', 'count']);

const ofAccount = defineRecords<ConnectedAccount>(securityTrail, {
  target: ({ userId, userName }) => ({ type: 'user', id: userId, displayName: userName }),
  fields: {
    userId: ({ userId }) => userId,
    userName: ({ userName }) => userName,
    scopes: ({ scopes }) => scopes,
  },
  people: { userName: 'userId', reason: 'userId' },
});
export const accountConnected = ofAccount('graph_account_connected');
export const accountDisconnected = ofAccount('graph_account_disconnected');
export const accountLost = ofAccount('graph_account_lost', ['reason'], 'failure');
