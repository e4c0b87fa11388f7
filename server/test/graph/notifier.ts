/** Sends change notifications when a test requests it, and validates receivers. */
import { randomUUID } from 'node:crypto';
import type { ChangeNotification } from '@microsoft/microsoft-graph-types';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Behaviour } from './behaviour.ts';
import { lifecycleNotificationsOf, notificationsOf } from './subscriptions.ts';
import type { Tenant } from './tenant.ts';

export interface DeliveredNotification {
  url: string;
  notification: ChangeNotification;
  /** 0 when the receiver was unreachable. */
  status: number;
}

const VALIDATION_MILLISECONDS = 10_000;

export class Notifier {
  readonly #clock: Clock;
  readonly #tenants: readonly Tenant[];
  /** Number of delivered changes of each tenant. */
  readonly #delivered = new Map<string, number>();
  readonly #behaviour: () => Behaviour;
  readonly #reach: (url: string) => string;

  constructor(
    clock: Clock,
    tenants: readonly Tenant[],
    behaviour: () => Behaviour,
    reach: (url: string) => string,
  ) {
    this.#reach = reach;
    this.#behaviour = behaviour;
    this.#clock = clock;
    this.#tenants = tenants;
  }

  /** Validates a receiver, which must respond with 200 and the token as text within 10 seconds. */
  async validate(url: string): Promise<boolean> {
    const token = `Validation: ${randomUUID()} / +&`;
    const target = new URL(this.#reach(url));
    target.searchParams.set('validationToken', token);
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        signal: AbortSignal.timeout(VALIDATION_MILLISECONDS),
      });
      const isText = response.headers.get('content-type')?.startsWith('text/plain') ?? false;
      return response.status === 200 && isText && (await response.text()) === token;
    } catch {
      return false;
    }
  }

  async deliver(): Promise<DeliveredNotification[]> {
    const delivered: DeliveredNotification[] = [];
    for (const tenant of this.#tenants) {
      const changes = tenant.changes.slice(this.#delivered.get(tenant.id) ?? 0);
      this.#delivered.set(tenant.id, tenant.changes.length);
      for (const change of changes) {
        const fault = this.#behaviour().notificationFault(change.number);
        if (fault === 'missed') continue;
        for (const { url, body } of notificationsOf(tenant, change, this.#clock.now())) {
          for (let time = 0; time < (fault === 'duplicated' ? 2 : 1); time++) {
            delivered.push({ url, notification: body, status: await this.#post(url, body) });
          }
        }
      }
    }
    return delivered;
  }

  /** Sends a lifecycle notification for each live subscription. */
  async deliverLifecycle(
    event: Parameters<typeof lifecycleNotificationsOf>[1],
  ): Promise<DeliveredNotification[]> {
    const delivered: DeliveredNotification[] = [];
    for (const tenant of this.#tenants) {
      for (const { url, body } of lifecycleNotificationsOf(tenant, event, this.#clock.now())) {
        delivered.push({ url, notification: body, status: await this.#post(url, body) });
      }
    }
    return delivered;
  }

  async #post(url: string, notification: ChangeNotification): Promise<number> {
    try {
      const response = await fetch(this.#reach(url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: [notification] }),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}
