import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  comparePermissions,
  type GraphFeature,
  isGranted,
  permissionOf,
  permissionsFor,
} from './permissions.ts';

const TEAM = '0e1627d4-62ff-4c9c-aa9b-cf2472c82a26';

describe('the table of permissions for Microsoft Graph', () => {
  it('names the permission of a call by its path', () => {
    const expected: Record<string, string | undefined> = {
      'GET /groups': 'Group.ReadWrite.All',
      "GET /groups(uniqueName='charter-1')": 'Group.ReadWrite.All',
      [`GET /teams/${TEAM}/members/MCMj`]: 'TeamMember.ReadWrite.All',
      [`GET /teams('${TEAM}')/operations('${TEAM}')`]: 'TeamSettings.ReadWrite.All',
      'GET /users': 'User.Read.All',
      "GET /users('ada@contoso.com')": 'User.Read.All',
      "GET /reports/getTeamsTeamActivityDetail(period='D90')": 'Reports.Read.All',
      'POST /subscriptions': undefined,
      [`PATCH /groups/${TEAM}`]: undefined,
    };
    for (const [call, name] of Object.entries(expected)) assert.equal(permissionOf(call), name, call);
  });

  it('lists one permission for files: the higher one only for large files', () => {
    const filesOf = (off: GraphFeature[]) =>
      permissionsFor(off)
        .map(({ name }) => name)
        .filter((name) => /^(Files|Sites|Tasks)\./.test(name));
    const site: GraphFeature[] = ['lists', 'pages'];
    assert.deepEqual(filesOf(site), ['Sites.ReadWrite.All', 'Tasks.ReadWrite.All']);
    assert.deepEqual(filesOf(['largeFiles', ...site]), ['Files.ReadWrite.All', 'Tasks.ReadWrite.All']);
    assert.deepEqual(filesOf(['files', 'largeFiles', 'plans', ...site]), []);
    const upload = 'POST /drives/b!1/items/01A:/a b.txt:/createUploadSession';
    assert.equal(permissionOf(upload), 'Sites.ReadWrite.All');
    assert.equal(permissionOf('PUT /drives/b!1/items/01A:/a.txt:/content'), 'Files.ReadWrite.All');
  });

  it('lists the permissions of lists and pages only for these features, each once', () => {
    const FEATURES: readonly GraphFeature[] = ['files', 'largeFiles', 'plans', 'lists', 'pages'];
    const sitesOf = (...on: GraphFeature[]) =>
      permissionsFor(FEATURES.filter((feature) => !on.includes(feature)))
        .map(({ name }) => name)
        .filter((name) => /^(Files|Sites)\./.test(name));
    assert.deepEqual(sitesOf('lists'), ['Sites.Read.All', 'Sites.Manage.All']);
    assert.deepEqual(sitesOf('pages'), ['Sites.ReadWrite.All']);
    assert.deepEqual(sitesOf('files', 'largeFiles', 'lists', 'pages'), [
      'Sites.ReadWrite.All',
      'Sites.Manage.All',
    ]);
    const site = '/sites/contoso.sharepoint.com%2C1%2C2';
    assert.equal(permissionOf(`POST ${site}/lists`), 'Sites.Manage.All');
    assert.equal(permissionOf(`GET ${site}/lists`), 'Sites.Read.All');
    assert.equal(permissionOf(`GET /groups/${TEAM}/sites/root`), 'Sites.Read.All');
    assert.equal(
      permissionOf(`POST ${site}/pages/${TEAM}/microsoft.graph.sitePage/publish`),
      'Sites.ReadWrite.All',
    );
  });

  it('lists the permission for sign-ins only when they are used, and requires it for no other call', () => {
    const names = (off?: GraphFeature[]) => permissionsFor(off).map(({ name }) => name);
    assert.equal(names().includes('AuditLog.Read.All'), false);
    assert.equal(names([]).includes('AuditLog.Read.All'), true);
    const token = [
      '',
      Buffer.from(JSON.stringify({ roles: ['User.Read.All'] })).toString('base64url'),
      '',
    ].join('.');
    assert.equal(isGranted('GET /users', token), true);
  });

  it('accepts a higher permission only where Microsoft lists it for all calls', () => {
    const { permissions } = comparePermissions([
      'Directory.ReadWrite.All',
      'TeamSettings.Read.All',
      'ChannelSettings.ReadWrite.All',
    ]);
    const stateOf = (name: string) => permissions.find((permission) => permission.name === name)?.state;
    assert.equal(stateOf('User.Read.All'), 'higher');
    assert.equal(stateOf('Team.ReadBasic.All'), 'higher');
    for (const name of [
      'Group.ReadWrite.All',
      'AppCatalog.Read.All',
      'Group.Read.All',
      'Channel.ReadBasic.All',
    ]) {
      assert.equal(stateOf(name), 'missing', name);
    }
  });
});
