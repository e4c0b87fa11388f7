import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { deliveryRows, later } from '../../test/delivery-rows.ts';
import { ACTOR, AT, teamEvent } from '../../test/webhook-rows.ts';
import type { EventType } from '../domain/events/model.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import { newId } from '../kernel/ids.ts';
import { WEBHOOKS_CHANNEL } from './deliveries.ts';

describe('the deliveries of webhooks', () => {
  const {
    database,
    tenant,
    become,
    db,
    deliveries,
    hooks,
    record,
    addHook,
    addDelivery,
    take,
    outcome,
    read,
  } = deliveryRows();

  it('should keep events that an active hook hears until their deliveries are made, and no others', async () => {
    await record(teamEvent());
    assert.deepEqual(await deliveries().listWaitingEvents(10), []);
    await addHook({ active: false });
    const one = await addHook({ events: ['team_created'] });
    const heard = teamEvent({
      payload: { team: { id: 'é "\u{1f600}' }, z: 1, a: [1.5, null] },
      audience: ['olga'],
    });
    await record(heard, teamEvent({ type: 'team_archived' }));
    const [waiting, ...others] = await deliveries().listWaitingEvents(10);
    assert.deepEqual(others, []);
    assert.deepEqual(waiting, {
      id: heard.id,
      type: 'team_created',
      occurredAt: AT,
      body: JSON.stringify({ ...heard.payload, tenant: { id: tenant() } }),
      actor: ACTOR,
      audience: ['olga'],
    });
    const delivery = { id: newId(), hookId: one.id, eventId: heard.id, event: heard.type, createdAt: AT };
    const rows = [{ ...delivery, dueAt: AT, taken: false }];
    assert.deepEqual(await deliveries().add(rows, [heard.id]), new Set([delivery.id]));
    assert.deepEqual(await deliveries().listWaitingEvents(10), []);
    assert.deepEqual(await deliveries().add(rows, [heard.id]), new Set());
    const gone = [{ ...delivery, id: newId(), hookId: newId(), dueAt: AT, taken: false }];
    assert.deepEqual(await deliveries().add(gone, []), new Set());
  });

  it('should list waiting events oldest first, with the template their team was made from', async () => {
    await addHook();
    await db()
      .insertInto('charter.jobs')
      .values({
        tenant_id: tenant(),
        job_id: newId(),
        type: 'TeamProvisioning',
        status: 'completed',
        requester: JSON.stringify(ACTOR),
        request_id: 'r',
        request: JSON.stringify({ template: { id: 'deal-room' } }),
        steps: [],
        team_id: 'team-1',
        created_at: AT,
        last_action_at: AT,
      })
      .execute();
    const named = teamEvent({ payload: { team: { id: 'team-2' }, template: { id: 'project' } } });
    const made = teamEvent({ type: 'team_updated' });
    const without = teamEvent({ payload: { team: { id: 'team-3' } } });
    await record(named, made, without);
    const waiting = (await deliveries().listWaitingEvents(10)).map(({ id }) => id);
    assert.deepEqual(waiting, [named.id, made.id, without.id]);
    const facts = await deliveries().listFacts(waiting);
    assert.deepEqual(
      waiting.map((id) => facts.get(id)?.templateId),
      ['project', 'deal-room', undefined],
    );
    assert.equal(facts.get(made.id)?.teamId, 'team-1');
    assert.equal((await deliveries().listWaitingEvents(2)).length, 2);
  });

  it('should announce the tenant when an event commits that somebody hears, and nothing else', async () => {
    const ear = new pg.Client(database().ownerUrl);
    await ear.connect();
    const heard: string[] = [];
    ear.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await ear.query(`listen ${WEBHOOKS_CHANNEL}`);
    try {
      await record(teamEvent());
      await addHook();
      await record(teamEvent(), teamEvent());
      await ear.query('select');
      assert.deepEqual(heard, [tenant()]);
    } finally {
      await ear.end();
    }
  });

  it('should be taken by one node, when they are due, oldest first, with all that is sent', async () => {
    const one = await addHook({ events: ['team_created'] });
    const second = await addDelivery(one, { dueAt: later(-10) });
    const first = await addDelivery(one, { dueAt: later(-20) });
    await addDelivery(one, { dueAt: later(1) });
    const nodes = await Promise.all([take({ most: 1 }), take({ most: 1 })]);
    const taken = [...nodes.flat(), ...(await take())];
    assert.deepEqual(taken.map(({ id }) => id).sort(), [first.id, second.id].sort());
    const [found] = taken.filter(({ id }) => id === first.id);
    assert.deepEqual(found, {
      id: first.id,
      hook: one,
      event: 'team_created',
      body: JSON.stringify({ team: { id: 'team-1' }, tenant: { id: tenant() } }),
      run: 1,
      tries: 0,
    });
    assert.deepEqual(await take(), []);
    assert.equal((await read(first)).nextAttemptDateTime, later(60).toISOString());
    const again = await take({ now: later(60), leaseUntil: later(120) });
    assert.deepEqual(
      again.map(({ run }) => run),
      [1, 2, 2],
    );
  });

  it('should be taken at once by the node that makes them, as their first run', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one, { taken: true, dueAt: later(60) });
    assert.deepEqual(await take(), []);
    await deliveries().settle([outcome(delivery)]);
    assert.equal((await read(delivery)).status, 'delivered');
  });

  it('should leave each hook the places it has, and those of hooks that are off', async () => {
    const [busy, failing, off] = [
      await addHook(),
      await addHook({ failingSince: AT }),
      await addHook({ active: false }),
    ];
    for (const receiver of [busy, failing, off]) {
      const rows = Array.from({ length: 5 }, () => ({
        id: newId(),
        hookId: receiver.id,
        eventId: newId(),
        event: 'team_created' as const,
        createdAt: AT,
        dueAt: AT,
        taken: false,
        body: '{}',
      }));
      assert.equal((await deliveries().add(rows, [])).size, 5);
    }
    const count = (taken: Awaited<ReturnType<typeof take>>, of: HookRecord) =>
      taken.filter((delivery) => delivery.hook.id === of.id).length;
    const taken = await take({ perHook: 4, lanes: [{ hookId: busy.id, free: 3 }] });
    assert.deepEqual(
      [busy, failing, off].map((of) => count(taken, of)),
      [3, 2, 0],
    );
    assert.equal((await take({ most: 1 })).length, 1);
    assert.deepEqual(await take({ lanes: [busy, failing].map(({ id }) => ({ hookId: id, free: 0 })) }), []);
    await hooks().update(off.id, { active: true }, AT);
    assert.equal(count(await take(), off), 5);
  });
  it('should be of one tenant', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await record(teamEvent());
    const owner = tenant();
    become(newId());
    assert.deepEqual(await take(), []);
    assert.deepEqual(await deliveries().listWaitingEvents(10), []);
    assert.equal(await deliveries().find(one.id, delivery.id), undefined);
    assert.equal(await deliveries().redeliver(one.id, delivery.id, AT), false);
    await deliveries().settle([outcome(delivery, { run: 0 })]);
    become(owner);
    assert.equal((await read(delivery)).status, 'pending');
    assert.equal((await take()).length, 1);
  });

  it('should find hooks by the events they subscribe to', async () => {
    const one = await addHook({ events: ['team_created', 'team_deleted'] });
    const other = await addHook({ events: ['team_archived'], templates: ['project'] });
    await addHook({ events: ['team_created'], active: false });
    const subscribed = async (...types: EventType[]) =>
      (await hooks().listSubscribed(types)).map(({ id }) => id);
    assert.deepEqual(await subscribed('team_deleted', 'team_updated'), [one.id]);
    assert.deepEqual((await subscribed('team_created', 'team_archived')).sort(), [one.id, other.id].sort());
    assert.deepEqual(await subscribed('team_updated'), []);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from charter.hooks where tenant_id = ${tenant()}`.execute(db());
    assert.equal(rows[0]?.count, 3);
  });
});
