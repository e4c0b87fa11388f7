/** Tests that cached responses of Graph expire by the injected clock. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import type { GraphSuite } from '../suite.ts';

const MINUTE_SECONDS = 60;

describe('a cached response of Graph', () => {
  const world = useGraphWorld();
  let api: GraphSuite;
  beforeEach(() => {
    api = world.anotherNode('requests');
  });

  /** Reads before the change, right after it, and once the cached response has expired. */
  async function readAround<Answer>(
    seconds: number,
    read: () => Promise<Answer>,
    change: () => void,
  ): Promise<Answer[]> {
    const answers = [await read()];
    change();
    answers.push(await read());
    world.clock.advance(seconds);
    answers.push(await read());
    return answers;
  }

  it('about the organisation is used for ten minutes', async () => {
    const read = async () => (await api.organisation(world.tenantId))?.displayName;
    const names = await readAround(10 * MINUTE_SECONDS + 1, read, () => {
      Object.assign(world.tenant, { displayName: 'Renamed' });
    });
    assert.deepEqual(names, ['Conformance', 'Conformance', 'Renamed']);
  });

  it('about a person’s licences is used for five minutes', async () => {
    const { tenantId, people, tenant } = world;
    const read = () => api.users.unlicensed(tenantId, [people.bob]);
    const unlicensed = await readAround(5 * MINUTE_SECONDS + 1, read, () => {
      tenant.users.get(people.bob)!.user.assignedPlans = [];
    });
    assert.deepEqual(unlicensed, [[], [], [people.bob]]);
  });

  it('about a closed account is used for ten seconds', async () => {
    const { tenantId, people, tenant } = world;
    const { user } = tenant.users.get(people.bob)!;
    user.accountEnabled = false;
    const presences = await readAround(
      11,
      () => api.users.presence(tenantId, people.bob),
      () => {
        user.accountEnabled = true;
      },
    );
    assert.deepEqual(presences, ['closed', 'closed', 'present']);
  });

  it('about an app of the catalogue is used for an hour', async () => {
    const { tenantId, apps, tenant } = world;
    const read = () => api.teams.unknownApps(tenantId, [apps.own]);
    const unknown = await readAround(60 * MINUTE_SECONDS + 1, read, () => tenant.catalog.delete(apps.own));
    assert.deepEqual(unknown, [[], [], [apps.own]]);
  });
});
