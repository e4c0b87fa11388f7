/** From an event that happened to the deliveries that are owed for it: which hooks may hear of it (contract 4). */
import { hash } from 'node:crypto';
import type { Store } from '../store.ts';
import { Hearing, type HearingSuite } from './hearing.ts';
import type { HookRecord, SubscribedHook } from './model.ts';
import { presentScope } from './policy.ts';
import type { DeliveryStore, DescribedEvent, NewDelivery, TakenDelivery, WaitingEvent } from './ports.ts';

/** Events handled at once. */
const BATCH = 250;

export interface FanOutDeps {
  store: Store;
  suite: HearingSuite;
}

/** Who sends at once what has just been made; a place in the lane is held for each `true`. */
export interface Senders {
  take(hook: HookRecord): boolean;
  /** Gives places back: another node made those deliveries. */
  giveBack(hookId: string): void;
}

/**
 * The id of the one delivery of an event to a hook: the same on every node and in every repetition. A UUIDv7
 * (RFC 9562) of the event's time, with bits of a hash where others have random ones.
 */
export function deliveryIdOf(hookId: string, eventId: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0').slice(-12);
  const digest = hash('sha256', `${hookId}/${eventId}`);
  const variant = ((Number.parseInt(digest.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  const tail = digest.slice(4, 19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${tail.slice(0, 3)}-${tail.slice(3)}`;
}

function wants(hook: HookRecord, event: DescribedEvent): boolean {
  if (!hook.events.includes(event.type)) return false;
  return (
    hook.templates.length === 0 ||
    (event.templateId !== undefined && hook.templates.includes(event.templateId))
  );
}

/** Whether every event that it subscribes to goes to the hook, whatever the event is about, or none at all. */
const hearsAll = (hook: SubscribedHook): boolean =>
  hook.templates.length === 0 && presentScope(hook, { accountEnabled: true }) !== 'personal';

/** Most hooks hear of every event; what the others are decided by is read only for them. */
async function describeEvents(
  deliveries: DeliveryStore,
  events: readonly WaitingEvent[],
  hooks: readonly SubscribedHook[],
): Promise<DescribedEvent[]> {
  const nothing = { teamId: null, request: null, templateId: undefined };
  const facts = hooks.every(hearsAll) ? new Map() : await deliveries.listFacts(events.map(({ id }) => id));
  return events.map((event) => ({ ...event, ...(facts.get(event.id) ?? nothing) }));
}

async function deliveriesOf(
  deps: FanOutDeps,
  tenantId: string,
  waiting: readonly WaitingEvent[],
  senders: Senders,
  leaseUntil: Date,
): Promise<(NewDelivery & { sent: TakenDelivery })[]> {
  const { hooks: hookStore, deliveries } = deps.store.in(tenantId);
  // After the events: a hook that was there when an event happened is seen.
  const hooks = await hookStore.listSubscribed([...new Set(waiting.map(({ type }) => type))]);
  const events = await describeEvents(deliveries, waiting, hooks);
  const hearing = new Hearing(deps.suite, tenantId, hooks);
  const made: (NewDelivery & { sent: TakenDelivery })[] = [];
  for (const event of events) {
    for (const hook of hooks) {
      if (!wants(hook, event) || !(await hearing.mayHear(hook, event))) continue;
      const taken = senders.take(hook);
      const id = deliveryIdOf(hook.id, event.id, event.occurredAt);
      made.push({
        id,
        hookId: hook.id,
        eventId: event.id,
        event: event.type,
        createdAt: event.occurredAt,
        dueAt: taken ? leaseUntil : event.occurredAt,
        taken,
        sent: { id, hook, event: event.type, body: event.body, run: 1, tries: 0 },
      });
    }
  }
  return made;
}

/**
 * Makes the deliveries of the oldest events that wait. Repeatable, on any number of nodes at once: a
 * delivery is made once. Answers how many events there were, what the caller has taken to send itself, and how
 * many more deliveries wait to be taken.
 */
export async function fanOut(
  deps: FanOutDeps,
  tenantId: string,
  senders: Senders,
  leaseUntil: Date,
): Promise<{ events: number; taken: TakenDelivery[]; left: number }> {
  const { deliveries } = deps.store.in(tenantId);
  const events = await deliveries.listWaitingEvents(BATCH);
  if (events.length === 0) return { events: 0, taken: [], left: 0 };
  const made = await deliveriesOf(deps, tenantId, events, senders, leaseUntil);
  const ours = made.filter(({ taken }) => taken);
  let added: Set<string>;
  try {
    added = await deliveries.add(
      made.map(({ sent: _, ...delivery }) => delivery),
      events.map(({ id }) => id),
    );
  } catch (error) {
    for (const { hookId } of ours) senders.giveBack(hookId);
    throw error;
  }
  for (const { id, hookId } of ours) if (!added.has(id)) senders.giveBack(hookId);
  return {
    events: events.length,
    taken: ours.filter(({ id }) => added.has(id)).map(({ sent }) => sent),
    left: made.length - ours.length,
  };
}
