/** Tests enumerated values that are missing from the published document, for example the privacy of a template. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected } from '../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../test/team-service.ts';
import { prefersAllValues } from './bodies.ts';

const ALL = { prefer: 'return=representation, Include-Unknown-Enum-Members; x=1' };

const manifest = (id: string, teamPrivacy: string) => ({
  manifestVersion: '1.0',
  templateConfiguration: { id, name: 'Hidden', language: 'en-US', version: '1.0' },
  newTeam: { teamPrivacy },
});

describe('an enumerated value that is missing from the published document', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
    const { status } = await apply(manifest('hidden', 'hiddenMembership'));
    assert.equal(status, 200);
  });
  after(() => service?.close());

  const apply = (body: object, headers = {}) =>
    service.call('ada', 'POST', '/catalog/templates', { manifest: body }, headers);
  const get = (headers = {}, as: 'ada' | 'sam' = 'ada', path = '/catalog/templates/hidden') =>
    service.call(as, 'GET', path, undefined, headers);

  it('is returned as unknownFutureValue', async () => {
    const { body, headers } = await get();
    assert.equal(body.newTeam.teamPrivacy, 'unknownFutureValue');
    assert.equal(headers.get('preference-applied'), null);
    assert.equal(headers.get('vary'), 'Accept-Language, Prefer');
    for (const path of ['/catalog/templates', '/me/catalog/templates']) {
      const { value } = (await get({}, 'ada', path)).body;
      const found = value.find(
        (each: { templateConfiguration: { id: string } }) => each.templateConfiguration.id === 'hidden',
      );
      assert.equal(found.newTeam.teamPrivacy, 'unknownFutureValue', path);
    }
  });

  it('is returned unchanged to a caller that requests all values', async () => {
    const { body, headers } = await get(ALL);
    assert.equal(body.newTeam.teamPrivacy, 'hiddenMembership');
    assert.equal(headers.get('preference-applied'), 'include-unknown-enum-members');
  });

  it('does not change when the template is sent back as it was read', async () => {
    const { templateConfiguration, clonedTeam, newTeam } = (await get()).body;
    const read = {
      templateConfiguration: { ...templateConfiguration, description: 'New' },
      clonedTeam,
      newTeam,
    };
    assert.deepEqual((await apply(read)).body.outcome, 'updated');
    const { body } = await get(ALL);
    assert.deepEqual(
      [body.newTeam.teamPrivacy, body.templateConfiguration.description],
      ['hiddenMembership', 'New'],
    );
  });

  it('cannot be sent as unknownFutureValue for a template that does not exist', async () => {
    assertRejected(await apply(manifest('new', 'unknownFutureValue')), 400, 'InvalidRequest', [
      'newTeam.teamPrivacy',
    ]);
  });

  it('is replayed as in the first response', async () => {
    const key = { 'idempotency-key': 'all-values' };
    const body = manifest('kept', 'hiddenMembership');
    const first = await apply(body, { ...ALL, ...key });
    const second = await apply(body, key);
    for (const { body, headers } of [first, second]) {
      assert.equal(body.template.newTeam.teamPrivacy, 'hiddenMembership');
      assert.equal(headers.get('preference-applied'), 'include-unknown-enum-members');
    }
  });
});

describe('prefersAllValues', () => {
  it('finds the preference among others, and ignores a similar one', () => {
    assert.ok(prefersAllValues('respond-async,include-unknown-enum-members'));
    assert.ok(!prefersAllValues('include-unknown-enum-members-too'));
    assert.ok(!prefersAllValues('x=include-unknown-enum-members'));
    assert.ok(!prefersAllValues());
  });
});
