/** Tokens of SCIM connectors. Creating or revoking a token writes an audit record; recording its use does not. */
import type { ScimToken } from '../domain/scim/model.ts';
import type { ScimTokenStore } from '../domain/scim/ports.ts';
import { scimTokenCreated, scimTokenRevoked } from '../domain/scim/records.ts';
import { columns, text, time } from '../kernel/columns.ts';
import { inserted, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { auditLog } from './audit.ts';
import { NO_TENANT } from './tenants.ts';

const TOKEN = columns<ScimToken>({
  tenantId: text(),
  tokenId: text(),
  displayName: text(),
  hint: text(),
  createdAt: time(),
  expiresAt: time(),
  lastUsedAt: time(),
});

/** Interval at which the use of a token is recorded. */
const USE_MILLISECONDS = 60_000;

export function createScimTokenStore(databases: TenantDatabases): ScimTokenStore {
  return {
    find: (hash) =>
      databases
        .for(NO_TENANT)
        .transaction()
        .execute(async (transaction) => {
          const { first, write } = statements(transaction, NO_TENANT);
          // Row-level security admits only the row with the hash that this transaction names.
          await write`select charter.set_local('charter.scim_token_hash', ${hash})`;
          return first(TOKEN)`select ${TOKEN} from charter.scim_tokens where token_hash = ${hash}`;
        }),

    async list(tenantId) {
      const { tenant, all } = statements(databases.for(tenantId), tenantId);
      return all(TOKEN)`
        select ${TOKEN} from charter.scim_tokens where tenant_id = ${tenant} order by created_at, token_id`;
    },

    add: (token, hash, cause) =>
      databases
        .for(token.tenantId)
        .transaction()
        .execute(async (transaction) => {
          const { tenant, write } = statements(transaction, token.tenantId);
          const row = {
            tenant_id: tenant,
            token_id: token.tokenId,
            display_name: token.displayName,
            token_hash: hash,
            hint: token.hint,
            created_at: token.createdAt,
            expires_at: token.expiresAt,
          };
          await write`insert into charter.scim_tokens ${inserted(row)}`;
          const record = scimTokenCreated.record(token, cause);
          await auditLog(transaction, token.tenantId).append([record], cause.at);
        }),

    remove: (tenantId, tokenId, cause) =>
      databases
        .for(tenantId)
        .transaction()
        .execute(async (transaction) => {
          const { tenant, first } = statements(transaction, tenantId);
          const token = await first(TOKEN)`
            delete from charter.scim_tokens where tenant_id = ${tenant} and token_id = ${tokenId}
            returning ${TOKEN}`;
          if (token === undefined) return false;
          const record = scimTokenRevoked.record(token, cause);
          await auditLog(transaction, tenantId).append([record], cause.at);
          return true;
        }),

    async recordUse({ tenantId, tokenId, lastUsedAt }, at) {
      if (lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < USE_MILLISECONDS) return;
      const { tenant, write } = statements(databases.for(tenantId), tenantId);
      await write`
        update charter.scim_tokens set last_used_at = ${at}
         where tenant_id = ${tenant} and token_id = ${tokenId}`;
    },
  };
}
