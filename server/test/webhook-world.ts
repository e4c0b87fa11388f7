/** Webhooks on a test database, with nodes that deliver to loopback receivers. */

import { sql } from 'kysely';
import { addressFilter } from '../src/delivery/addresses.ts';
import { Deliverer, type DelivererOptions } from '../src/delivery/deliverer.ts';
import { createSender } from '../src/delivery/sender.ts';
import { secretContext } from '../src/domain/webhooks/hook-url.ts';
import type { HookRecord } from '../src/domain/webhooks/model.ts';
import type { DomainEvent } from '../src/engine/events/model.ts';
import type { Clock } from '../src/kernel/clock.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { TestClock } from './clock.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { testSecrets } from './secrets.ts';
import { type ConnectedStore, connectStore } from './store.ts';
import { openStoredSuite } from './stored-suite.ts';
import { AT, hookRecord } from './webhook-rows.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A queue for tests without jobs. */
export const NO_QUEUE = { send: () => Promise.reject(new Error('Nothing is sent here.')) } as never;

export interface DeliveryRow {
  id: string;
  hookId: string;
  eventId: string;
  status: string;
  attempts: { status: number | null }[];
}

export interface DeliveryNode extends ConnectedStore {
  deliverer: Deliverer;
  /** Logged errors. */
  problems: unknown[];
}

export interface NodeOptions extends Partial<DelivererOptions> {
  /** Default: public and loopback addresses are allowed. */
  mayReach?: (address: string) => boolean;
  /** Time limit of a response. */
  responseMilliseconds?: number;
}

export class WebhookWorld {
  readonly database: TestDatabase;
  readonly clock = new TestClock(AT);
  readonly tenant: string;
  first!: DeliveryNode;
  readonly #nodes: DeliveryNode[] = [];

  private constructor(database: TestDatabase, tenant: string) {
    this.database = database;
    this.tenant = tenant;
  }

  static async open(): Promise<WebhookWorld> {
    const world = new WebhookWorld(await createMigratedDatabase({ unaudited: true }), newId());
    world.first = await world.node();
    return world;
  }

  /** A node on the database, with the world's clock by default. */
  async node({ mayReach, responseMilliseconds, ...options }: NodeOptions = {}): Promise<DeliveryNode> {
    const problems: unknown[] = [];
    const connected = connectStore(this.database.serviceUrl, NO_QUEUE, 4, (error) => problems.push(error));
    const reach = mayReach ?? addressFilter({ allowLoopback: true, allowedRanges: [] });
    const deliverer = new Deliverer({
      store: connected.store,
      suite: await openStoredSuite(suiteDeps(connected.suiteTenancy, systemClock)),
      clock: this.clock,
      secrets: testSecrets(),
      sender: createSender({ mayReach: reach, ...(responseMilliseconds && { responseMilliseconds }) }),
      headerPrefix: 'X-Charter',
      version: '1.2.3',
      log: { info: () => undefined, error: (fields) => problems.push(fields) },
      ...options,
    });
    const node = { ...connected, deliverer, problems };
    this.#nodes.push(node);
    return node;
  }

  get store() {
    return this.first.store.in(this.tenant);
  }

  async hook(url: string, { secret = SECRET, ...change }: Partial<HookRecord> & { secret?: string } = {}) {
    const id = newId();
    const at = this.clock.now();
    const sealed = testSecrets().seal(secret, secretContext(this.tenant, id));
    const hook = hookRecord({
      id,
      events: ['team_created'],
      url,
      secrets: [{ sealed, expiresAt: null }],
      createdAt: at,
      updatedAt: at,
      ...change,
    });
    await this.store.hooks.add(hook);
    return hook;
  }

  async readHook(hookId: string): Promise<HookRecord> {
    const hook = await this.store.hooks.find(hookId);
    if (hook === undefined) throw new Error(`No hook ${hookId}.`);
    return hook;
  }

  /** Records events, in batches, at the clock's current time. */
  async happen(events: readonly DomainEvent[], clock: Clock = this.clock): Promise<void> {
    for (let from = 0; from < events.length; from += 500) {
      await this.store.events.append(events.slice(from, from + 500), clock.now());
    }
  }

  /** Delivers everything that is due, from one node. */
  async deliver({ deliverer }: DeliveryNode = this.first): Promise<void> {
    await deliverer.look(this.tenant);
    await deliverer.idle();
  }

  async rows(): Promise<DeliveryRow[]> {
    const { rows } = await sql<DeliveryRow>`
      select delivery_id as id, hook_id as "hookId", event_id as "eventId", status, attempts
        from charter.hook_deliveries where tenant_id = ${this.tenant}`.execute(
      this.database.tenancy.for(this.tenant),
    );
    return rows;
  }

  async close(): Promise<void> {
    for (const { deliverer, close } of this.#nodes) {
      await deliverer.stop(5_000);
      await close();
    }
    await this.database.drop();
  }
}
