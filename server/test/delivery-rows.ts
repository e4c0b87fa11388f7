/** Webhooks, events and deliveries, added through their stores. Each test has its own tenant. */
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import type { HookRecord } from '../src/domain/webhooks/model.ts';
import type { DeliveryOutcome, LeaseOptions, NewDelivery } from '../src/domain/webhooks/ports.ts';
import type { DomainEvent } from '../src/engine/events/model.ts';
import type { Lease } from '../src/engine/leases/lease.ts';
import { newId } from '../src/kernel/ids.ts';
import { deliveryStore } from '../src/persistence/deliveries.ts';
import { eventStore } from '../src/persistence/events.ts';
import { hookStore } from '../src/persistence/hooks.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { AT, hookRecord, teamEvent } from './webhook-rows.ts';

export const later = (seconds: number): Date => new Date(AT.getTime() + seconds * 1000);

type Key = Pick<NewDelivery, 'id' | 'hookId'>;

/** Call inside a `describe`; each test has an empty tenant. */
export function deliveryRows() {
  let database: TestDatabase;
  let tenant = '';
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
  });
  after(() => database.drop());
  beforeEach(() => {
    tenant = newId();
  });

  const db = () => database.tenancy.for(tenant);
  const deliveries = () => deliveryStore(db(), tenant);
  const hooks = () => hookStore(db(), tenant);
  const record = (...events: DomainEvent[]) => eventStore(db(), tenant).append(events, AT);

  async function addHook(change: Partial<HookRecord> = {}): Promise<HookRecord> {
    const added = hookRecord(change);
    assert.equal(await hooks().add(added), true);
    return added;
  }

  /** A pending delivery of its own event; due at the event's time by default. */
  async function addDelivery(
    of: HookRecord,
    { dueAt, ...change }: Partial<NewDelivery> & { dueAt?: Date } = {},
  ): Promise<NewDelivery> {
    const happened = teamEvent();
    await record(happened);
    const delivery = {
      id: newId(),
      hookId: of.id,
      eventId: happened.id,
      event: happened.type,
      createdAt: AT,
      scope: 'tenant' as const,
      ...change,
    };
    const events = (await takeEvents()).filter(({ id }) => id === happened.id);
    await deliveries().add([delivery], events);
    await sql`
      update charter.hook_deliveries set due_at = ${dueAt ?? AT}
       where tenant_id = ${tenant} and delivery_id = ${delivery.id}`.execute(db());
    return delivery;
  }

  const takeEvents = (change: Partial<Lease & { limit: number }> = {}) =>
    deliveries().leaseEvents({ now: AT, leaseUntil: later(60), limit: 100, ...change });

  const take = (change: Partial<LeaseOptions> = {}) =>
    deliveries().take({
      now: AT,
      leaseUntil: later(60),
      limit: 100,
      perHook: 10,
      failingLimit: 2,
      lanes: [],
      ...change,
    });

  const outcome = (delivery: Key, change: Partial<DeliveryOutcome> = {}) => ({
    id: delivery.id,
    hookId: delivery.hookId,
    run: 1,
    leaseUntil: later(60),
    status: 'delivered' as const,
    dueAt: null,
    endedAt: later(1),
    attempt: {
      time: AT.toISOString(),
      status: 200,
      durationMilliseconds: 5,
      response: 'ok',
      error: null,
    },
    ...change,
  });
  const failure = (delivery: Key, change: Partial<DeliveryOutcome> = {}) =>
    outcome(delivery, { status: 'pending', dueAt: later(5), ...change });

  const read = async (delivery: Key) => {
    const found = await deliveries().find(delivery.hookId, delivery.id);
    assert.ok(found);
    return found;
  };

  return {
    database: () => database,
    tenant: () => tenant,
    /** Switches to another tenant, to test isolation. */
    become(tenantId: string): void {
      tenant = tenantId;
    },
    db,
    deliveries,
    hooks,
    record,
    addHook,
    addDelivery,
    takeEvents,
    take,
    outcome,
    failure,
    read,
  };
}
