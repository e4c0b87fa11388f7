/** Simulates nodes that are killed between statements. They run in the process of the test. */
import type { KyselyPlugin } from 'kysely';
import type { TenantDatabases } from '../../src/kernel/tenant-databases.ts';

export class Killed extends Error {}

/** The databases of a node that can be killed. Each statement of a killed node throws Killed. */
export class FailingDatabases implements TenantDatabases {
  readonly #databases: TenantDatabases;
  readonly #isKilled: (point: number) => boolean;
  readonly #counted: RegExp;
  /** Number of passed kill points: one before and one after each counted statement. */
  points = 0;
  kills = 0;
  #isDead = false;
  #isRunning = new WeakSet<object>();

  /** @param counted matches the statements around which the node can be killed; by default, all */
  constructor(databases: TenantDatabases, isKilled: (point: number) => boolean, counted = /^/) {
    this.#databases = databases;
    this.#isKilled = isKilled;
    this.#counted = counted;
  }

  /** Starts another node. */
  revive(): void {
    this.#isDead = false;
  }

  #pass(): void {
    if (!this.#isKilled(this.points++)) return;
    this.#isDead = true;
    this.kills += 1;
  }

  for(tenantId: string) {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        if (this.#isDead) throw new Killed();
        if (this.#counted.test(JSON.stringify(node))) {
          this.#pass();
          if (this.#isDead) throw new Killed();
          this.#isRunning.add(queryId);
        }
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (this.#isRunning.delete(queryId)) this.#pass();
        if (this.#isDead) throw new Killed();
        return result;
      },
    };
    return this.#databases.for(tenantId).withPlugin(plugin);
  }
}
