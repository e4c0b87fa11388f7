/**
 * Fan-out: creates a delivery of each event to each webhook that may receive it (docs/specification.md, sections 4
 * and 11).
 */
import { hash } from 'node:crypto';
import type { Deps } from '../../engine/deps.ts';
import type { Lease } from '../../engine/leases/lease.ts';
import type { SubscribedHook } from './model.ts';
import type { DeliveryStore, DescribedEvent, NewDelivery, WaitingEvent } from './ports.ts';
import { needsNoFacts, Recipients, subscribesTo } from './recipients.ts';

/** Maximum number of events in one batch. */
const BATCH = 250;

/**
 * Returns the id of the delivery of an event to a webhook, the same on every node and in every repetition. It is a
 * UUIDv7 (RFC 9562) of the event's time, with a hash instead of the random bits.
 */
function deliveryIdOf(hookId: string, eventId: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0').slice(-12);
  const digest = hash('sha256', `${hookId}/${eventId}`);
  const variant = ((Number.parseInt(digest.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  const tail = digest.slice(4, 19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${tail.slice(0, 3)}-${tail.slice(3)}`;
}

async function describeEvents(
  deliveries: DeliveryStore,
  events: readonly WaitingEvent[],
  hooks: readonly SubscribedHook[],
): Promise<DescribedEvent[]> {
  const nothing = { teamId: null, templateId: undefined, request: null, approval: null };
  const facts = hooks.every(needsNoFacts)
    ? new Map()
    : await deliveries.listFacts(events.map(({ id }) => id));
  return events.map((event) => ({ ...event, ...(facts.get(event.id) ?? nothing) }));
}

async function deliveriesOf(
  deps: Pick<Deps, 'store' | 'suite'>,
  tenantId: string,
  waiting: readonly WaitingEvent[],
): Promise<NewDelivery[]> {
  const { hooks: hookStore, deliveries } = deps.store.in(tenantId);
  // The webhooks are listed after the events, so that the list has each webhook that existed when the events happened.
  const since = new Date(Math.min(...waiting.map(({ occurredAt }) => occurredAt.getTime())));
  const hooks = await hookStore.listSubscribed([...new Set(waiting.map(({ type }) => type))], since);
  const events = await describeEvents(deliveries, waiting, hooks);
  const recipients = new Recipients(deps.suite, tenantId, hooks);
  const made: NewDelivery[] = [];
  for (const event of events) {
    for (const hook of hooks) {
      const scope = subscribesTo(hook, event) ? await recipients.scopeOf(hook, event) : undefined;
      if (scope === undefined) continue;
      const id = deliveryIdOf(hook.id, event.id, event.occurredAt);
      const of = { id, hookId: hook.id, eventId: event.id, event: event.type };
      made.push({ ...of, createdAt: event.occurredAt, scope });
    }
  }
  return made;
}

/**
 * Writes the deliveries of the oldest waiting events. Returns the number of events. Idempotent on any number of
 * nodes: one node leases an event, and its delivery to a webhook has one id.
 */
export async function fanOut(
  deps: Pick<Deps, 'store' | 'suite'>,
  tenantId: string,
  lease: Lease,
): Promise<number> {
  const { deliveries } = deps.store.in(tenantId);
  const events = await deliveries.leaseEvents({ ...lease, limit: BATCH });
  if (events.length === 0) return 0;
  try {
    await deliveries.add(await deliveriesOf(deps, tenantId, events), events);
    return events.length;
  } catch (error) {
    // Without this, the events would wait until the lease expires.
    await deliveries.releaseEvents(events).catch(() => undefined);
    throw error;
  }
}
