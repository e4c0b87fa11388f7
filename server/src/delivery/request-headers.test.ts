/** The headers that a delivery shows for each attempt, compared with those that a receiver got. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { newCall } from '../../test/approval-world.ts';
import { type Receiver, respondWith, startReceiver } from '../../test/receiver.ts';
import { testSecrets } from '../../test/secrets.ts';
import { ACTOR, teamEvent } from '../../test/webhook-rows.ts';
import { SECRET, WebhookWorld } from '../../test/webhook-world.ts';
import type { DeliveryAttempt, HookRecord } from '../domain/webhooks/model.ts';
import { getDelivery, listDeliveries } from '../domain/webhooks/read-hooks.ts';
import { rotateHookSecret } from '../domain/webhooks/rotate-hook-secret.ts';
import type { Principal } from '../engine/principal.ts';

describe('the request headers of a delivery', () => {
  let world: WebhookWorld;
  let receiver: Receiver;
  let hook: HookRecord;
  let owner: Principal;
  before(async () => {
    world = await WebhookWorld.open();
    owner = { ...ACTOR, tenantId: world.tenant, roles: new Set(['AUTHENTICATED_USER']) };
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    hook = await world.hook(receiver.url);
  });
  afterEach(async () => {
    await world.store.hooks.remove(hook.id);
    await receiver.close();
  });
  after(() => world.close());

  const deps = () => ({ store: world.first.store, clock: world.clock, secrets: testSecrets() }) as never;

  async function attempts(): Promise<readonly DeliveryAttempt[]> {
    const { items } = await listDeliveries(deps(), owner, { hookId: hook.id, top: 1 });
    return (await getDelivery(deps(), owner, { hookId: hook.id, deliveryId: items[0]!.id })).attempts;
  }

  /** Compares the shown headers of each attempt with those of the messages, and returns the shown signatures. */
  async function assertAsSent(): Promise<string[]> {
    const shown = (await attempts()).map(({ requestHeaders }) => requestHeaders ?? []);
    assert.equal(shown.length, receiver.messages.length);
    return shown.map((headers, index) => {
      assert.equal(headers.length, 10);
      const received = receiver.messages[index]?.headers;
      for (const { name, value } of headers) assert.equal(received?.[name.toLowerCase()], value, name);
      return headers.find(({ name }) => name === 'X-Charter-Signature')?.value ?? '';
    });
  }

  it('are stored for each attempt, and remain after the secret of the signature has been removed', async () => {
    receiver.answer(respondWith(503));
    await world.happen([teamEvent()]);
    await world.deliver();
    await rotateHookSecret(deps(), owner, newCall(), { hookId: hook.id, overlapHours: 0 });
    world.clock.advance(60);
    await world.deliver();
    const signatures = await assertAsSent();
    assert.equal(new Set(signatures).size, 2);
  });

  it('contain no secret, and are not returned in lists of deliveries', async () => {
    await world.happen([teamEvent()]);
    await world.deliver();
    assert.ok(!JSON.stringify(await attempts()).includes(SECRET));
    const { items } = await listDeliveries(deps(), owner, { hookId: hook.id, top: 1 });
    assert.equal(items[0]?.attempts.length, 1);
    assert.deepEqual(Object.keys(items[0].attempts[0] ?? {}).sort(), [
      'durationMilliseconds',
      'error',
      'response',
      'status',
      'time',
    ]);
  });

  it('are unknown when no request was sent', async () => {
    await receiver.close();
    await world.happen([teamEvent()]);
    await world.deliver();
    assert.deepEqual(
      (await attempts()).map(({ error, requestHeaders }) => [error, requestHeaders]),
      [['The connection was refused.', null]],
    );
    receiver = await startReceiver();
  });

  it('are unknown when an earlier version sent the request without storing them', async () => {
    await world.happen([teamEvent()]);
    await world.deliver();
    await sql`
      update charter.hook_deliveries set attempts = json_build_array((attempts->0)::jsonb - 'sent')
       where tenant_id = ${world.tenant} and hook_id = ${hook.id}`.execute(
      world.database.tenancy.for(world.tenant),
    );
    assert.deepEqual(
      (await attempts()).map(({ status, requestHeaders }) => [status, requestHeaders]),
      [[200, null]],
    );
  });
});
