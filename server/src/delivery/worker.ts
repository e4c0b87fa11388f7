/** Runs a node's deliverer: database notifications wake it, and it polls the tenants with waiting work each minute. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deliverer } from './deliverer.ts';
import type { DeliveryLog } from './outcomes.ts';

export interface DeliveryListener {
  onNotification(tenantId: string): void;
  onReconnect(): void;
  onError(error: Error): void;
}

export interface DeliveryWorkerOptions {
  deliverer: Deliverer;
  /**
   * Listens for notifications about tenants with new events or deliveries, and for reconnects. Notifications sent
   * before a reconnect may be lost.
   */
  listen: (listener: DeliveryListener) => Promise<{ close(): Promise<void> }>;
  /** Returns the ids of the tenants with events or deliveries that wait. */
  tenants: () => Promise<string[]>;
  log: DeliveryLog;
}

export interface DeliveryWorker {
  /** Counts for the metrics. */
  metrics: Pick<Deliverer, 'counts'>;
  /** Stops listening, then stops the deliverer. */
  stop(milliseconds: number): Promise<void>;
}

/** Time between two polls, for missed notifications. */
const ROUND_MILLISECONDS = 60_000;
/** Maximum time that a poll waits for one tenant before it continues with the next. */
const TURN_MILLISECONDS = 250;

export async function startDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const { deliverer, listen, tenants, log } = options;

  const round = async (): Promise<void> => {
    try {
      for (const tenantId of await tenants()) {
        // A tenant with much work continues concurrently with the next tenants.
        await Promise.race([deliverer.look(tenantId), delay(TURN_MILLISECONDS, undefined, { ref: false })]);
      }
    } catch (error) {
      log.error({ err: error }, 'Tenants could not be polled for webhook deliveries. Retrying in a minute.');
    }
  };
  let rounds = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const poll = (): void => {
    rounds = rounds.then(round).finally(() => {
      clearTimeout(timer);
      timer = setTimeout(poll, ROUND_MILLISECONDS).unref();
    });
  };
  // The first connection counts as a reconnect, so it starts the first poll.
  const listening = await listen({
    onNotification: (tenantId) => deliverer.wake(tenantId),
    onReconnect: poll,
    onError: (error) =>
      log.error({ err: error }, 'Notifications of new webhook deliveries are interrupted. Polling instead.'),
  });
  return {
    metrics: deliverer,
    async stop(milliseconds) {
      await listening.close();
      await deliverer.stop(milliseconds);
      await rounds;
      clearTimeout(timer);
    },
  };
}
