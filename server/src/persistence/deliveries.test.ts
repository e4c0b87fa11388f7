import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { deliveryRows, later } from '../../test/delivery-rows.ts';
import { ACTOR, AT, teamEvent } from '../../test/webhook-rows.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import type { EventType } from '../engine/events/model.ts';
import { newId } from '../kernel/ids.ts';
import { WEBHOOKS_CHANNEL } from './deliveries.ts';

describe('the store of webhook deliveries', () => {
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
    takeEvents,
    take,
    outcome,
    read,
  } = deliveryRows();

  it('stores the events that an active webhook subscribes to until their fan-out, and no others', async () => {
    await record(teamEvent());
    assert.deepEqual(await takeEvents(), []);
    await addHook({ active: false });
    const one = await addHook({ events: ['team_created'] });
    const received = teamEvent({
      payload: { team: { id: 'é "\u{1f600}' }, z: 1, a: [1.5, null] },
      audience: ['olga'],
    });
    await record(received, teamEvent({ type: 'team_archived' }));
    const [waiting, ...others] = await takeEvents();
    assert.deepEqual(others, []);
    assert.deepEqual(waiting, {
      id: received.id,
      type: 'team_created',
      occurredAt: AT,
      body: JSON.stringify({ ...received.payload, tenant: { id: tenant() } }),
      actor: ACTOR,
      audience: ['olga'],
      lease: 1,
    });
    assert.ok(waiting);
    const delivery = {
      id: newId(),
      hookId: one.id,
      eventId: received.id,
      event: received.type,
      createdAt: AT,
    };
    const rows = [{ ...delivery, scope: 'tenant' as const }];
    assert.deepEqual((await takeEvents({ now: later(60) })).length, 1);
    // The earlier holder of the lease adds nothing.
    await deliveries().add(rows, [waiting]);
    assert.deepEqual(await take(), []);
    const unknown = { ...rows[0]!, id: newId(), hookId: newId() };
    await deliveries().add([...rows, unknown], [{ ...waiting, lease: 2 }]);
    assert.deepEqual(await takeEvents({ now: later(1000) }), []);
    await deliveries().add(rows, [{ ...waiting, lease: 2 }]);
    assert.deepEqual(
      (await take()).map(({ id }) => id),
      [delivery.id],
    );
  });

  it('leases an event to one node until the lease ends or is released', async () => {
    await addHook();
    await record(teamEvent(), teamEvent(), teamEvent());
    const nodes = await Promise.all([takeEvents({ limit: 2 }), takeEvents({ limit: 2 })]);
    const [first, second, third] = [...nodes.flat(), ...(await takeEvents())];
    assert.ok(first && second && third);
    assert.equal(new Set([first.id, second.id, third.id]).size, 3);
    assert.deepEqual(await deliveries().nextDue(), later(60));
    await deliveries().releaseEvents([first]);
    assert.deepEqual(
      (await takeEvents({ leaseUntil: later(90) })).map(({ id, lease }) => [id, lease]),
      [[first.id, 2]],
    );
    assert.deepEqual(await takeEvents({ now: later(59) }), []);
    // The fencing number of the earlier holder is no longer valid.
    await deliveries().releaseEvents([first]);
    await deliveries().add([], [first]);
    assert.equal((await takeEvents({ now: later(60) })).length, 2);
    await deliveries().add([], [{ ...first, lease: 2 }]);
    assert.deepEqual(
      (await takeEvents({ now: later(1000) })).map(({ lease }) => lease),
      [3, 3],
    );
  });

  it("lists waiting events oldest first, with their team's template", async () => {
    await addHook();
    const jobId = newId();
    // Other jobs of the team do not name the template that the team was created from.
    for (const [id, type, template, teamId] of [
      [newId(), 'TeamArchive', 'none', 'team-1'],
      [jobId, 'TeamProvisioning', 'deal-room', 'team-1'],
      [newId(), 'TeamArchive', 'none', 'team-1'],
      [newId(), 'TeamArchive', 'none', 'team-3'],
    ] as const) {
      await sql`
        insert into charter.jobs (tenant_id, job_id, type, status, requester, request_id, request, steps, team_id,
                                  created_at, last_action_at)
        values (${tenant()}, ${id}, ${type}, 'completed', ${ACTOR}, 'r',
                ${{ template: { id: template } }}, '{}', ${teamId}, ${AT}, ${AT})`.execute(db());
    }
    const named = teamEvent({ payload: { team: { id: 'team-2' }, template: { id: 'project' } } });
    const made = teamEvent({ type: 'team_updated' });
    const without = teamEvent({ payload: { team: { id: 'team-3' } } });
    await record(named, made, without);
    const waiting = (await takeEvents()).map(({ id }) => id);
    assert.deepEqual(waiting, [named.id, made.id, without.id]);
    const facts = await deliveries().listFacts(waiting);
    assert.deepEqual(
      waiting.map((id) => facts.get(id)?.templateId),
      ['project', 'deal-room', undefined],
    );
    assert.equal(facts.get(made.id)?.teamId, 'team-1');
    await addHook({ events: ['team_creation_approved', 'team_provisioning_completed'] });
    const payload = { provisioning: { id: jobId } };
    const approved = teamEvent({ type: 'team_creation_approved', payload });
    const failed = teamEvent({ type: 'team_provisioning_completed', payload });
    await record(approved, failed);
    const ofJob = await deliveries().listFacts([approved.id, failed.id]);
    assert.equal(ofJob.get(failed.id)?.request?.requesterId, 'ada', 'of the job that made no team');
    assert.equal(ofJob.get(approved.id)?.request, null, 'of the approval alone');
    assert.equal((await takeEvents({ now: later(60), limit: 2 })).length, 2);
  });

  it('notifies the nodes only when a subscribed event or a redelivery is committed', async () => {
    const listener = new pg.Client(database().ownerUrl);
    await listener.connect();
    const received: string[] = [];
    listener.on('notification', ({ payload }) => received.push(payload ?? ''));
    await listener.query(`listen ${WEBHOOKS_CHANNEL}`);
    try {
      await record(teamEvent());
      await addHook();
      await record(teamEvent(), teamEvent());
      await listener.query('select');
      assert.deepEqual(received, [tenant()]);
      const one = await addHook({ events: ['team_archived'] });
      await deliveries().redeliver(one.id, newId(), AT);
      await listener.query('select');
      assert.deepEqual(received, [tenant(), tenant()], 'also of a redelivery');
    } finally {
      await listener.end();
    }
  });

  it('leases due deliveries to one node, oldest first, with the message', async () => {
    const one = await addHook({ events: ['team_created'] });
    const second = await addDelivery(one, { dueAt: later(-10) });
    const first = await addDelivery(one, { dueAt: later(-20) });
    await addDelivery(one, { dueAt: later(1) });
    const nodes = await Promise.all([take({ limit: 1 }), take({ limit: 1 })]);
    const taken = [...nodes.flat(), ...(await take())];
    assert.deepEqual(taken.map(({ id }) => id).sort(), [first.id, second.id].sort());
    const [found] = taken.filter(({ id }) => id === first.id);
    assert.deepEqual(found, {
      id: first.id,
      hook: { id: one.id, url: one.url, sealedQuery: null, secrets: one.secrets, failingSince: null },
      event: 'team_created',
      body: JSON.stringify({ team: { id: 'team-1' }, tenant: { id: tenant() } }),
      run: 1,
      traceparent: null,
      leaseUntil: later(60),
      tries: 0,
    });
    assert.deepEqual(await take(), []);
    assert.equal((await read(first)).nextAttemptDateTime, later(60).toISOString());
    const again = await take({ now: later(60), leaseUntil: later(120) });
    assert.deepEqual(again.map(({ run }) => run).sort(), [1, 2, 2]);
  });

  it('makes a released delivery due at the given time, without counting an attempt', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    const taken = await take();
    await deliveries().release(
      taken.map(({ id, run }) => ({ id, run, hookId: one.id })),
      later(2),
    );
    assert.deepEqual(await take({ now: later(1) }), []);
    assert.deepEqual(
      (await take({ now: later(2) })).map(({ id, run, tries }) => [id, run, tries]),
      [[delivery.id, 2, 0]],
    );
  });

  it('respects the free slots of each webhook, and skips disabled webhooks', async () => {
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
        scope: 'tenant' as const,
      }));
      for (const row of rows) assert.equal(await deliveries().addTest(row, '{}'), true);
    }
    const count = (taken: Awaited<ReturnType<typeof take>>, of: HookRecord) =>
      taken.filter((delivery) => delivery.hook.id === of.id).length;
    const taken = await take({ perHook: 4, lanes: [{ hookId: busy.id, free: 3 }] });
    assert.deepEqual(
      [busy, failing, off].map((of) => count(taken, of)),
      [3, 2, 0],
    );
    const failingSince = taken.find(({ hook }) => hook.id === failing.id)?.hook.failingSince;
    assert.deepEqual(failingSince, AT);
    assert.equal((await take({ limit: 1 })).length, 1);
    assert.deepEqual(await take({ lanes: [busy, failing].map(({ id }) => ({ hookId: id, free: 0 })) }), []);
    await hooks().update(off.id, { active: true }, AT);
    assert.equal(count(await take(), off), 5);
  });

  it('separates tenants', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await record(teamEvent());
    const owner = tenant();
    become(newId());
    assert.deepEqual(await take(), []);
    assert.deepEqual(await takeEvents(), []);
    assert.equal(await deliveries().find(one.id, delivery.id), undefined);
    assert.equal(await deliveries().redeliver(one.id, delivery.id, AT), false);
    await deliveries().settle([outcome(delivery, { run: 0 })]);
    become(owner);
    assert.equal((await read(delivery)).status, 'pending');
    assert.equal((await take()).length, 1);
  });

  it('finds webhooks by the events they subscribe to', async () => {
    const one = await addHook({ events: ['team_created', 'team_deleted'] });
    const other = await addHook({ events: ['team_archived'], templates: ['project'] });
    await addHook({ events: ['team_created'], active: false });
    const subscribed = async (...types: EventType[]) =>
      (await hooks().listSubscribed(types, AT)).map(({ id }) => id);
    assert.deepEqual(await subscribed('team_deleted', 'team_updated'), [one.id]);
    assert.deepEqual((await subscribed('team_created', 'team_archived')).sort(), [one.id, other.id].sort());
    assert.deepEqual(await subscribed('team_updated'), []);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from charter.hooks where tenant_id = ${tenant()}`.execute(db());
    assert.equal(rows[0]?.count, 3);
  });
});
