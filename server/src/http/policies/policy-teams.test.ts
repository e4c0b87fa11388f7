import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  MISSING_POLICY as MISSING,
  NON_MANAGERS,
  type PolicyService,
  startPolicyService,
} from '../../../test/policy-service.ts';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import type { Caller } from '../../../test/team-service.ts';
import { encodeCursor } from '../cursors.ts';

let service: PolicyService;
let call: PolicyService['call'];
let made: PolicyService['made'];
let pathOf: PolicyService['pathOf'];
let recordsOf: PolicyService['recordsOf'];
before(async () => {
  service = await startPolicyService();
  ({ call, made, pathOf, recordsOf } = service);
});
after(() => service.close());

describe('a policy for single teams', () => {
  const newTeam = async (): Promise<string> => (await service.world.newTeam()).team.id;

  for (const [method, prepare] of [
    ['PUT', async () => undefined],
    ['DELETE', (path: string) => call('ada', 'PUT', path)],
  ] as const) {
    describe(`${method} /policies/{policyId}/teams/{teamId}`, () => {
      testRejections(() => service, {
        method,
        path: async () => {
          const path = `${await pathOf()}/teams/${await newTeam()}`;
          await prepare(path);
          return path;
        },
        missing: `${MISSING}/teams/none`,
        denied: NON_MANAGERS,
        hidden: ['foreigner', 'foreign app'],
      });
    });
  }

  it('is attached to teams, lists them in pages, is enforced on a change, and is detached', async () => {
    const { id } = await made();
    const teams = [await newTeam(), await newTeam(), await newTeam()].sort();
    for (const team of teams) {
      assert.equal((await call('ada', 'PUT', `/policies/${id}/teams/${team}`)).status, 204);
      assert.equal((await call('ada', 'PUT', `/policies/${id}/teams/${team}`)).status, 204);
    }
    const page = (await call('ada', 'GET', `/policies/${id}/teams?$top=2`)).body;
    const rest = (await call('ada', 'GET', page['@odata.nextLink'].replace(service.url, ''))).body;
    assert.deepEqual(
      [...page.value, ...rest.value].map(({ teamId }) => teamId),
      teams,
    );
    const [team] = teams;
    const rename = () => call('ada', 'PATCH', `/teams/${team}`, { displayName: 'Top secret' });
    assertRejected(await rename(), 400, 'PolicyViolation', ['naming']);
    assert.equal((await call('ada', 'DELETE', `/policies/${id}/teams/${team}`)).status, 204);
    assertRejected(await call('ada', 'DELETE', `/policies/${id}/teams/${team}`), 404, 'NotFound');
    assert.equal((await rename()).status, 204);
    const types = (await recordsOf(id)).map(({ type }) => type);
    assert.deepEqual(types, ['policy_created', ...teams.map(() => 'policy_attached'), 'policy_detached']);
  });

  it('cannot be attached to an unknown team, or when its kind applies only to new teams', async () => {
    assertRejected(await call('ada', 'PUT', `${await pathOf()}/teams/none`), 404, 'NotFound');
    const mandatory = {
      name: 'Two',
      kind: 'mandatoryMembership',
      settings: { owners: 2, members: 0 },
      enabled: false,
    };
    const path = `${await pathOf(mandatory)}/teams/${await newTeam()}`;
    assertRejected(await call('ada', 'PUT', path), 400, 'InvalidRequest', ['policyId']);
  });

  it('shows its teams only to managers of policies, and rejects an invalid cursor', async () => {
    const path = `${await pathOf()}/teams`;
    assertRejected(await call('nobody', 'GET', path), 401, 'Unauthenticated');
    for (const caller of NON_MANAGERS) assertRejected(await call(caller, 'GET', path), 403, 'Forbidden');
    assertRejected(await call('foreigner', 'GET', path), 404, 'NotFound');
    for (const token of ['x', encodeCursor(['\u0000'])]) {
      const answer = await call('ada', 'GET', `${path}?$skiptoken=${token}`);
      assertRejected(answer, 400, 'InvalidRequest', ['$skiptoken']);
    }
  });
});

describe('POST /policies/check', () => {
  const check = (body: unknown, as: Caller = 'ada') => call(as, 'POST', '/policies/check', body);

  it('requires a manager of policies', async () => {
    assertRejected(await check({ name: 'x' }, 'nobody'), 401, 'Unauthenticated');
    for (const caller of NON_MANAGERS) assertRejected(await check({ name: 'x' }, caller), 403, 'Forbidden');
  });

  it('returns the verdicts for a team or a template', async () => {
    const { id, name } = await made();
    const privacy = { name: 'Open', kind: 'privacy', settings: { visibility: 'public' } };
    const scope = { type: 'templates', templateIds: ['project'] };
    const open = await made({ ...privacy, scope });
    const { team } = await service.world.newTeam();
    await call('ada', 'PUT', `/policies/${id}/teams/${team.id}`);
    const of = { team: { id: team.id } };
    const violated = (await check({ name: 'SECRET plans', ...of })).body;
    assert.equal(violated.outcome, 'violated');
    assert.deepEqual(violated.verdicts[0].policy, { id, name, kind: 'naming' });
    assert.match(violated.verdicts[0].message, /"secret", which is blocked/);
    const nulls = { visibility: null, template: null };
    assert.equal((await check({ name: 'Plans', ...of, ...nulls })).body.outcome, 'passed');
    assert.deepEqual((await check({ name: 'SECRET plans' })).body.verdicts, []);
    const visible = (await check({ visibility: 'private', template: { id: 'project' } })).body;
    assert.deepEqual(
      visible.verdicts.map((verdict: { policy: { id: string }; outcome: string }) => [
        verdict.policy.id,
        verdict.outcome,
      ]),
      [[open.id, 'violated']],
    );
    await call('ada', 'DELETE', `/policies/${open.id}`);
  });

  it('rejects an incomplete or contradictory check, and unknown teams and templates', async () => {
    assertRejected(await check({}), 400, 'InvalidRequest', ['name']);
    assertRejected(await check({ name: null, visibility: null }), 400, 'InvalidRequest', ['name']);
    assertRejected(await check({ name: 'x', colour: 1 }), 400, 'InvalidRequest', ['colour']);
    assertRejected(await check({ name: 'x', team: { id: 'none' } }), 404, 'NotFound');
    assertRejected(await check({ name: 'x', template: { id: 'none' } }), 404, 'NotFound');
    assertRejected(await check({ name: 'x', template: { id: 'project' } }, 'foreigner'), 404, 'NotFound');
    const { team } = await service.world.newTeam();
    const both = { name: 'x', team: { id: team.id }, template: { id: 'project' } };
    assertRejected(await check(both), 400, 'InvalidRequest', ['template']);
    assertRejected(await check({ name: 'x', team: { id: team.id } }, 'foreigner'), 404, 'NotFound');
  });
});
