/** Connected accounts of tenants. Connecting, disconnecting and losing one writes an audit record. */
import type { Kysely } from 'kysely';
import type { ConnectedAccount } from '../domain/registrations/account.ts';
import type { AccountStore } from '../domain/registrations/ports.ts';
import {
  accountConnected,
  accountDisconnected,
  accountLost,
} from '../domain/registrations/registration-records.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditStore } from './audit.ts';
import { startDelayedRuns } from './delayed-runs.ts';
import { notificationStore } from './notifications.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const COLUMNS = `
  tenant_id as "tenantId", client_id as "clientId", user_id as "userId", user_name as "userName", scopes,
  sealed_tokens as "sealedTokens", connected_at as "connectedAt", lost_at as "lostAt", lost_reason as "lostReason"`;

const FIND = `select ${COLUMNS} from charter.graph_accounts where tenant_id = $1`;

const SAVE = `
  insert into charter.graph_accounts
    (tenant_id, client_id, user_id, user_name, scopes, sealed_tokens, connected_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id) do update
     set client_id = excluded.client_id, user_id = excluded.user_id, user_name = excluded.user_name,
         scopes = excluded.scopes, sealed_tokens = excluded.sealed_tokens, connected_at = excluded.connected_at,
         lost_at = null, lost_reason = null`;

const REMOVE = `delete from charter.graph_accounts where tenant_id = $1 returning ${COLUMNS}`;

const SAVE_TOKENS = `
  update charter.graph_accounts set sealed_tokens = $3 where tenant_id = $1 and connected_at = $2`;

const LOSE = `
  update charter.graph_accounts set lost_at = $3, lost_reason = $4
   where tenant_id = $1 and connected_at = $2 and lost_at is null`;

type Row = Omit<ConnectedAccount, 'lostAt' | 'lostReason'> & {
  lostAt: Date | null;
  lostReason: string | null;
};

const toAccount = ({ lostAt, lostReason, ...row }: Row): ConnectedAccount => ({
  ...row,
  lostAt: lostAt ?? undefined,
  lostReason: lostReason ?? undefined,
});

export function createAccountStore(databases: TenantDatabases<CharterTables>): AccountStore {
  const change = <Result>(tenantId: string, work: (transaction: Kysely<CharterTables>) => Promise<Result>) =>
    databases.for(tenantId).transaction().execute(work);
  return {
    async find(tenantId) {
      const row = await statements(databases.for(tenantId), tenantId).first<Row>(FIND);
      return row && toAccount(row);
    },

    save: (account, cause) =>
      change(account.tenantId, async (transaction) => {
        const { tenantId, clientId, userId, userName, scopes, sealedTokens, connectedAt } = account;
        const { write } = statements(transaction, tenantId);
        await write(SAVE, clientId, userId, userName, scopes, sealedTokens, connectedAt);
        const record = accountConnected.record(account, cause);
        await auditStore(transaction, tenantId).append([record], cause.at);
        await startDelayedRuns(transaction, tenantId);
      }),

    remove: (tenantId, cause) =>
      change(tenantId, async (transaction) => {
        const row = await statements(transaction, tenantId).first<Row>(REMOVE);
        if (row === undefined) return false;
        const record = accountDisconnected.record(toAccount(row), cause);
        await auditStore(transaction, tenantId).append([record], cause.at);
        return true;
      }),

    async saveTokens({ tenantId, connectedAt }, sealedTokens) {
      await statements(databases.for(tenantId), tenantId).write(SAVE_TOKENS, connectedAt, sealedTokens);
    },

    lose: (account, reason, cause) =>
      change(account.tenantId, async (transaction) => {
        const { tenantId, connectedAt, userName: accountName } = account;
        const { write } = statements(transaction, tenantId);
        if ((await write(LOSE, connectedAt, cause.at, reason)) === 0) return;
        const record = accountLost.record(account, cause, { reason });
        await auditStore(transaction, tenantId).append([record], cause.at);
        const facts = { accountName, reason };
        const notification = { kind: 'graph_account_lost', facts } as const;
        await notificationStore(transaction, tenantId).addForAdministrators(notification, cause.at);
      }),
  };
}
