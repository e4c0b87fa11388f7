/** Tests what all operations share: bodies, limits and methods. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected } from '../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../test/team-service.ts';

describe('the handling of requests to any operation', () => {
  let service: TeamService;
  let path: string;
  before(async () => {
    service = await startTeamService();
    path = `/teams/${(await service.world.newTeam()).team.id}`;
  });
  after(() => service.close());

  const patch = (contentType: string) =>
    service.call('ada', 'PATCH', path, { description: `In ${contentType}` }, { 'content-type': contentType });

  it('accepts every spelling of the content type of JSON in UTF-8', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'Application/JSON; Charset=utf8; odata.metadata=minimal',
      'application/json; charset=us-ascii',
    ]) {
      assert.equal((await patch(type)).status, 204, type);
    }
  });

  it('rejects other charsets with 415', async () => {
    for (const type of [
      'application/json; charset=utf-16',
      'application/json; charset="iso-8859-1"',
      'application/json; a=b; charset=utf-7',
      'application/json; charset=',
    ]) {
      assertRejected(await patch(type), 415, 'UnsupportedMediaType');
    }
  });

  /** Posts a body with this many wrong values. */
  const post = (count: number) =>
    service.call('ada', 'POST', '/hooks', { filter: { templates: Array.from({ length: count }, () => 1) } });

  it('names at most 50 errors of a body', async () => {
    const { status, body } = await post(1_000);
    assert.equal(status, 400);
    assert.equal(body.error.details.length, 50);
  });

  it('names only the first error of a body with more than 20,000 values', async () => {
    const { status, body } = await post(20_000);
    assert.equal(status, 400);
    assert.equal(body.error.details.length, 1);
  });

  it('says which part of a request is wrong', async () => {
    const messageOf = async (method: string, at: string, body?: object) =>
      (await service.call('ada', method, at, body)).body.error.message;
    assert.match(await messageOf('GET', '/users?shoe=1'), /^The query of the request does not match/);
    assert.match(await messageOf('GET', '/catalog/blobs/1'), /^The path of the request does not match/);
    assert.match(await messageOf('POST', '/hooks', {}), /^The body of the request does not match/);
  });

  it('returns 404 and names the address when no operation has it', async () => {
    const { status, body } = await service.call('ada', 'GET', '/nowhere');
    assert.deepEqual([status, body.error.code], [404, 'NotFound']);
    assert.equal(
      body.error.message,
      'No operation has the address /v1.0/nowhere. /docs lists the addresses.',
    );
  });

  it('counts a dry run against the rate limit of tier 3', async () => {
    const ask = (query: string) => service.call('ada', 'POST', `/teams/provisioning${query}`, {});
    assert.match((await ask('?dryRun=true')).headers.get('ratelimit') ?? '', /^"tier-3"/);
    assert.match((await ask('')).headers.get('ratelimit') ?? '', /^"tier-1"/);
  });

  it('lists HEAD in Allow wherever GET is supported', async () => {
    const rejected = await service.call('ada', 'PUT', path, {});
    assertRejected(rejected, 405, 'MethodNotAllowed');
    assert.equal(rejected.headers.get('allow'), 'GET, HEAD, PATCH, DELETE');
    assert.equal((await service.call('ada', 'HEAD', path)).status, 200);
    const posting = await service.call('ada', 'GET', `${path}/archive`);
    assert.equal(posting.headers.get('allow'), 'POST');
  });

  it('accepts plain and encoded slashes in the path of a file', async () => {
    const { body } = await service.call('ada', 'GET', `${path}/channels`);
    const files = `${path}/channels/${body[0].id}/files`;
    for (const address of [`${files}/a/b%20c/content/content`, `${files}/a%2Fb%20c%2Fcontent/content`]) {
      const missing = await service.call('ada', 'GET', address);
      assertRejected(missing, 404, 'NotFound');
      assert.match(missing.body.error.message, /'a\/b c\/content'/);
    }
  });
});
