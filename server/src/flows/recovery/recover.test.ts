import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { operationCases } from '../../../test/operation-cases.ts';
import { createTeamWorld, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import type { Deps } from '../../engine/deps.ts';
import { type AnyOperation, executeIntent, perform } from '../../engine/intents/perform.ts';
import { type RecoverDeps, recoverIntents } from '../../engine/intents/recover.ts';
import type { RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { SUITE_OPERATIONS } from './suite-operations.ts';

const LEASE_SECONDS = 60;

/** Simulates the death of the node, which does nothing after this error. */
class Crash extends Error {}

const dyingBeforeTheSuite = (operation: AnyOperation): AnyOperation => ({
  ...operation,
  execute: async () => {
    throw new Crash();
  },
});

const dyingAfterTheSuite = (operation: AnyOperation): AnyOperation => ({
  ...operation,
  async execute(...args) {
    await operation.execute(...args);
    throw new Crash();
  },
});

/** Returns a store whose transactions are rolled back after all of their work. */
const dyingInTheOutcome = (store: Store): Store => ({
  ...store,
  transaction: (tenantId, work) =>
    store.transaction(tenantId, async (unit) => {
      await work(unit);
      throw new Crash();
    }),
});

let world: TeamWorld;
let reports: { error: unknown; givenUp: boolean }[];
before(async () => {
  world = await createTeamWorld();
});
after(() => world.close());
beforeEach(() => {
  reports = [];
});

const recoverDeps = (deps: Deps = world.deps): RecoverDeps => ({
  ...deps,
  report: (error, { givenUp }) => void reports.push({ error, givenUp }),
});

const recover = (deps?: Deps, operations = SUITE_OPERATIONS) =>
  recoverIntents(recoverDeps(deps), operations, TENANT);

const CASES = operationCases(() => world);
const UPDATE = CASES.find(({ operation }) => operation.name === 'update-team')!;

/** Starts the operation on a node that dies. Returns the call. */
async function die(operation: AnyOperation, input: object, deps: Deps = world.deps): Promise<RequestContext> {
  const call = world.call();
  await assert.rejects(perform(deps, world.person('olga'), call, operation, input), Crash);
  assert.equal(await world.intents(), 1);
  assert.deepEqual(await world.events(call.requestId), []);
  return call;
}

it('the recovery is tested for every operation', () => {
  assert.deepEqual(
    CASES.map(({ operation }) => operation.name).sort(),
    SUITE_OPERATIONS.map(({ name }) => name).sort(),
  );
});

for (const { operation, event, prepare } of CASES) {
  describe(`the operation ${operation.name} of a node that dies`, () => {
    const finish = async (call: RequestContext, check: () => Promise<void>) => {
      assert.equal(await recover(), 0, 'nothing before the lease has ended');
      world.clock.advance(LEASE_SECONDS);
      assert.equal(await recover(), 1);
      assert.equal(await recover(), 0);
      await check();
      const events = await world.events(call.requestId);
      assert.deepEqual(
        events.map(({ type, actor }) => [type, actor.id]),
        [[event, 'olga-id']],
      );
      assert.equal(await world.intents(), 0);
      assert.deepEqual(reports, []);
    };

    it('is executed and recorded once when the node dies before the change in the suite', async () => {
      const { input, check } = await prepare();
      await finish(await die(dyingBeforeTheSuite(operation), input), check);
    });

    it('is recorded once when the node dies after the change in the suite', async () => {
      const { input, check } = await prepare();
      await finish(await die(dyingAfterTheSuite(operation), input), check);
    });

    it('is recorded once when the transaction with its outcome is rolled back', async () => {
      const { input, check } = await prepare();
      const store = dyingInTheOutcome(world.deps.store);
      await finish(await die(operation, input, { ...world.deps, store }), check);
    });

    it('is recorded once when the recovering node dies too', async () => {
      const { input, check } = await prepare();
      const call = await die(dyingAfterTheSuite(operation), input);
      world.clock.advance(LEASE_SECONDS);
      const again = SUITE_OPERATIONS.map((each) => dyingAfterTheSuite(each as AnyOperation));
      assert.equal(await recover(undefined, again), 0);
      reports = [];
      world.clock.advance(LEASE_SECONDS);
      await finish(call, check);
    });

    it('is recorded once when the team is archived between the change and the recovery', async () => {
      const { input, teamId } = await prepare();
      const call = await die(dyingAfterTheSuite(operation), input);
      if (!isDeletion) await world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
      await finish(call, async () => undefined);
    });

    const isDeletion = event === 'team_deleted';
    it(`is ${isDeletion ? 'recorded once' : 'dropped'} when the team is archived before the change in the suite`, async () => {
      const { input, teamId } = await prepare();
      const call = await die(dyingBeforeTheSuite(operation), input);
      await world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
      world.clock.advance(LEASE_SECONDS);
      assert.equal(await recover(), 1);
      const types = (await world.events(call.requestId)).map(({ type }) => type);
      assert.deepEqual(types, isDeletion ? [event] : []);
      assert.equal(await world.intents(), 0);
    });

    it(`is recorded as ${isDeletion ? 'a success' : 'abandoned'} when the team is deleted between the change and the recovery`, async () => {
      const { input, teamId } = await prepare();
      const call = await die(dyingAfterTheSuite(operation), input);
      if (!isDeletion) await world.suite.teams.delete(TENANT, teamId);
      world.clock.advance(LEASE_SECONDS);
      assert.equal(await recover(), 1);
      const { rows } = await sql<{ type: string; outcome: string; code: string | null }>`
        select type, outcome, fields ->> 'errorCode' as code from charter.audit_records
         where tenant_id = ${TENANT} and request_id = ${call.requestId}`.execute(
        world.database.tenancy.for(TENANT),
      );
      const unknown = { type: 'team_operation_abandoned', outcome: 'failure', code: 'NotFound' };
      const known = { type: event, outcome: 'success', code: null };
      assert.deepEqual(rows, [isDeletion ? known : unknown]);
      assert.equal(await world.intents(), 0);
    });

    it('is recorded once when the call is repeated with its idempotency key', async () => {
      const { input, check } = await prepare();
      const call = await die(dyingAfterTheSuite(operation), input);
      await perform(world.deps, world.person('olga'), { ...call, requestId: newId() }, operation, input);
      await check();
      assert.equal((await world.events(call.requestId)).length, 1);
      world.clock.advance(LEASE_SECONDS);
      assert.equal(await recover(), 0);
    });
  });
}

describe('the takeover of operations', () => {
  it('records an operation once when its slow node finishes later', async () => {
    const { input, check } = await CASES[0]!.prepare();
    const operation = CASES[0]!.operation;
    const call = world.call();
    const slow: AnyOperation = {
      ...operation,
      async execute(...args) {
        const result = await operation.execute(...args);
        // Another node finishes the operation while this one still waits for the suite's response.
        world.clock.advance(LEASE_SECONDS);
        assert.equal(await recover(), 1);
        return result;
      },
    };
    const channel = await perform(world.deps, world.person('olga'), call, slow, input);
    assert.equal((channel as { displayName: string }).displayName, 'Plans');
    await check();
    assert.equal((await world.events(call.requestId)).length, 1);
  });

  it('prevents the earlier node from recording or settling its operation', async () => {
    const { input, check } = await CASES[0]!.prepare();
    const call = await die(dyingAfterTheSuite(CASES[0]!.operation), input);
    world.clock.advance(LEASE_SECONDS);
    const lease = new Date(world.clock.now().getTime() + 1000 * LEASE_SECONDS);
    const [latest] = await world.deps.store.in(TENANT).intents.takeOverExpired(world.clock.now(), lease, 1);
    await executeIntent(world.deps, CASES[0]!.operation, { ...latest!, attempt: latest!.attempt - 1 });
    assert.deepEqual(await world.events(call.requestId), []);
    assert.equal(await world.intents(), 1);
    await executeIntent(world.deps, CASES[0]!.operation, latest!);
    assert.equal((await world.events(call.requestId)).length, 1);
    await check();
  });

  it('leases each operation only after the previous one has ended', async () => {
    const { operation, prepare } = UPDATE;
    for (const _ of ['first', 'second']) {
      const { input } = await prepare();
      const death = perform(
        world.deps,
        world.person('olga'),
        world.call(),
        dyingBeforeTheSuite(operation),
        input,
      );
      await assert.rejects(death, Crash);
    }
    world.clock.advance(LEASE_SECONDS);
    let begun = 0;
    const slow: AnyOperation = {
      ...operation,
      async execute(...args) {
        begun += 1;
        world.clock.advance(LEASE_SECONDS - 1);
        if (begun === 2) assert.equal(await recover(), 0, 'another node finds nothing to take over');
        return operation.execute(...args);
      },
    };
    assert.equal(await recover(world.deps, [slow as never]), 2);
    assert.equal(begun, 2);
  });

  it('does not overwrite later changes by other calls', async () => {
    const { input } = await UPDATE.prepare();
    const { teamId } = input as { teamId: string };
    const call = await die(dyingBeforeTheSuite(UPDATE.operation), input);
    await world.suite.teams.update(TENANT, teamId, { description: 'Of others' });
    world.clock.advance(LEASE_SECONDS);
    assert.equal(await recover(), 1);
    assert.equal((await world.suite.teams.find(TENANT, teamId))?.team.description, 'Of others');
    assert.deepEqual(await world.events(call.requestId), []);
    assert.equal(await world.intents(), 0);
  });
});

describe('an operation on an unreachable suite', () => {
  const unavailable = new CharterError('ServiceUnavailable', 'Away.');
  const away = (): Deps => {
    const reject = async () => {
      throw unavailable;
    };
    const suite: Suite = { ...world.suite, channels: { ...world.suite.channels, create: reject } };
    return { ...world.deps, suite };
  };

  it('is retried with backoff, and abandoned after three days', async () => {
    const { input } = await CASES[0]!.prepare();
    const call = world.call();
    const started = world.clock.now().getTime();
    await assert.rejects(
      perform(away(), world.person('olga'), call, CASES[0]!.operation, input),
      unavailable,
    );
    const tried: number[] = [];
    for (let looks = 0; (await world.intents()) === 1; looks += 1) {
      assert.ok(looks < 500, 'it is never given up');
      // The assertion below checks the first gaps to the minute. Later gaps are an hour, the longest backoff.
      world.clock.advance(tried.length < 8 ? LEASE_SECONDS : 60 * LEASE_SECONDS);
      const before = reports.length;
      await recover(away());
      if (reports.length > before) tried.push(world.clock.now().getTime());
    }
    assert.equal(reports.filter(({ givenUp }) => givenUp).length, 1);
    assert.equal(reports.at(-1)?.givenUp, true);
    const days = (world.clock.now().getTime() - started) / 86_400_000;
    assert.ok(days > 2.9 && days < 4, `given up after ${days} days`);
    const gaps = tried.slice(1).map((at, index) => (at - tried[index]!) / 60_000);
    assert.deepEqual(gaps.slice(0, 7), [2, 4, 8, 16, 32, 60, 60]);
    assert.deepEqual(await world.events(call.requestId), []);
  });

  it('is completed by the recovery once the suite can be reached', async () => {
    const { input, check } = await CASES[0]!.prepare();
    const call = world.call();
    await assert.rejects(
      perform(away(), world.person('olga'), call, CASES[0]!.operation, input),
      unavailable,
    );
    world.clock.advance(LEASE_SECONDS);
    assert.equal(await recover(away()), 0);
    world.clock.advance(2 * LEASE_SECONDS);
    assert.equal(await recover(), 1);
    await check();
    assert.equal((await world.events(call.requestId)).length, 1);
  });
});

it('the recovery reports an operation unknown to this version, and leaves it to a version that knows it', async () => {
  const { input, check } = await CASES[0]!.prepare();
  const call = await die(dyingBeforeTheSuite(CASES[0]!.operation), input);
  world.clock.advance(LEASE_SECONDS);
  assert.equal(await recover(undefined, []), 0);
  assert.match(String(reports[0]?.error), /No operation is called create-channel/);
  world.clock.advance(2 * LEASE_SECONDS);
  assert.equal(await recover(), 1);
  await check();
  assert.equal((await world.events(call.requestId)).length, 1);
});
