/**
 * Checks the log of a real service: one line for each request when enabled, and no secrets.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CALLERS } from './callers.ts';
import { GIVEN_URL } from './service.ts';
import { type Harness, openHarness } from './stage.ts';

const UNKNOWN = '0199c2d4-91b7-4b5e-9f0c-3a1f3f6f2c10';

interface Line {
  level: number;
  msg: string;
  operation?: string;
  route?: string;
  status?: number;
  ms?: number;
  caller?: string;
  clientAddress?: string;
}

describe('the log of requests', { skip: GIVEN_URL !== undefined && 'starts its own service' }, () => {
  let stage: Harness;
  let output: string;
  let lines: Line[];
  const secrets: string[] = [];
  const wrong = Buffer.from(`${CALLERS.app.name}:wrong-secret-of-app`).toString('base64');

  before(async () => {
    stage = await openHarness({ environment: { CHARTER_LOG_LEVEL: 'debug', CHARTER_LOG_REQUESTS: 'on' } });
    try {
      const hook = await stage.as('admin').webhooks.createHook({
        events: ['team_created'],
        config: { url: 'http://127.0.0.1:9/?key=hidden-key-of-hook' },
      });
      secrets.push(hook.config.secret ?? '', 'hidden-key-of-hook', wrong, 'wrong-secret-of-app');
      secrets.push(await stage.token('owner'), await stage.token('admin'), 'hidden-in-query');
      await stage.makeTeam();
      const basic = { authorization: `Basic ${wrong}` };
      assert.equal((await stage.raw({ path: '/v1.0/me', headers: basic })).status, 401);
      assert.equal(
        (await stage.raw({ path: '/v1.0/teams?access_token=hidden-in-query', as: 'admin' })).status,
        400,
      );
      assert.equal((await stage.raw({ path: `/v1.0/teams/${UNKNOWN}`, as: 'admin' })).status, 404);
    } finally {
      await stage.service.stop();
      output = stage.service.output();
    }
    lines = output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
  });
  after(() => stage.close().catch(() => undefined));

  it('has one line at level info for each request, with status, route and caller', () => {
    const handled = lines.filter(({ msg }) => msg === 'Handled a request.');
    const of = (operation: string) => handled.filter((line) => line.operation === operation);
    const [created, ...others] = of('createHook');
    assert.deepEqual(others, []);
    assert.equal(created?.level, 30);
    assert.equal(created?.status, 201);
    assert.equal(created?.route, '/v1.0/hooks');
    assert.equal(created?.caller, 'user');
    assert.equal(created?.clientAddress, '127.0.0.1');
    assert.ok((created?.ms ?? 0) > 0);
    assert.deepEqual(
      of('getTeams').map(({ status }) => status),
      [400],
    );
    assert.deepEqual(
      of('getTeam').map(({ status, route }) => [status, route]),
      [[404, '/v1.0/teams/:teamId']],
    );
  });

  it('contains no secret', () => {
    assert.ok(output.length > 1_000);
    for (const secret of secrets)
      assert.ok(secret.length > 8 && !output.includes(secret), secret.slice(0, 12));
  });
});
