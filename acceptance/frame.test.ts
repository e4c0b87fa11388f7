/** Behaviour of all operations: paths, methods, ids, ETags and pages. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@charter/sdk';
import { type Harness, openHarness, type RawResponse, rejection } from './stage.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const CLIENT_REQUEST_ID = '7b1f4b7a-9d6e-4f8e-9b5e-0c1d2e3f4a5b';

let stage: Harness;
let team: string;
before(async () => {
  stage = await openHarness();
  ({ team } = await stage.makeTeam());
});
after(() => stage.close());

const etagOf = (answer: RawResponse): string =>
  answer.headers.get('etag') ?? assert.fail('the answer has no ETag');

describe('the service', () => {
  it('serves the same paths under both base paths, and keeps the base path in links', async () => {
    for (const base of ['/v1.0', '/api/v1.0']) {
      const client = createClient({ baseUrl: stage.service.url + base, token: await stage.token('admin') });
      const found = await client.teams.getTeam(team);
      assert.equal(found.id, team);
      assert.equal(found['@odata.context'], `${stage.service.url}${base}/$metadata#teams/$entity`);
      const { '@odata.nextLink': next } = await client.users.getUsers({ $top: 1 });
      assert.ok(next?.startsWith(`${stage.service.url}${base}/users?`), next);
    }
    const location = (path: string) =>
      stage.raw({ method: 'POST', path: `${path}/teams/${team}/archive`, as: 'owner' }).then((answer) => {
        assert.equal(answer.status, 202, answer.text);
        assert.equal(answer.text, '');
        return answer.headers.get('location') ?? '';
      });
    const archiving = await location('/api/v1.0');
    assert.match(archiving, /^\/api\/v1\.0\/jobs\/[^/]+$/);
    const { status } = await stage.raw({ path: archiving, as: 'owner' });
    assert.equal(status, 200);
    await stage.as('owner').jobs.waitForJob(archiving.split('/').at(-1) as string);
    const { jobId } = await stage.as('owner').teams.unarchiveTeam(team);
    await stage.as('owner').jobs.waitForJob(jobId);
  });

  it('rejects an unsupported method with 405 and Allow, and an unknown path with 404', async () => {
    const put = await stage.raw({ method: 'PUT', path: `/v1.0/teams/${team}`, as: 'admin', body: {} });
    assert.equal(put.status, 405);
    assert.equal(put.body.error?.code, 'MethodNotAllowed');
    assert.deepEqual(put.headers.get('allow')?.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'PATCH']);
    const get = await stage.raw({ path: '/api/v1.0/teams/provisioning/nothing', as: 'admin' });
    assert.equal(get.status, 404);
    assert.equal(get.body.error?.code, 'NotFound');
    assert.equal((await stage.raw({ path: '/v2.0/users', as: 'admin' })).status, 404);
  });

  it('rejects an Accept header that excludes JSON with 406', async () => {
    const xml = await stage.raw({ path: '/v1.0/users', as: 'admin', headers: { accept: 'application/xml' } });
    assert.equal(xml.status, 406);
    assert.equal(xml.body.error?.code, 'NotAcceptable');
    const choosy = { accept: 'text/html, application/json;q=0.1' };
    assert.equal((await stage.raw({ path: '/v1.0/users', as: 'admin', headers: choosy })).status, 200);
  });

  it('serves health, metrics and the API reference without a token', async () => {
    assert.equal((await stage.raw({ path: '/healthz' })).status, 200);
    const ready = await stage.raw({ path: '/readyz' });
    assert.equal(ready.status, 200, ready.text);
    const metrics = await stage.raw({ path: '/metrics' });
    assert.match(
      metrics.text,
      /^charter_http_request_duration_seconds_count\{.*operation="getTeam".*\} \d+$/m,
    );
    for (const figure of [
      'attempts_total\\{outcome="success"\\}',
      'attempts_total\\{outcome="failure"\\}',
      'messages_sending',
      'deliveries_pending',
    ]) {
      assert.match(metrics.text, new RegExp(`^charter_webhook_${figure} \\d+$`, 'm'));
    }
    const description = await stage.raw({ path: '/openapi.json' });
    assert.equal(description.body.openapi, '3.1.0');
    const reference = await stage.raw({ path: '/docs/' });
    assert.equal(reference.status, 200);
    assert.match(reference.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });
});

describe('a call of the API', () => {
  it('gets request-id and client-request-id in its response, also in an error', async () => {
    const headers = { 'client-request-id': CLIENT_REQUEST_ID };
    const fine = await stage.raw({ path: '/v1.0/users', as: 'admin', headers });
    assert.match(fine.headers.get('request-id') ?? '', UUID);
    assert.equal(fine.headers.get('client-request-id'), CLIENT_REQUEST_ID);
    const rejected = await stage.raw({ path: '/v1.0/teams/none', as: 'admin', headers });
    const { innerError } = rejected.body.error ?? {};
    assert.equal(innerError?.['request-id'], rejected.headers.get('request-id'));
    assert.equal(innerError?.['client-request-id'], CLIENT_REQUEST_ID);
    assert.ok(Math.abs(Date.parse(innerError?.date ?? '') - Date.now()) < 60_000);
    assert.notEqual(rejected.headers.get('request-id'), fine.headers.get('request-id'));
  });

  it('is rejected when its client-request-id is not a UUID, and the response does not repeat the id', async () => {
    const headers = { 'client-request-id': 'my call' };
    const {
      status,
      headers: answered,
      text,
    } = await stage.raw({ path: '/v1.0/users', as: 'admin', headers });
    assert.equal(status, 400);
    assert.equal(answered.get('client-request-id'), null);
    assert.ok(!text.includes('my call'));
  });

  it('gets 401 with WWW-Authenticate without credentials, and 401 with invalid credentials', async () => {
    const nobody = await stage.raw({ path: '/v1.0/users' });
    assert.equal(nobody.status, 401);
    assert.match(nobody.headers.get('www-authenticate') ?? '', /Bearer/);
    const app = createClient({
      baseUrl: stage.service.url,
      basic: { appId: '4d657269-6469-4a6e-8000-000000000401', secret: 'guessed' },
    });
    assert.equal((await rejection(app.users.getUsers())).status, 401);
    for (const authorization of [
      'Bearer',
      'Bearer a.b.c',
      'Basic !!!',
      'Digest x',
      `Bearer ${'x'.repeat(10_000)}`,
    ]) {
      const { status, body } = await stage.raw({ path: '/v1.0/users', headers: { authorization } });
      assert.equal(status, 401, authorization.slice(0, 20));
      assert.equal(body.error?.code, 'Unauthenticated');
    }
  });
});

describe('the ETag of a team', () => {
  const path = () => `/v1.0/teams/${team}`;
  const rename = (displayName: string, ifMatch: string) => {
    const headers = { 'if-match': ifMatch };
    return stage.raw({ method: 'PATCH', path: path(), as: 'admin', body: { displayName }, headers });
  };

  it('changes with the team, and an update with an outdated ETag is rejected with 412', async () => {
    const first = etagOf(await stage.raw({ path: path(), as: 'admin' }));
    const changed = await rename('Renamed once', first);
    assert.equal(changed.status, 204, changed.text);
    const second = etagOf(await stage.raw({ path: path(), as: 'admin' }));
    assert.notEqual(second, first);
    assert.equal(etagOf(changed), second);
    const late = await rename('Renamed blindly', first);
    assert.equal(late.status, 412);
    assert.equal(late.body.error?.code, 'PreconditionFailed');
    assert.equal((await stage.as('admin').teams.getTeam(team)).displayName, 'Renamed once');
    assert.equal((await rename('Renamed with any ETag', '*')).status, 204);
  });

  it('yields 304 in If-None-Match while the team is unchanged', async () => {
    const etag = etagOf(await stage.raw({ path: path(), as: 'admin' }));
    const again = await stage.raw({ path: path(), as: 'admin', headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
  });

  it('lets one of several concurrent updates succeed', async () => {
    const etag = etagOf(await stage.raw({ path: path(), as: 'admin' }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => rename(`Race ${number}`, etag)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [204, ...Array(7).fill(412)]);
  });
});

describe('pages of users', () => {
  it('contain each user once, in order, for any page size', async () => {
    const client = stage.as('stranger');
    const whole: string[] = [];
    for await (const user of client.users.list({ $top: 999 })) whole.push(user.id);
    const byPages: string[] = [];
    for await (const user of client.users.list({ $top: 7 })) byPages.push(user.id);
    assert.ok(whole.length > 30);
    assert.deepEqual(byPages, whole);
    assert.equal(new Set(whole).size, whole.length);
    const { '@odata.count': all, value } = await client.users.getUsers({ $top: 5, $count: true });
    assert.equal(all, whole.length);
    assert.equal(value.length, 5);
    assert.equal((await client.users.getUsers({ $top: 5 }))['@odata.count'], 5);
  });

  it('keep search and filter in the next link', async () => {
    const client = stage.as('stranger');
    const found: string[] = [];
    for await (const user of client.users.list({ $filter: "department eq 'Sales'", $top: 2 })) {
      assert.equal(user.department, 'Sales');
      found.push(user.id);
    }
    assert.ok(found.length > 4);
    const names: string[] = [];
    for await (const user of client.users.list({ $search: 'rub wit' })) names.push(user.userPrincipalName);
    assert.deepEqual(names, ['ruben.dewit@meridian.example']);
  });
});
