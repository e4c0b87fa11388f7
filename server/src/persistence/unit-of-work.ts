/** The service's memory: one store per noun, bound to a tenant, alone or together in a transaction. */
import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { TemplateStore } from '../domain/catalog/ports.ts';
import type { IntentStore } from '../domain/intents/ports.ts';
import type { Store, TenantStores } from '../domain/store.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { eventStore } from './events.ts';
import { jobStore } from './jobs.ts';
import { queuePort } from './queue.ts';
import type { CharterTables } from './tables.ts';

type StoreOf<T> = (db: Kysely<CharterTables>, tenantId: string) => T;

export interface StoreOptions {
  databases: TenantDatabases<CharterTables>;
  boss: PgBoss;
  templates: StoreOf<TemplateStore>;
  intents: StoreOf<IntentStore>;
}

export function createStore({ databases, boss, templates, intents }: StoreOptions): Store {
  const storesOver = (db: Kysely<CharterTables>, tenantId: string): TenantStores => ({
    templates: templates(db, tenantId),
    jobs: jobStore(db, tenantId),
    intents: intents(db, tenantId),
    events: eventStore(db, tenantId),
  });
  return {
    in: (tenantId) => storesOver(databases.for(tenantId), tenantId),
    transaction: (tenantId, work) =>
      databases
        .for(tenantId)
        .transaction()
        .execute((transaction) =>
          work({ ...storesOver(transaction, tenantId), queue: queuePort(boss, transaction) }),
        ),
  };
}
