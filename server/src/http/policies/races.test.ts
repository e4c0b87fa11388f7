import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { POLICY_LIMITS } from '../../domain/policies/model.ts';

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
});
after(() => service.close());

const naming = () => ({
  name: `Names ${randomUUID()}`,
  kind: 'naming',
  scope: { type: 'teams' },
  settings: { blockedWords: ['secret'] },
});

describe('concurrent writes of policies', () => {
  it('all succeed without If-Match, each as a version of its own', async () => {
    const path = `/policies/${(await call('ada', 'POST', '/policies', naming())).body.id}`;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => call('ada', 'PATCH', path, { name: `Name ${index}` })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    assert.equal((await call('ada', 'GET', path)).body.version, 31);
  });

  it('make the same change once', async () => {
    const path = `/policies/${(await call('ada', 'POST', '/policies', naming())).body.id}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('ada', 'PATCH', path, { name: 'Same' })),
    );
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.version]),
      answers.map(() => [200, 2]),
    );
  });

  it('succeed once when all of them name the same version', async () => {
    const path = `/policies/${(await call('ada', 'POST', '/policies', naming())).body.id}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call('ada', 'PATCH', path, { name: `Name ${index}` }, { 'if-match': '"1"' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 412)]);
  });

  it('respect the limit of policies', async () => {
    const { policies } = service.world.deps.store.in(TENANT);
    for (let count = await policies.count(); count < POLICY_LIMITS.policies - 1; count += 1) {
      assert.equal((await call('ada', 'POST', '/policies', naming())).status, 201);
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('ada', 'POST', '/policies', naming())),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 11 }, () => 409)]);
    assert.equal(await policies.count(), POLICY_LIMITS.policies);
  });
});
