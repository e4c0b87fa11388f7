/** Deliveries while the encryption key of secrets changes (docs/webhooks.md, for operators). */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newCall } from '../../test/approval-world.ts';
import { type ReceivedMessage, type Receiver, startReceiver } from '../../test/receiver.ts';
import { ACTOR, teamEvent } from '../../test/webhook-rows.ts';
import { SECRET, WebhookWorld } from '../../test/webhook-world.ts';
import { secretContext } from '../domain/webhooks/hook-url.ts';
import type { HookRecord, HookSecret } from '../domain/webhooks/model.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import { rotateHookSecret } from '../domain/webhooks/rotate-hook-secret.ts';
import type { Principal } from '../engine/principal.ts';
import { systemClock } from '../kernel/clock.ts';
import { createSecretBox } from '../persistence/secret-box.ts';

const FRESH = 'whsec_Zm9yIHRoZSBuZXh0IHRlbiB0aG91c2FuZCB5ZWFycw==';
const OLD = 'the key before, of thirty-two characters or more';
const NEW = 'the key from now on, of thirty-two characters or more';
const HOUR = 60 * 60 * 1000;

describe('a node with a new encryption key', () => {
  let world: WebhookWorld;
  let receiver: Receiver;
  let hook: HookRecord;
  before(async () => {
    world = await WebhookWorld.open();
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

  const sealedBy = (box: SecretBox, secret: string, expiresAt: string | null = null): HookSecret => ({
    sealed: box.seal(secret, secretContext(world.tenant, hook.id)),
    expiresAt,
  });
  const keep = (...secrets: HookSecret[]) => world.store.hooks.update(hook.id, { secrets }, new Date());
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

  const rotate = (secrets: SecretBox) => {
    const owner: Principal = { ...ACTOR, tenantId: world.tenant, roles: new Set(['AUTHENTICATED_USER']) };
    const deps = { store: world.first.store, clock: systemClock, secrets } as never;
    return rotateHookSecret(deps, owner, newCall(), { hookId: hook.id, secret: FRESH });
  };

  /** Sends the messages of `count` events from a node with these keys. Returns the messages and the logged problems. */
  async function send(secrets: SecretBox, count = 1) {
    const node = await world.node({ secrets, clock: systemClock });
    receiver.messages.length = 0;
    await world.happen(Array.from({ length: count }, () => teamEvent()));
    await world.deliver(node);
    await node.deliverer.stop(5_000);
    return { messages: [...receiver.messages], said: node.problems as { hookId: string; err: Error }[] };
  }
  const isBy = (secret: string, { body, headers }: ReceivedMessage): boolean => {
    try {
      return new Webhook(secret).verify(body, headers as never) !== undefined;
    } catch {
      return false;
    }
  };

  it('signs with both webhook secrets when the rotation was made with both keys', async () => {
    await keep(sealedBy(createSecretBox([OLD]), SECRET));
    await rotate(createSecretBox([NEW, OLD]));
    const { messages, said } = await send(createSecretBox([NEW]));
    assert.deepEqual(said, []);
    assert.deepEqual(
      messages.map((message) => [isBy(FRESH, message), isBy(SECRET, message)]),
      [[true, true]],
    );
  });

  it('signs with the readable secrets, and logs one warning for the unreadable secrets of a webhook', async () => {
    const [before, now] = [createSecretBox([OLD]), createSecretBox([NEW])];
    await keep(
      sealedBy(now, FRESH),
      sealedBy(before, 'whsec_YW5vdGhlciBzZWNyZXQgdGhhdCBpcyBsb3N0', inHours(2)),
      sealedBy(now, SECRET, inHours(1)),
      sealedBy(before, 'whsec_b25lIHRoYXQgaGFzIGVuZGVkIHNpbmNlIGxvbmc=', inHours(-1)),
    );
    const { messages, said } = await send(now, 5);
    assert.deepEqual(
      messages.map((message) => [isBy(FRESH, message), isBy(SECRET, message)]),
      Array(5).fill([true, true]),
    );
    assert.deepEqual(
      said.map(({ hookId }) => hookId),
      [hook.id],
    );
    assert.match(said[0]?.err.message ?? '', /CHARTER_SECRET_KEY/);
  });

  it('does not remove an unreadable secret in a rotation, because another node may have its key', async () => {
    const [before, now] = [createSecretBox([OLD]), createSecretBox([NEW])];
    await keep(sealedBy(before, SECRET));
    await rotate(now);
    const here = await send(now);
    assert.deepEqual(
      here.messages.map((message) => [isBy(FRESH, message), isBy(SECRET, message)]),
      [[true, false]],
    );
    const there = await send(createSecretBox([NEW, OLD]));
    assert.deepEqual(
      there.messages.map((message) => isBy(SECRET, message)),
      [true],
    );
  });

  it('sends no message while the newest secret of the webhook is unreadable', async () => {
    await keep(sealedBy(createSecretBox([OLD]), FRESH), sealedBy(createSecretBox([NEW]), SECRET, inHours(1)));
    const { messages, said } = await send(createSecretBox([NEW]));
    assert.deepEqual([messages.length, said.length], [0, 1]);
    const [delivery] = await world.store.deliveries.list({ hookId: hook.id, top: 1 });
    assert.deepEqual(
      delivery?.attempts.map(({ error }) => error),
      ['The message could not be signed by the service.'],
    );
  });
});
