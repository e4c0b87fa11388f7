/** From an event that happened to the deliveries that are owed for it: which hooks may hear of it (contract 4). */
import { createHash } from 'node:crypto';
import type { Store } from '../store.ts';
import type { Suite } from '../suite.ts';
import type { HookRecord } from './model.ts';
import type { NewDelivery, TakenDelivery, WaitingEvent } from './ports.ts';

/** Events handled at once. */
const BATCH = 200;

export interface FanOutDeps {
  store: Store;
  suite: Suite;
}

/** Who sends at once what has just been made; a place in the lane is held for each `true`. */
export interface Senders {
  take(hook: HookRecord): boolean;
  /** Gives places back: another node made those deliveries. */
  giveBack(hookId: string): void;
}

interface EventBody {
  team?: { id?: unknown };
  requester?: { id?: unknown };
  approval?: { approver?: { id?: unknown } };
  template?: { id?: unknown; approvers?: { id?: unknown }[] };
}

/**
 * The id of the one delivery of an event to a hook: the same on every node and in every repetition. A UUIDv7
 * (RFC 9562) of the event's time, with bits of a hash where others have random ones.
 */
export function deliveryIdOf(hookId: string, eventId: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0').slice(-12);
  const digest = createHash('sha256').update(`${hookId}/${eventId}`).digest('hex');
  const variant = ((Number.parseInt(digest.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  const tail = digest.slice(4, 19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${tail.slice(0, 3)}-${tail.slice(3)}`;
}

const isOneOf = (id: string, ...candidates: unknown[]): boolean => candidates.includes(id);

/** Requests that the person made or approves. */
const concerns = (body: EventBody, personId: string): boolean =>
  isOneOf(
    personId,
    body.requester?.id,
    body.approval?.approver?.id,
    ...(body.template?.approvers ?? []).map(({ id }) => id),
  );

/** Asks the suite once for each team and person of a batch. */
class Ownership {
  readonly #suite: Suite;
  readonly #tenantId: string;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(suite: Suite, tenantId: string) {
    this.#suite = suite;
    this.#tenantId = tenantId;
  }

  isOwner(teamId: string, personId: string): Promise<boolean> {
    const key = JSON.stringify([teamId, personId]);
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#suite.teams
        .access(this.#tenantId, teamId, personId)
        .then((access) => access?.role === 'owner');
      this.#known.set(key, known);
    }
    return known;
  }
}

/** Whether what a hook hears of holds this event. */
async function mayHear(hook: HookRecord, event: WaitingEvent, ownership: Ownership): Promise<boolean> {
  if (hook.scope === 'tenant') return true;
  // An app owns no team; what it asked for names it as requester.
  const body = JSON.parse(event.body) as EventBody;
  if (concerns(body, hook.creator.id)) return true;
  if (event.audience !== null) return event.audience.includes(hook.creator.id);
  const teamId = body.team?.id;
  if (typeof teamId !== 'string' || hook.creator.kind !== 'user') return false;
  return ownership.isOwner(teamId, hook.creator.id);
}

function wants(hook: HookRecord, event: WaitingEvent): boolean {
  if (!hook.events.includes(event.type)) return false;
  return (
    hook.templates.length === 0 ||
    (event.templateId !== undefined && hook.templates.includes(event.templateId))
  );
}

async function deliveriesOf(
  deps: FanOutDeps,
  tenantId: string,
  events: readonly WaitingEvent[],
  senders: Senders,
  leaseUntil: Date,
): Promise<(NewDelivery & { sent: TakenDelivery })[]> {
  const types = [...new Set(events.map(({ type }) => type))];
  const hooks = await deps.store.in(tenantId).hooks.listSubscribed(types);
  const ownership = new Ownership(deps.suite, tenantId);
  const made: (NewDelivery & { sent: TakenDelivery })[] = [];
  for (const event of events) {
    for (const hook of hooks) {
      if (!wants(hook, event) || !(await mayHear(hook, event, ownership))) continue;
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
 * delivery is made once. Answers how many events there were, and what the caller has taken to send itself.
 */
export async function fanOut(
  deps: FanOutDeps,
  tenantId: string,
  senders: Senders,
  leaseUntil: Date,
): Promise<{ events: number; taken: TakenDelivery[] }> {
  const { deliveries } = deps.store.in(tenantId);
  const events = await deliveries.listWaitingEvents(BATCH);
  if (events.length === 0) return { events: 0, taken: [] };
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
  return { events: events.length, taken: ours.filter(({ id }) => added.has(id)).map(({ sent }) => sent) };
}
