/** From an event that happened to the deliveries that are owed for it: which hooks may hear of it (contract 4). */
import { hash } from 'node:crypto';
import type { Store } from '../../engine/store.ts';
import { presentScope } from './access.ts';
import { Hearing, type HearingSuite } from './hearing.ts';
import type { HookRecord, HookScope, SubscribedHook } from './model.ts';
import type {
  DeliveryStore,
  DescribedEvent,
  HandedEvent,
  NewDelivery,
  TakenDelivery,
  WaitingEvent,
} from './ports.ts';

/** Events handled at once. */
const BATCH = 250;
/**
 * So many deliveries at once are written down when they are made, for whoever looks at them, and again when they
 * were sent. Of more the database would be what is waited for: they are written down when they were sent.
 */
const FEW = 32;

export interface FanOutDeps {
  store: Store;
  suite: HearingSuite;
}

/** Who sends at once what is owed; a place in the lane is held for each `true`. */
export interface Senders {
  take(hook: HookRecord): boolean;
  /** Gives a place back. */
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

function wants(hook: SubscribedHook, event: DescribedEvent): boolean {
  const wasActive = hook.active || (hook.inactiveSince !== null && event.occurredAt < hook.inactiveSince);
  if (!wasActive || !hook.events.includes(event.type)) return false;
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
  const nothing = { teamId: null, concernedIds: [], templateId: undefined };
  const facts = hooks.every(hearsAll) ? new Map() : await deliveries.listFacts(events.map(({ id }) => id));
  return events.map((event) => ({ ...event, ...(facts.get(event.id) ?? nothing) }));
}

/** What an event owes a hook. */
interface Owed {
  id: string;
  hook: HookRecord;
  event: WaitingEvent;
  scope: HookScope;
}

async function owedFor(
  deps: FanOutDeps,
  tenantId: string,
  waiting: readonly WaitingEvent[],
): Promise<Owed[]> {
  const { hooks: hookStore, deliveries } = deps.store.in(tenantId);
  // After the events: a hook that was there when an event happened is seen.
  const since = new Date(Math.min(...waiting.map(({ occurredAt }) => occurredAt.getTime())));
  const hooks = await hookStore.listSubscribed([...new Set(waiting.map(({ type }) => type))], since);
  const events = await describeEvents(deliveries, waiting, hooks);
  const hearing = new Hearing(deps.suite, tenantId, hooks);
  const owed: Owed[] = [];
  for (const event of events) {
    for (const hook of hooks) {
      const scope = wants(hook, event) ? await hearing.hears(hook, event) : undefined;
      if (scope === undefined) continue;
      owed.push({ id: deliveryIdOf(hook.id, event.id, event.occurredAt), hook, event, scope });
    }
  }
  // A node that had some of them before may have written down what it sent.
  const before = owed.filter(({ event }) => event.lease > 1);
  if (before.length === 0) return owed;
  const made = await deliveries.listMade(before.map(({ id, hook }) => ({ id, hookId: hook.id })));
  return owed.filter(({ id }) => !made.has(id));
}

const toPending = ({ id, hook, event, scope }: Owed, taken?: { until: Date }): NewDelivery => ({
  id,
  hookId: hook.id,
  eventId: event.id,
  event: event.type,
  createdAt: event.occurredAt,
  scope,
  status: 'pending',
  run: taken === undefined ? 0 : 1,
  dueAt: taken?.until ?? event.occurredAt,
});

const toTaken = ({ id, hook, event }: Owed): TakenDelivery => ({
  id,
  hook,
  event: event.type,
  body: event.body,
  run: 1,
  tries: 0,
});

/** Writes down what waits, and what the caller takes unless it is very much; answers that. */
async function handOver(
  deliveries: DeliveryStore,
  events: readonly WaitingEvent[],
  { ours, left }: { ours: readonly Owed[]; left: readonly Owed[] },
  leaseUntil: Date,
): Promise<TakenDelivery[]> {
  const waiting = left.map((owed) => toPending(owed));
  if (ours.length <= FEW) {
    const taken = ours.map((owed) => toPending(owed, { until: leaseUntil }));
    await deliveries.record([...waiting, ...taken], events);
    return ours.map(toTaken);
  }
  const handed = new Map<string, HandedEvent>();
  for (const { event } of ours) {
    const { id, lease, occurredAt } = event;
    handed.set(id, { id, lease, occurredAt, open: (handed.get(id)?.open ?? 0) + 1 });
  }
  const handled = events.filter(({ id }) => !handed.has(id));
  if (waiting.length + handled.length > 0) await deliveries.record(waiting, handled);
  return ours.map((owed) => {
    const event = handed.get(owed.event.id) as HandedEvent;
    return { ...toTaken(owed), unwritten: { event, scope: owed.scope } };
  });
}

/**
 * Makes the deliveries of the oldest events that wait. Repeatable, on any number of nodes at once: an event is one
 * node's at a time, and has one delivery for each hook. Answers how many events there were, what the caller has to
 * send itself, and how many more deliveries wait to be taken. Of what is taken `unwritten` the caller records what
 * came of it: until then the event waits.
 */
export async function fanOut(
  deps: FanOutDeps,
  tenantId: string,
  senders: Senders,
  lease: { now: Date; leaseUntil: Date },
): Promise<{ events: number; taken: TakenDelivery[]; left: number }> {
  const { deliveries } = deps.store.in(tenantId);
  const events = await deliveries.takeEvents({ ...lease, most: BATCH });
  if (events.length === 0) return { events: 0, taken: [], left: 0 };
  const ours: Owed[] = [];
  const left: Owed[] = [];
  try {
    for (const owed of await owedFor(deps, tenantId, events)) {
      const isOurs = owed.hook.active && senders.take(owed.hook);
      (isOurs ? ours : left).push(owed);
    }
    const taken = await handOver(deliveries, events, { ours, left }, lease.leaseUntil);
    return { events: events.length, taken, left: left.length };
  } catch (error) {
    for (const { hook } of ours) senders.giveBack(hook.id);
    // Else they wait for the end of their leases.
    await deliveries.giveEventsBack(events).catch(() => undefined);
    throw error;
  }
}
