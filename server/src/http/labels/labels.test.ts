import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';

const aLabel = (id: string, sensitivity: number) => ({
  id,
  name: id,
  description: `About ${id}`,
  color: '#0078D4',
  sensitivity,
  tooltip: `What ${id} means`,
  isActive: true,
});

describe('GET /me/labels', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
    const { suite } = service.world;
    await suite.saveGroups(TENANT, [{ id: 'board', displayName: 'Board', memberIds: ['olga-id'] }]);
    await suite.saveLabels(TENANT, [
      { ...aLabel('secret', 30), parentId: null, publishedTo: ['board'] },
      { ...aLabel('internal', 10), parentId: null, publishedTo: null },
      { ...aLabel('project', 20), parentId: 'internal', publishedTo: null },
    ]);
    await suite.saveLabels(OTHER_TENANT, [{ ...aLabel('foreign', 1), parentId: null, publishedTo: null }]);
  });
  after(() => service.close());

  it('requires credentials of a person', async () => {
    assertRejected(await service.call('nobody', 'GET', '/me/labels'), 401, 'Unauthenticated');
    assertRejected(await service.call('app', 'GET', '/me/labels'), 403, 'Forbidden');
  });

  it('lists the labels that are published to the caller, by rank', async () => {
    const { status, body } = await service.call('mia', 'GET', '/me/labels');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      '@odata.context': `${service.url}/$metadata#me/labels`,
      '@odata.count': 2,
      value: [aLabel('internal', 10), { ...aLabel('project', 20), parent: 'internal' }],
    });
    const idsFor = async (as: 'olga' | 'gus' | 'foreigner') =>
      (await service.call(as, 'GET', '/me/labels')).body.value.map(({ id }: { id: string }) => id);
    assert.deepEqual(await idsFor('olga'), ['internal', 'project', 'secret']);
    assert.deepEqual(await idsFor('gus'), ['internal', 'project']);
    assert.deepEqual(await idsFor('foreigner'), ['foreign']);
  });
});
