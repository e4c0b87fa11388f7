/** Tests the stand-in's subscriptions: validation, limits, delivery. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { hostile } from './hostile.ts';
import { createStandInWorld, type StandInWorld } from './stand-in-world.ts';

describe('subscriptions of the Graph stand-in', () => {
  let world: StandInWorld;
  let receiver: Server;
  let url: string;
  /** Bodies of the received notifications. */
  let received: { value: { changeType: string; clientState: string; resourceData: { id: string } }[] }[] = [];

  before(async () => {
    world = await createStandInWorld();
    receiver = createServer(async (request, response) => {
      const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('validationToken');
      if (request.url?.startsWith('/deaf')) return void response.end('no');
      if (token !== null) return void response.writeHead(200, { 'content-type': 'text/plain' }).end(token);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(202).end();
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  after(async () => {
    await world.standIn.stop();
    receiver.close();
  });

  const inMinutes = (minutes: number): string =>
    new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();
  const subscribe = (more: object = {}) =>
    world.graph.call('POST', '/subscriptions', {
      changeType: 'updated,deleted',
      notificationUrl: `${url}/notifications`,
      resource: 'groups',
      expirationDateTime: inMinutes(60),
      clientState: 'secretClientValue',
      ...more,
    });

  test('are created when the receiver returns the validation token', async () => {
    const { status, body } = await subscribe();
    assert.equal(status, 201);
    assert.equal(body.clientState, null);
    const rejected = await subscribe({ notificationUrl: `${url}/deaf` });
    assert.deepEqual([rejected.status, rejected.body.error.code], [400, 'ValidationError']);
  });

  test('are rejected with a lifetime above the limit, or above an hour for teams without a lifecycle URL', async () => {
    assert.equal((await subscribe({ expirationDateTime: inMinutes(41_761) })).status, 400);
    assert.equal((await subscribe({ resource: 'teams', expirationDateTime: inMinutes(61) })).status, 400);
    const teams = { resource: 'teams', lifecycleNotificationUrl: `${url}/lifecycle` };
    assert.equal((await subscribe({ ...teams, expirationDateTime: inMinutes(4_320) })).status, 201);
  });

  test('are rejected with 409 when the application has one with the same changes and resource', async () => {
    const again = await subscribe({ notificationUrl: `${url}/elsewhere`, resource: '/groups' });
    assert.equal(again.status, 409);
    assert.equal((await subscribe({ changeType: 'deleted' })).status, 201);
  });

  test('deliver a change once, or twice or never with an injected fault', async () => {
    await world.standIn.deliverNotifications();
    const { body } = await world.upsert('told');
    const change = (): Promise<unknown> =>
      world.graph.call('PATCH', `/groups/${body.id}`, { description: `${Math.random()}` });
    await world.standIn.deliverNotifications();
    received = [];
    await change();
    await world.standIn.deliverNotifications();
    assert.deepEqual(
      received.map(({ value: [one] }) => [one?.changeType, one?.clientState, one?.resourceData.id]),
      [['updated', 'secretClientValue', body.id]],
    );
    for (const [options, times] of [
      [{ missedNotification: 1 }, 0],
      [{ missedNotification: 0, duplicatedNotification: 1 }, 2],
    ] as const) {
      await change();
      received = [];
      world.standIn.behave(hostile({ seed: 1, ...options }));
      await world.standIn.deliverNotifications();
      assert.equal(received.length, times);
      world.standIn.behave(
        hostile({
          seed: 1,
          throttled: 0,
          unavailable: 0,
          lost: 0,
          serverError: 0,
          notFoundButDone: 0,
          expiredToken: 0,
        }),
      );
    }
  });
});
