/** Tests SCIM calls to a service whose directory Microsoft Entra stores. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createToken } from '../../src/composition/scim-tokens.ts';
import { type GraphService, startGraphService } from './service.ts';

describe('SCIM with the Graph suite', () => {
  let world: GraphService;
  before(async () => {
    world = await startGraphService();
  });
  after(() => world.close());

  it('responds to each call with 403 and the reason', async () => {
    for (const [method, path] of [
      ['GET', '/Users'],
      ['POST', '/Users'],
      ['PATCH', '/Groups/some'],
      ['GET', '/ServiceProviderConfig'],
      ['GET', '/elsewhere'],
    ]) {
      const answer = await fetch(`${world.service.url}/scim/v2${path}`, {
        method: method as string,
        headers: { authorization: `Bearer charter_scim_${'a'.repeat(43)}` },
      });
      const body = (await answer.json()) as Record<string, unknown>;
      assert.equal(answer.status, 403, path);
      assert.deepEqual([body.schemas, body.status], [['urn:ietf:params:scim:api:messages:2.0:Error'], '403']);
      assert.match(String(body.detail), /Microsoft Entra/);
    }
  });

  it('creates no SCIM token', async () => {
    for (const [method, body] of [['GET'], ['POST', { displayName: 'Entra' }]] as const) {
      const answer = await world.call(world.contoso, method, '/scim-tokens', body);
      assert.equal(answer.status, 403, method);
      assert.match(answer.body.error.message, /Microsoft Entra/);
    }
    await assert.rejects(createToken({ name: 'Entra', expiresAt: null }, world.settings), {
      code: 'Conflict',
      message: /Microsoft Entra keeps the directory/,
    });
  });
});
