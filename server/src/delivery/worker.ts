/** A node's delivery of webhooks: woken when something is recorded, and looking by itself from time to time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deliverer, DeliveryLog } from './deliverer.ts';

export interface DeliveryEar {
  onNotification(tenantId: string): void;
  onReconnect(): void;
  onError(error: Error): void;
}

export interface DeliveryWorkerOptions {
  deliverer: Deliverer;
  /** Hears which tenant has something new; also that something may have been missed. */
  listen: (ear: DeliveryEar) => Promise<{ close(): Promise<void> }>;
  /** Ids of all tenants. */
  tenants: () => Promise<string[]>;
  log: DeliveryLog;
}

export interface DeliveryWorker {
  /** What it does, for those who watch it. */
  figures: Pick<Deliverer, 'counts' | 'pending'>;
  /** As Deliverer.stop. */
  stop(milliseconds: number): Promise<void>;
}

/** Between two rounds over all tenants, for what nobody announced. */
const ROUND_MILLISECONDS = 60_000;
/** Before the next tenant has its turn. */
const TURN_MILLISECONDS = 250;

export async function startDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const { deliverer, listen, tenants, log } = options;
  const stopping = new AbortController();
  let missed = new AbortController();

  const round = async (): Promise<void> => {
    try {
      for (const tenantId of await tenants()) {
        // A tenant with very much to do goes on beside the others.
        await Promise.race([deliverer.look(tenantId), delay(TURN_MILLISECONDS, undefined, { ref: false })]);
      }
    } catch (error) {
      log.error({ err: error }, 'Tenants could not be looked through for webhooks; they will be again.');
    }
  };
  const rounds = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, missed.signal]);
      await delay(ROUND_MILLISECONDS, undefined, { signal, ref: false }).catch(() => undefined);
      missed = new AbortController();
      if (!stopping.signal.aborted) await round();
    }
  };
  const going = rounds();
  // The first connection counts as a new one, so the first round begins with it.
  const ear = await listen({
    onNotification: (tenantId) => deliverer.wake(tenantId),
    onReconnect: () => missed.abort(),
    onError: (error) => log.error({ err: error }, 'New webhooks can’t be heard of; they are looked for.'),
  }).catch((error: unknown) => {
    stopping.abort();
    throw error;
  });
  return {
    figures: deliverer,
    async stop(milliseconds) {
      stopping.abort();
      await ear.close();
      await deliverer.stop(milliseconds);
      await going;
    },
  };
}
