/** What the frame says of bodies that it does not take, and of methods that an address does not know. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused } from '../../test/team-refusals.ts';
import { startTeamService, type TeamService } from '../../test/team-service.ts';

describe('the frame around the operations', () => {
  let service: TeamService;
  let path: string;
  before(async () => {
    service = await startTeamService();
    path = `/teams/${(await service.world.newTeam()).team.id}`;
  });
  after(() => service.close());

  const patch = (contentType: string) =>
    service.call('ada', 'PATCH', path, { description: `In ${contentType}` }, { 'content-type': contentType });

  it('should take JSON in UTF-8, however that is written', async () => {
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

  it('should take no other charset', async () => {
    for (const type of [
      'application/json; charset=utf-16',
      'application/json; charset="iso-8859-1"',
      'application/json; a=b; charset=utf-7',
      'application/json; charset=',
    ]) {
      assertRefused(await patch(type), 415, 'UnsupportedMediaType');
    }
  });

  it('should name HEAD among the methods wherever GET is', async () => {
    const refused = await service.call('ada', 'PUT', path, {});
    assertRefused(refused, 405, 'MethodNotAllowed');
    assert.equal(refused.headers.get('allow'), 'GET, HEAD, PATCH, DELETE');
    assert.equal((await service.call('ada', 'HEAD', path)).status, 200);
    const posting = await service.call('ada', 'GET', `${path}/archive`);
    assert.equal(posting.headers.get('allow'), 'POST');
  });
});
