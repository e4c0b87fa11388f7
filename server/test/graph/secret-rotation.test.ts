/** Tests the rotation of CHARTER_SECRET_KEY: the key that each secret needs, and the service with only the new key. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { checkSecrets, type RotatedSecrets, rotateSecrets } from '../../src/composition/secret-rotation.ts';
import type { RunningService } from '../../src/main.ts';
import { listGraphTenants, setGraphTenant } from '../../src/suites/graph/commands/tenants.ts';
import {
  ALL_PERMISSIONS,
  type GraphService,
  graphInstallation,
  PLAIN_TEMPLATE,
  startGraphService,
} from './service.ts';

const OLD = 'the old key of the installation of 32 characters or more';
const NEW = 'the new key of the installation of 32 characters or more';
const SECRET = 'the secret of Fabrikam';

const HOOKS = 12;

describe('the service during a change of the key that encrypts secrets', () => {
  let world: GraphService;
  let node: RunningService | undefined;
  before(async () => {
    world = await startGraphService({ CHARTER_SECRET_KEY: OLD });
    const { fabrikam, standIn } = world;
    const tenantId = fabrikam.tenant.id;
    standIn.registrations.push({ clientId: 'own', tenantId, roles: [...ALL_PERMISSIONS], secret: SECRET });
    const registration = { tenantId, clientId: 'own', secret: SECRET, administrator: fabrikam.ada };
    await setGraphTenant(graphInstallation(world.settings), registration);
    world.skip(31);
    // Stores the names of the organisation, so that later calls need no Graph.
    assert.equal((await world.call(fabrikam, 'GET', '/me')).status, 200);
    const applied = await world.call(fabrikam, 'POST', '/catalog/templates', { manifest: PLAIN_TEMPLATE });
    assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
    for (let number = 0; number < HOOKS; number += 1) {
      const { status, body } = await world.call(fabrikam, 'POST', '/hooks', {
        name: `Receiver ${number}`,
        events: ['team_created'],
        config: { url: `https://receiver.example.com/hook?key=${number}` },
      });
      assert.equal(status, 201, JSON.stringify(body));
    }
  });
  after(async () => {
    await node?.stop();
    await world?.close();
  });

  const keyed = (keys: string) => ({ ...world.settings, CHARTER_SECRET_KEY: keys });
  async function restart(keys: string): Promise<void> {
    await node?.stop();
    node = await world.anotherNode({ CHARTER_SECRET_KEY: keys });
  }
  /** Ada of Fabrikam, who calls the latest node. */
  const ada = () => ({ ...world.fabrikam, url: node?.url });
  const get = async (path: string) => world.call(ada(), 'GET', path);
  const statesOf = async (keys: string) =>
    Object.fromEntries((await checkSecrets(keyed(keys))).map(({ what, state }) => [what, state]));

  it('reports the secrets whose key is missing, and serves calls that need no secret', async () => {
    const states = await statesOf(NEW);
    assert.equal(states['secrets of webhooks'], 'missing');
    assert.equal(states['credentials of Microsoft 365 tenants'], 'missing');
    await restart(NEW);
    for (const path of ['/me', '/hooks']) {
      const { status, body } = await get(path);
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    }
    const listed = await listGraphTenants(graphInstallation(keyed(NEW)));
    const own = listed.find(({ tenant }) => tenant === world.fabrikam.tenant.id);
    assert.match(own?.problem ?? '', /can't be decrypted/);
    assert.ok(!JSON.stringify(await checkSecrets(keyed(NEW))).includes(OLD));
  });

  it('encrypts every secret with the first key, and continues after an interruption', async () => {
    assert.equal((await statesOf(`${NEW},${OLD}`))['secrets of webhooks'], 'kept');
    const lines: RotatedSecrets[] = [];
    const stopped = new Error('stopped after the first kind of secret');
    const first = rotateSecrets(
      (line) => {
        lines.push(line);
        throw stopped;
      },
      keyed(`${NEW},${OLD}`),
    );
    await assert.rejects(first, stopped);
    await rotateSecrets((line) => void lines.push(line), keyed(`${NEW},${OLD}`));
    const ofHooks = lines.filter(({ what }) => what === 'secrets of webhooks');
    assert.deepEqual(
      ofHooks.map(({ rotated, left }) => [rotated, left]),
      [
        [HOOKS, 0],
        [0, 0],
      ],
    );
    assert.ok(lines.every(({ left }) => left === 0));
  });

  it('works with only the new key after the rotation', async () => {
    assert.deepEqual([...new Set(Object.values(await statesOf(NEW)))], ['current']);
    // A node with only the old key would fetch jobs that it can't run.
    await world.service.stop();
    await restart(NEW);
    const { body: hooks } = await get('/hooks');
    const { body: hook } = await get(`/hooks/${hooks.value[0].id}`);
    assert.match(hook.config.url, /\?key=\d+$/);
    const { id } = await world.request(ada(), `Apollo ${randomUUID().slice(0, 8)}`);
    const ended = await world.settle(ada(), id, 'completed', 'failed');
    assert.equal(ended.status, 'completed', JSON.stringify(ended.log));
    const listed = await listGraphTenants(graphInstallation(keyed(NEW)));
    assert.ok(listed.every(({ problem }) => problem === undefined));
  });
});
