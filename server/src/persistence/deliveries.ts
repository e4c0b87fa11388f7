/**
 * Deliveries of webhooks: written at the fan-out, leased to one node at a time, settled by the run that sent them.
 */
import type { Kysely } from 'kysely';
import type { Delivery, HookRecord } from '../domain/webhooks/model.ts';
import type {
  DeliveryStore,
  EventFacts,
  EventLease,
  FanOutStore,
  PendingDeliveryStore,
  TakenDelivery,
  WaitingEvent,
} from '../domain/webhooks/ports.ts';
import { approverIdsOf } from '../flows/approvals/access.ts';
import type { ApprovalStage } from '../flows/approvals/model.ts';
import { isUuid } from '../kernel/ids.ts';
import {
  ADD,
  ADD_TEST,
  COUNT_PENDING,
  FACTS,
  FIND,
  FIND_WITH_BODY,
  GIVE_BACK,
  GIVE_EVENTS_BACK,
  GIVE_UP_TENANT_WIDE,
  LIST,
  NEXT_DUE,
  REDELIVER,
  REDELIVER_RANGE,
  REMOVE_OLD,
  SETTLE,
  TAKE,
  TAKE_EVENTS,
} from './delivery-statements.ts';
import { LAST_ID, type Statements, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

/** PostgreSQL channel of the delivering nodes; the payload is the tenant's id. The migration uses the same name. */
export const WEBHOOKS_CHANNEL = 'charter_webhooks';

interface TakenRow extends Pick<TakenDelivery, 'event' | 'body' | 'run' | 'tries'> {
  deliveryId: string;
  hookId: string;
}

/** Row of a webhook that has leased deliveries. Its delivery columns are null. */
interface TakenHookRow extends HookRecord, Record<'event' | 'body' | 'run' | 'tries' | 'deliveryId', null> {
  hookId: string;
}

const isOfHook = (row: TakenRow | TakenHookRow): row is TakenHookRow => row.deliveryId === null;

function toHook({
  hookId: _h,
  deliveryId: _d,
  event: _e,
  body: _b,
  run: _r,
  tries: _t,
  ...hook
}: TakenHookRow): HookRecord {
  return hook;
}

interface FactsRow {
  id: string;
  teamId: string | null;
  templateId: string | null;
  request: RequestRow | null;
}

/** People involved in a request for a team. */
interface RequestRow {
  requesterId: string;
  deciderId: string | null;
  stages: ApprovalStage[];
  /** Owners in the job's plan: the suite lists owners only after they are added. */
  plannedOwnerIds: string[];
}

const toFacts = ({ teamId, templateId, request }: FactsRow): EventFacts => ({
  teamId,
  templateId: templateId ?? undefined,
  concernedIds:
    request === null
      ? []
      : [
          request.requesterId,
          ...(request.deciderId === null ? [] : [request.deciderId]),
          ...request.plannedOwnerIds,
          ...approverIdsOf(request),
        ],
});

interface DeliveryRow extends Pick<Delivery, 'id' | 'hookId' | 'event' | 'eventId' | 'status' | 'attempts'> {
  createdAt: Date;
  dueAt: Date | null;
  completedAt: Date | null;
}

const toDelivery = ({ createdAt, dueAt, completedAt, ...delivery }: DeliveryRow): Delivery => ({
  ...delivery,
  createdDateTime: createdAt.toISOString(),
  nextAttemptDateTime: dueAt?.toISOString() ?? null,
  completedDateTime: completedAt?.toISOString() ?? null,
});

const leasesOf = (events: readonly EventLease[]): string =>
  JSON.stringify(events.map(({ id, lease }) => ({ id, lease })));

const fanOutStore = ({ all, write }: Statements): FanOutStore => ({
  takeEvents: ({ now, leaseUntil, most }) => all<WaitingEvent>(TAKE_EVENTS, now, leaseUntil, most),

  async giveEventsBack(events) {
    await write(GIVE_EVENTS_BACK, leasesOf(events));
  },

  async listFacts(eventIds) {
    const rows = await all<FactsRow>(FACTS, eventIds);
    return new Map(rows.map((row) => [row.id, toFacts(row)]));
  },

  async add(deliveries, handled) {
    const hookIds = [...new Set(deliveries.map(({ hookId }) => hookId))];
    await write(ADD, JSON.stringify(deliveries), leasesOf(handled), hookIds);
  },
});

const pendingDeliveryStore = ({ all, count, first, write }: Statements): PendingDeliveryStore => ({
  async take({ now, leaseUntil, most, mostFailing, perHook, lanes }) {
    const values = [now, leaseUntil, JSON.stringify(lanes), perHook, mostFailing, most];
    const rows = await all<TakenHookRow | TakenRow>(TAKE, ...values);
    const hooks = new Map(rows.filter(isOfHook).map((row) => [row.hookId, toHook(row)]));
    return rows.flatMap((row) => {
      const hook = hooks.get(row.hookId);
      if (isOfHook(row) || hook === undefined) return [];
      const { deliveryId: id, event, body, run, tries } = row;
      return [{ id, hook, event, body, run, leaseUntil, tries }];
    });
  },

  async settle(outcomes) {
    if (outcomes.length === 0) return;
    // Copies only the needed members: PostgreSQL parses the whole text, and the caller's objects may have more.
    const rows = outcomes.map(({ hookId, id, run, status, dueAt, endedAt, attempt }) => {
      return { hookId, id, run, status, dueAt, endedAt, attempt };
    });
    const hookIds = [...new Set(outcomes.map(({ hookId }) => hookId))];
    const ends = outcomes.map(({ leaseUntil }) => leaseUntil.getTime());
    const [first, last] = [new Date(Math.min(...ends)), new Date(Math.max(...ends))];
    await write(SETTLE, JSON.stringify(rows), hookIds, first, last);
  },

  async giveBack(runs, at) {
    const rows = runs.map(({ hookId, id, run }) => ({ hookId, id, run }));
    await write(GIVE_BACK, at, JSON.stringify(rows));
  },

  countPending: () => count(COUNT_PENDING),

  async nextDue() {
    const row = await first<{ due: Date | null }>(NEXT_DUE);
    return row?.due ?? undefined;
  },
});

export function deliveryStore(db: Kysely<CharterTables>, tenantId: string): DeliveryStore {
  const run = statements(db, tenantId);
  const { all, first, write } = run;
  const announce = async (): Promise<void> => {
    await all(`select pg_notify('${WEBHOOKS_CHANNEL}', $1)`);
  };

  return {
    ...fanOutStore(run),
    ...pendingDeliveryStore(run),

    addTest: async (delivery, body) => (await write(ADD_TEST, delivery, body)) === 1,

    announce,

    async list({ hookId, status, top, after = LAST_ID }) {
      return (await all<DeliveryRow>(LIST, hookId, after, status, top + 1)).map(toDelivery);
    },

    async find(hookId, deliveryId) {
      if (!isUuid(deliveryId)) return undefined;
      const row = await first<DeliveryRow>(FIND, hookId, deliveryId);
      return row && toDelivery(row);
    },

    async findWithBody(hookId, deliveryId) {
      if (!isUuid(deliveryId)) return undefined;
      const row = await first<DeliveryRow & { body: string | null }>(FIND_WITH_BODY, hookId, deliveryId);
      return row && { ...toDelivery(row), body: row.body };
    },

    async giveUpTenantWide(hookId, reason, at) {
      const attempt = {
        time: at.toISOString(),
        status: null,
        durationMilliseconds: 0,
        response: null,
        error: reason,
      };
      await write(GIVE_UP_TENANT_WIDE, hookId, at, attempt);
    },

    async redeliver(hookId, deliveryId, at) {
      if (!isUuid(deliveryId)) return false;
      const redelivered = await write(REDELIVER, hookId, at, deliveryId);
      await announce();
      return redelivered === 1;
    },

    async redeliverRange({ hookId, from, until, status }, at) {
      const redelivered = await write(REDELIVER_RANGE, hookId, at, from, until, status);
      await announce();
      return redelivered;
    },

    removeOld(before, most) {
      // The lowest possible id at the time `before`: ids begin with the creation time.
      const oldest = `${before.getTime().toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
      return write(REMOVE_OLD, oldest, most);
    },
  };
}
