import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sampleUser } from '../../../test/planning-input.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

describe('POST /users/lookup', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
    const profile = { onPremisesExtensionAttributes: {}, extensions: {} };
    await service.world.suite.saveUsers(TENANT, [
      { ...sampleUser('kim-1', { displayName: 'Kim Berg', mail: 'desk@fabrikam.example' }), ...profile },
      { ...sampleUser('kim-2', { displayName: 'Kim Berg', mail: 'desk@fabrikam.example' }), ...profile },
      { ...sampleUser('lee', { displayName: 'Lee, Ann' }), ...profile },
    ]);
  });
  after(() => service.close());

  const lookup = (references: unknown, as: Parameters<TeamService['call']>[0] = 'sam') =>
    service.call(as, 'POST', '/users/lookup', { references });
  const idsOf = async (...references: string[]): Promise<string[][]> => {
    const { status, body } = await lookup(references);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.value.map(({ reference }: { reference: string }) => reference),
      references,
    );
    return body.value.map(({ matches }: { matches: { id: string }[] }) => matches.map(({ id }) => id));
  };

  it('requires credentials', async () => {
    assertRejected(await lookup(['ada-id'], 'nobody'), 401, 'Unauthenticated');
  });

  it('finds people by id, principal name, mail and name in one call, in order', async () => {
    assert.deepEqual(
      await idsOf('mia-id', 'OLGA@fabrikam.example', 'ada@MAIL.fabrikam.example', 'ivan', 'who@x.example'),
      [['mia-id'], ['olga-id'], ['ada-id'], ['ivan-id'], []],
    );
  });

  it('returns all people who share a name or an address', async () => {
    assert.deepEqual(await idsOf('kim berg', 'desk@fabrikam.example', ' Kim Berg '), [
      ['kim-1', 'kim-2'],
      ['kim-1', 'kim-2'],
      ['kim-1', 'kim-2'],
    ]);
  });

  it('finds a person by given name and surname in either order', async () => {
    assert.deepEqual(await idsOf('Ann Lee', 'Lee, Ann', 'Berg, Kim', 'Kim, Berg, A'), [
      ['lee'],
      ['lee'],
      ['kim-1', 'kim-2'],
      [],
    ]);
  });

  it('does not find people of another tenant', async () => {
    const { body } = await lookup(['olga@tailspin.example', 'olga@fabrikam.example']);
    assert.deepEqual(
      body.value.map(({ matches }: { matches: unknown[] }) => matches.length),
      [0, 1],
    );
  });

  it('accepts 500 references, and rejects more, an empty list and an empty reference', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `nobody-${index}@x.example`);
    assert.equal((await lookup(many)).status, 200);
    assertRejected(await lookup([...many, 'x']), 400, 'InvalidRequest', ['references']);
    assertRejected(await lookup([]), 400, 'InvalidRequest', ['references']);
    assertRejected(await lookup(['']), 400, 'InvalidRequest', ['references[0]']);
  });
});
