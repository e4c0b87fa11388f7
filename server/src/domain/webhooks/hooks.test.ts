import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { newCall, person } from '../../../test/approval-world.ts';
import { type HookWorld, openHookWorld } from '../../../test/hook-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { createHook, deleteHook, updateHook } from './change-hooks.ts';
import { redeliver, redeliverRange } from './redeliver.ts';
import { rotateHookSecret } from './rotate-hook-secret.ts';
import { testHook } from './test-hook.ts';

const ADA = person('ada');
const INPUT = { events: ['team_created'], url: 'https://hooks.example.com/' } as const;

describe('the management of webhooks', () => {
  let world: HookWorld;
  before(async () => {
    world = await openHookWorld();
  });
  after(() => world.close());

  const typesOf = async (hookId: string): Promise<string[]> => {
    const { rows } = await sql<{ type: string }>`
      select type from charter.audit_records
       where trail = 'webhooks' and target_id = ${hookId} order by record_id`.execute(
      world.node.tenancy.for(TENANT),
    );
    return rows.map(({ type }) => type);
  };

  it('creates one webhook with one secret, and one test delivery, when a call is repeated', async () => {
    const call = newCall();
    const first = await createHook(world.deps, ADA, call, INPUT);
    const second = await createHook(world.deps, ADA, { ...call, requestId: 'another' }, INPUT);
    assert.deepEqual(second, first);
    assert.deepEqual(await typesOf(first.id), ['hook_created']);
    const test = newCall();
    const { id } = await testHook(world.deps, ADA, test, { hookId: first.id });
    assert.equal((await testHook(world.deps, ADA, test, { hookId: first.id })).id, id);
    assert.deepEqual(await typesOf(first.id), ['hook_created', 'hook_test_requested']);
  });

  it('appends one audit record for each change, and none when nothing changes', async () => {
    const { id: hookId } = await createHook(world.deps, ADA, newCall(), INPUT);
    await updateHook(world.deps, ADA, newCall(), { hookId, name: 'Other' });
    await updateHook(world.deps, ADA, newCall(), { hookId, name: 'Other' });
    await rotateHookSecret(world.deps, ADA, newCall(), { hookId });
    const { id: deliveryId } = await testHook(world.deps, ADA, newCall(), { hookId });
    await redeliver(world.deps, ADA, newCall(), { hookId, deliveryId });
    // All deliveries are pending, and a range redelivers only settled ones.
    const range = { hookId, from: new Date(0), until: new Date('2126-01-01T00:00:00Z') };
    assert.equal(await redeliverRange(world.deps, ADA, newCall(), range), 0);
    await deleteHook(world.deps, ADA, newCall(), { hookId });
    await assert.rejects(deleteHook(world.deps, ADA, newCall(), { hookId }), { code: 'NotFound' });
    assert.deepEqual(await typesOf(hookId), [
      'hook_created',
      'hook_updated',
      'hook_secret_rotated',
      'hook_test_requested',
      'hook_redelivery_requested',
      'hook_deleted',
    ]);
  });

  it('accepts another secret as soon as an earlier one has expired', async () => {
    const { id: hookId } = await createHook(world.deps, ADA, newCall(), INPUT);
    const rotate = (overlapHours: number) =>
      rotateHookSecret(world.deps, ADA, newCall(), { hookId, overlapHours });
    const ends = async () => {
      const hook = await world.deps.store.in(TENANT).hooks.find(hookId);
      return (hook?.secrets ?? []).flatMap(({ expiresAt }) => expiresAt ?? []);
    };
    for (const overlapHours of [3, 1, 2, 4]) await rotate(overlapHours);
    const [fourth, third, second, first] = await ends();
    await assert.rejects(rotate(1), (error: Error) => error.message.includes(`${second}`));
    world.clock.advance(3600 - 1);
    await assert.rejects(rotate(1), { code: 'Conflict' });
    world.clock.advance(1);
    await rotate(5);
    assert.deepEqual((await ends()).slice(1), [fourth, third, first]);
    await rotate(0);
    assert.deepEqual(await ends(), []);
  });

  it("rolls a change back when its audit record can't be written", async () => {
    const { id } = await createHook(world.deps, ADA, newCall(), INPUT);
    for (const change of [
      { scope: 'tenant' },
      { active: false },
      { url: 'https://evil.example/' },
    ] as const) {
      await assert.rejects(
        world.deps.store.transaction(TENANT, (unit) => unit.hooks.update(id, change, new Date())),
        /audit record/,
      );
    }
    await assert.rejects(
      world.deps.store.transaction(TENANT, (unit) => unit.hooks.remove(id)),
      /audit record/,
    );
  });
});
