import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryRows, later } from '../../test/delivery-rows.ts';
import { AT } from '../../test/webhook-rows.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import type { NewDelivery } from '../domain/webhooks/ports.ts';
import { newId } from '../kernel/ids.ts';

describe('outcomes of deliveries', () => {
  const { tenant, deliveries, hooks, addHook, addDelivery, take, outcome, failure, read } = deliveryRows();

  it('are stored exactly, attempt by attempt', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await take();
    const attempt = {
      time: AT.toISOString(),
      status: 500,
      durationMilliseconds: 17,
      response: '{"b":1,  "a":"\\u0000"}\n\u2028\ufffd',
      error: 'The answer was 500.',
    };
    await deliveries().settle([failure(delivery, { attempt })]);
    const waiting = await read(delivery);
    assert.deepEqual(waiting, {
      id: delivery.id,
      hookId: one.id,
      event: 'team_created',
      eventId: delivery.eventId,
      status: 'pending',
      createdDateTime: AT.toISOString(),
      nextAttemptDateTime: later(5).toISOString(),
      completedDateTime: null,
      attempts: [attempt],
    });
    const [second] = await take({ now: later(5) });
    assert.equal(second?.tries, 1);
    const success = outcome(delivery, { run: second.run, endedAt: later(6) });
    await deliveries().settle([success]);
    assert.deepEqual(await read(delivery), {
      ...waiting,
      status: 'delivered',
      nextAttemptDateTime: null,
      completedDateTime: later(6).toISOString(),
      attempts: [attempt, success.attempt],
    });
  });

  it('keep the latest fifty attempts', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    for (let turn = 1; turn <= 52; turn += 1) {
      const [taken] = await take();
      const attempt = { ...outcome(delivery).attempt, durationMilliseconds: turn };
      await deliveries().settle([failure(delivery, { run: taken?.run ?? 0, dueAt: AT, attempt })]);
    }
    const { attempts } = await read(delivery);
    assert.deepEqual(
      attempts.map(({ durationMilliseconds }) => durationMilliseconds),
      Array.from({ length: 50 }, (_, index) => index + 3),
    );
  });

  it('are written once, and only by the latest run', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await take();
    await take({ now: later(60), leaseUntil: later(120) });
    await deliveries().settle([outcome(delivery, { run: 1 })]);
    await deliveries().release([{ ...delivery, run: 1 }], later(61));
    assert.deepEqual((await read(delivery)).attempts, []);
    assert.equal((await read(delivery)).nextAttemptDateTime, later(120).toISOString());
    const second = { run: 2, leaseUntil: later(120) };
    await deliveries().settle([failure(delivery, second)]);
    await deliveries().settle([failure(delivery, second)]);
    const [last] = await take({ now: later(5) });
    await deliveries().settle([outcome(delivery, { run: last?.run ?? 0 })]);
    await deliveries().settle([failure(delivery, { run: last?.run ?? 0 })]);
    const settled = await read(delivery);
    assert.deepEqual([settled.status, settled.attempts.length], ['delivered', 2]);
  });

  it('are not written by an earlier run whose lease would end at the same time', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await take();
    await take({ now: later(60), leaseUntil: later(120) });
    await deliveries().settle([outcome(delivery, { run: 1, leaseUntil: later(120) })]);
    assert.deepEqual((await read(delivery)).attempts, []);
  });

  it('are not written after the run has released its lease', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await take();
    await deliveries().release([{ ...delivery, run: 1 }], later(2));
    await deliveries().settle([outcome(delivery, { run: 1 })]);
    const waiting = await read(delivery);
    assert.deepEqual([waiting.status, waiting.attempts], ['pending', []]);
  });

  it("set the start of a webhook's failures, and a success clears it", async () => {
    const [one, other] = [await addHook(), await addHook()];
    const failingSince = async (of: HookRecord) => (await hooks().find(of.id))?.failingSince;
    const made: NewDelivery[] = [];
    for (let turn = 0; turn < 4; turn += 1) made.push(await addDelivery(one));
    const [first, second, third, fourth] = made as [NewDelivery, NewDelivery, NewDelivery, NewDelivery];
    const untouched = await addDelivery(other);
    assert.equal((await take()).length, 5);
    await deliveries().settle([
      failure(first, { endedAt: later(3) }),
      failure(second, { endedAt: later(2) }),
    ]);
    assert.deepEqual(await failingSince(one), later(2));
    await deliveries().settle([failure(third, { endedAt: later(9) }), outcome(untouched)]);
    assert.deepEqual(await failingSince(one), later(2));
    assert.equal(await failingSince(other), null);
    await deliveries().settle([outcome(fourth)]);
    assert.equal(await failingSince(one), null);
    assert.deepEqual((await hooks().find(one.id))?.updatedAt, AT);
  });

  it('leave nextDue at the earliest pending delivery of an active webhook', async () => {
    assert.equal(await deliveries().nextDue(), undefined);
    const one = await addHook();
    const off = await addHook({ active: false });
    await addDelivery(off, { dueAt: later(-5) });
    assert.equal(await deliveries().nextDue(), undefined);
    await addDelivery(one, { dueAt: later(30) });
    const delivery = await addDelivery(one);
    assert.deepEqual(await deliveries().nextDue(), AT);
    await take();
    assert.deepEqual(await deliveries().nextDue(), later(30));
    await deliveries().settle([outcome(delivery)]);
    assert.deepEqual(await deliveries().nextDue(), later(30));
  });

  it('are listed newest first, by page and status', async () => {
    const [one, other] = [await addHook(), await addHook()];
    const made: NewDelivery[] = [];
    for (let turn = 0; turn < 3; turn += 1) made.push(await addDelivery(one));
    await addDelivery(other);
    await take();
    const [oldest, middle, newest] = made.map(({ id }) => id);
    await deliveries().settle([outcome(made[1] as NewDelivery)]);
    const list = async (change = {}) =>
      (await deliveries().list({ hookId: one.id, top: 10, ...change })).map(({ id }) => id);
    assert.deepEqual(await list(), [newest, middle, oldest]);
    assert.deepEqual(await list({ top: 1 }), [newest, middle]);
    assert.deepEqual(await list({ after: middle }), [oldest]);
    assert.deepEqual(await list({ status: 'delivered' }), [middle]);
    assert.deepEqual(await list({ status: 'failed' }), []);
    assert.equal(await deliveries().find(one.id, 'none'), undefined);
    assert.equal(await deliveries().find(other.id, oldest as string), undefined);
  });

  it('remain after a redelivery under the same id, and do not count as its attempts', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    const other = await addDelivery(one, { createdAt: later(10) });
    const pending = await addDelivery(one, { dueAt: later(1000) });
    await take();
    await deliveries().settle([
      outcome(delivery, { status: 'failed' }),
      outcome(other, { status: 'delivered' }),
    ]);
    assert.equal(await deliveries().redeliver(one.id, newId(), AT), false);
    assert.equal(await deliveries().redeliver(one.id, 'none', AT), false);
    assert.equal(await deliveries().redeliver(one.id, delivery.id, later(20)), true);
    // The outcome of the earlier run is ignored.
    await deliveries().settle([failure(delivery, { run: 1 })]);
    const [again] = await take({ now: later(20) });
    assert.deepEqual([again?.id, again?.tries], [delivery.id, 0]);
    await deliveries().settle([outcome(delivery, { run: again?.run ?? 0 })]);
    assert.equal((await read(delivery)).attempts.length, 2);

    const range = (from: Date, until: Date, status?: 'delivered' | 'failed') =>
      deliveries().redeliverRange(
        { hookId: one.id, from, until, ...(status === undefined ? {} : { status }) },
        later(30),
      );
    assert.equal(await range(AT, later(20), 'failed'), 0);
    assert.equal(await range(later(10), later(20)), 1);
    assert.equal(await range(AT, later(10)), 1);
    assert.equal((await read(pending)).nextAttemptDateTime, later(1000).toISOString());
    assert.equal((await read(other)).status, 'pending');
  });

  it('are removed when old and settled, or with their webhook', async () => {
    const one = await addHook();
    const idAt = (at: Date) => {
      const time = at.getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${newId().slice(-12)}`;
    };
    const old = await addDelivery(one, { id: idAt(later(-1)) });
    const pending = await addDelivery(one, { id: idAt(later(-1)), dueAt: later(1000) });
    const recent = await addDelivery(one, { id: idAt(AT) });
    await take();
    await deliveries().settle([outcome(old), outcome(recent)]);
    assert.equal(await deliveries().removeOld(AT, 0), 0);
    assert.equal(await deliveries().removeOld(AT, 10), 1);
    const left = (await deliveries().list({ hookId: one.id, top: 10 })).map(({ id }) => id);
    assert.deepEqual(left.sort(), [pending.id, recent.id].sort());
    assert.equal(await hooks().remove(one.id), true);
    assert.deepEqual(await deliveries().list({ hookId: one.id, top: 10 }), []);
  });

  it('are separate for each webhook, even under the same id', async () => {
    const [one, other] = [await addHook(), await addHook()];
    const pair = async () => {
      const id = newId();
      return [await addDelivery(one, { id }), await addDelivery(other, { id })] as const;
    };
    const [[own, twin], [returned, leased]] = [await pair(), await pair()];
    const next = await addDelivery(one);
    await take();
    await deliveries().release([{ ...returned, run: 1 }], later(1));
    assert.equal((await read(leased)).nextAttemptDateTime, later(60).toISOString());
    await deliveries().settle([outcome(twin), outcome(next)]);
    assert.deepEqual([(await read(own)).status, (await read(twin)).status], ['pending', 'delivered']);
    // A settled delivery is not released, whatever its run.
    await deliveries().release([{ ...twin, run: 2 }], later(1));
    assert.equal((await read(twin)).nextAttemptDateTime, null);
    await deliveries().settle([outcome(own)]);
    assert.equal((await read(own)).status, 'delivered');
    const newest = new Date(Date.now() + 3_600_000);
    const removed = [await deliveries().removeOld(newest, 1), await deliveries().removeOld(newest, 10)];
    assert.deepEqual(removed, [1, 2]);
  });

  it('of many webhooks are removed together, and pending ones do not delay the others', async () => {
    const receivers = [await addHook(), await addHook()];
    const before = new Date();
    for (const receiver of receivers) {
      const made: NewDelivery[] = [];
      for (let turn = 0; turn < 3; turn += 1) made.push(await addDelivery(receiver));
      await take({ perHook: 3 });
      await deliveries().settle(made.slice(1).map((delivery) => outcome(delivery)));
    }
    const later = new Date(before.getTime() + 3_600_000);
    assert.equal(await deliveries().removeOld(later, 1), 1);
    assert.equal(await deliveries().removeOld(later, 3), 3);
    assert.equal(await deliveries().removeOld(later, 3), 0);
    for (const { id } of receivers) {
      const left = await deliveries().list({ hookId: id, top: 10 });
      assert.deepEqual(
        left.map(({ status }) => status),
        ['pending'],
      );
    }
  });

  it('of pending deliveries with tenant scope are failures once the webhook loses that scope', async () => {
    const [one, other] = [await addHook(), await addHook()];
    const delivered = await addDelivery(one);
    await take();
    await deliveries().settle([outcome(delivered)]);
    const waiting = await addDelivery(one);
    const personal = await addDelivery(one, { scope: 'personal' });
    const others = await addDelivery(other);
    await deliveries().giveUpTenantWide(one.id, 'Lost the role.', later(9));
    const said = [];
    for (const delivery of [delivered, waiting, personal, others]) {
      const { status, attempts } = await read(delivery);
      said.push([status, attempts.map(({ error }) => error)]);
    }
    assert.deepEqual(said, [
      ['delivered', [null]],
      ['failed', ['Lost the role.']],
      ['pending', []],
      ['pending', []],
    ]);

    const bodyOf = async ({ hookId, id }: NewDelivery) => (await deliveries().findWithBody(hookId, id))?.body;
    const payload = { team: { id: 'team-1' }, tenant: { id: tenant() } };
    for (const delivery of [waiting, personal, others]) {
      assert.deepEqual(JSON.parse((await bodyOf(delivery)) ?? ''), payload);
    }
    await hooks().update(one.id, { scope: 'personal' }, AT);
    assert.deepEqual(
      [await bodyOf(waiting), await deliveries().redeliver(one.id, waiting.id, AT)],
      [null, false],
      'although another webhook of the tenant has the scope',
    );
    assert.equal(await deliveries().redeliver(one.id, personal.id, AT), true);
  });
});
