/** The service's stores on a test database, assembled as in main.ts. */

import type { PgBoss } from 'pg-boss';
import type { Store } from '../src/engine/store.ts';
import { type StartedQueue, startQueue } from '../src/persistence/queue.ts';
import type { CharterTables } from '../src/persistence/tables.ts';
import { createPool, Tenancy } from '../src/persistence/tenancy.ts';
import { createStore } from '../src/persistence/unit-of-work.ts';
import type { EmbeddedSuiteTables } from './embedded-suite-tables.ts';
import { testSecrets } from './secrets.ts';

export interface ConnectedStore {
  store: Store;
  tenancy: Tenancy<CharterTables>;
  /** The same connections, for the embedded suite's tables. */
  suiteTenancy: Tenancy<EmbeddedSuiteTables>;
  close(): Promise<void>;
}

/** A queue without workers. */
export const connectQueue = (serviceUrl: string): Promise<StartedQueue> =>
  startQueue({
    connectionString: serviceUrl,
    works: false,
    concurrency: 1,
    onError: (error) => {
      throw error;
    },
  });

/** Opens a pool on the database, with the stores over it. */
export function connectStore(
  serviceUrl: string,
  boss: PgBoss,
  connections = 5,
  onError: (error: Error) => void = (error) => {
    throw error;
  },
): ConnectedStore {
  const pool = createPool(serviceUrl, connections, onError);
  const tenancy = new Tenancy<CharterTables>(pool);
  const store = createStore({
    databases: tenancy,
    boss,
    secrets: testSecrets(),
  });
  const suiteTenancy = new Tenancy<EmbeddedSuiteTables>(pool, { relaxed: true });
  return { store, tenancy, suiteTenancy, close: () => pool.end() };
}
