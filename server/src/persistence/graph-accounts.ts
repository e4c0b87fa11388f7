/** Connected accounts of tenants. Connecting, disconnecting and losing one writes an audit record. */

import type { ConnectedAccount } from '../domain/registrations/model.ts';
import type { AccountStore } from '../domain/registrations/ports.ts';
import {
  accountConnected,
  accountDisconnected,
  accountLost,
} from '../domain/registrations/registration-records.ts';
import { columns, optional, text, texts, time } from '../kernel/columns.ts';
import { type Database, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditLog } from './audit.ts';
import { startDelayedRuns } from './delayed-runs.ts';
import { notificationStore } from './notifications.ts';

const ACCOUNT = columns<ConnectedAccount>({
  tenantId: text(),
  clientId: text(),
  userId: text(),
  userName: text(),
  scopes: texts(),
  sealedTokens: text(),
  connectedAt: time(),
  lostAt: optional(time()),
  lostReason: optional(text()),
});

export function createAccountStore(databases: TenantDatabases): AccountStore {
  const change = <Result>(tenantId: string, work: (transaction: Database) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  return {
    find(tenantId) {
      const { tenant, first } = statements(databases.for(tenantId), tenantId);
      return first(ACCOUNT)`select ${ACCOUNT} from charter.graph_accounts where tenant_id = ${tenant}`;
    },

    save: (account, cause) =>
      change(account.tenantId, async (transaction) => {
        const { tenantId, clientId, userId, userName, scopes, sealedTokens, connectedAt } = account;
        const { tenant, write } = statements(transaction, tenantId);
        await write`
          insert into charter.graph_accounts
            (tenant_id, client_id, user_id, user_name, scopes, sealed_tokens, connected_at)
          values (${tenant}, ${clientId}, ${userId}, ${userName}, ${scopes}, ${sealedTokens}, ${connectedAt})
          on conflict (tenant_id) do update
             set client_id = excluded.client_id, user_id = excluded.user_id, user_name = excluded.user_name,
                 scopes = excluded.scopes, sealed_tokens = excluded.sealed_tokens,
                 connected_at = excluded.connected_at, lost_at = null, lost_reason = null`;
        const record = accountConnected.record(account, cause);
        await auditLog(transaction, tenantId).append([record], cause.at);
        await startDelayedRuns(transaction, tenantId);
      }),

    remove: (tenantId, cause) =>
      change(tenantId, async (transaction) => {
        const { tenant, first } = statements(transaction, tenantId);
        const removed = await first(ACCOUNT)`
          delete from charter.graph_accounts where tenant_id = ${tenant} returning ${ACCOUNT}`;
        if (removed === undefined) return false;
        const record = accountDisconnected.record(removed, cause);
        await auditLog(transaction, tenantId).append([record], cause.at);
        return true;
      }),

    async saveTokens({ tenantId, connectedAt }, sealedTokens) {
      const { tenant, write } = statements(databases.for(tenantId), tenantId);
      await write`
        update charter.graph_accounts set sealed_tokens = ${sealedTokens}
         where tenant_id = ${tenant} and connected_at = ${connectedAt}`;
    },

    lose: (account, reason, cause) =>
      change(account.tenantId, async (transaction) => {
        const { tenantId, connectedAt, userName: accountName } = account;
        const { tenant, write } = statements(transaction, tenantId);
        const lost = await write`
          update charter.graph_accounts set lost_at = ${cause.at}, lost_reason = ${reason}
           where tenant_id = ${tenant} and connected_at = ${connectedAt} and lost_at is null`;
        if (lost === 0) return;
        const record = accountLost.record(account, cause, { reason });
        await auditLog(transaction, tenantId).append([record], cause.at);
        const facts = { accountName, reason };
        const notification = { kind: 'graph_account_lost', facts } as const;
        await notificationStore(transaction, tenantId).addForAdministrators(notification, cause.at);
      }),
  };
}
