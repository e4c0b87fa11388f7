/** Compares the stand-in's files and plans with Microsoft's documentation. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FAULTLESS } from './behaviour.ts';
import type { Response } from './client.ts';
import { createStandInWorld, type StandInWorld } from './stand-in-world.ts';
import { RANGE_UNIT } from './storage.ts';

describe('the Graph stand-in with files and plans', () => {
  let { clock, standIn, tenant, graph, adele, newTeam } = {} as StandInWorld;
  let folder: { driveId: string; id: string };
  let teamId: string;

  const filesFolder = async (): Promise<Response> => {
    const channelId = tenant.groups.get(teamId)?.team?.primaryChannelId ?? '';
    return graph.call('GET', `/teams/${teamId}/channels/${encodeURIComponent(channelId)}/filesFolder`);
  };
  const item = (rest = ''): string => `/drives/${folder.driveId}/items/${folder.id}${rest}`;
  const put = async (address: string, bytes: Buffer, range: string, headers = {}) => {
    const response = await fetch(address, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-range': `bytes ${range}`, ...headers },
    });
    return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
  };

  before(async () => {
    const world = await createStandInWorld();
    ({ clock, standIn, tenant, graph, adele, newTeam } = world);
    teamId = await newTeam('files');
    standIn.behave({ ...FAULTLESS, hiddenFor: (kind) => (kind === 'folder' ? 60_000 : 0) });
    assert.equal((await filesFolder()).status, 404);
    clock.advance(60);
    const { body } = await filesFolder();
    folder = { id: body.id, driveId: body.parentReference.driveId };
    standIn.behave({ ...FAULTLESS, operationTakes: () => 30_000 });
  });

  after(() => standIn.stop());

  test('creates a folder, and rejects or renames a second one', async () => {
    const create = (behavior: string) =>
      graph.call('POST', item('/children'), {
        name: 'Plans',
        folder: {},
        '@microsoft.graph.conflictBehavior': behavior,
      });
    assert.equal((await create('fail')).status, 201);
    const second = await create('fail');
    assert.deepEqual([second.status, second.body.error.code], [409, 'nameAlreadyExists']);
    assert.equal((await create('rename')).body.name, 'Plans 1');
  });

  test('stores a small file, and replaces an existing one unless the call forbids it', async () => {
    const type = { 'content-type': 'text/plain' };
    const path = item(":/It's 5% #1.txt:/content".replace('%', '%25').replace('#', '%23'));
    const first = await graph.call('PUT', path, Buffer.from('one'), type);
    assert.deepEqual([first.status, first.body.name, first.body.size], [201, "It's 5% #1.txt", 3]);
    const conflict = '?@microsoft.graph.conflictBehavior=fail';
    assert.equal((await graph.call('PUT', path + conflict, Buffer.from('two'), type)).status, 409);
    const replaced = await graph.call('PUT', path, Buffer.from('three'), type);
    assert.deepEqual([replaced.status, replaced.body.id], [200, first.body.id]);
    const { body } = await graph.call('GET', item(":/it's%205%25%20%231.txt"));
    assert.equal(await (await fetch(body['@microsoft.graph.downloadUrl'])).text(), 'three');
  });

  test('receives a large file in ranges, and reports the missing ranges', async () => {
    const session = { item: { '@microsoft.graph.conflictBehavior': 'fail', name: 'large.bin' } };
    const { body } = await graph.call('POST', item(':/large.bin:/createUploadSession'), session);
    const bytes = Buffer.alloc(RANGE_UNIT + 10, 1);
    const size = bytes.length;
    const [one, two] = [bytes.subarray(0, RANGE_UNIT), bytes.subarray(RANGE_UNIT)];
    const range = `0-${RANGE_UNIT - 1}/${size}`;
    const signedIn = await put(body.uploadUrl, one, range, { authorization: 'Bearer x' });
    assert.equal(signedIn.status, 401);
    assert.equal((await put(body.uploadUrl, two, `${RANGE_UNIT}-${size - 1}/${size}`)).status, 416);
    const received = await put(body.uploadUrl, one, range);
    assert.deepEqual([received.status, received.body.nextExpectedRanges], [202, [`${RANGE_UNIT}-`]]);
    assert.equal((await put(body.uploadUrl, one, range)).status, 416);
    assert.equal((await graph.call('GET', item(':/large.bin'))).status, 404);
    const status = (await (await fetch(body.uploadUrl)).json()) as { nextExpectedRanges: string[] };
    assert.deepEqual(status.nextExpectedRanges, [`${RANGE_UNIT}-`]);
    const last = await put(body.uploadUrl, two, `${RANGE_UNIT}-${size - 1}/${size}`);
    assert.deepEqual([last.status, last.body.size], [201, size]);
    assert.equal((await fetch(body.uploadUrl)).status, 404);
  });

  test('deletes an upload session after its expiry', async () => {
    const { body } = await graph.call('POST', item(':/late.bin:/createUploadSession'), {});
    clock.advance(3_600);
    assert.equal((await put(body.uploadUrl, Buffer.from('x'), '0-0/1')).status, 404);
  });

  test('copies a folder in the background, and returns a monitor that needs no token', async () => {
    const type = { 'content-type': 'text/plain' };
    const { body: source } = await graph.call('POST', item('/children'), { name: 'Source', folder: {} });
    const child = `/drives/${folder.driveId}/items/${source.id}:/a.txt:/content`;
    await graph.call('PUT', child, Buffer.from('a'), type);
    const copy = () =>
      graph.call('POST', `/drives/${folder.driveId}/items/${source.id}/copy`, {
        parentReference: { driveId: folder.driveId, id: folder.id },
        name: 'Target',
      });
    const { status, headers } = await copy();
    assert.equal(status, 202);
    const read = async () =>
      (await (await fetch(headers.get('location') ?? '')).json()) as { status: string };
    assert.equal((await read()).status, 'inProgress');
    assert.equal((await graph.call('GET', item(':/Target/a.txt'))).status, 404);
    clock.advance(30);
    assert.equal((await read()).status, 'completed');
    assert.equal((await graph.call('GET', item(':/Target/a.txt'))).status, 200);
    assert.equal((await copy()).status, 409);
    clock.advance(3_600);
    assert.equal((await fetch(headers.get('location') ?? '')).status, 404);
  });

  test('creates a plan in a group, orders its buckets by hints, and rejects stale changes of details', async () => {
    const group = `https://graph.microsoft.com/v1.0/groups/${teamId}`;
    const plan = await graph.call('POST', '/planner/plans', { container: { url: group }, title: 'Launch' });
    assert.equal(plan.status, 201);
    const planId = plan.body.id;
    const bucket = (name: string, orderHint: string) =>
      graph.call('POST', '/planner/buckets', { name, planId, orderHint });
    const first = await bucket('First', ' !');
    await bucket('Last', `${first.body.orderHint} !`);
    await bucket('Top', ` ${first.body.orderHint}!`);
    assert.equal((await bucket('Wrong', first.body.orderHint)).status, 400);
    const { body: buckets } = await graph.call('GET', `/planner/plans/${planId}/buckets`);
    const sorted = buckets.value.toSorted((one: { orderHint: string }, other: { orderHint: string }) =>
      one.orderHint < other.orderHint ? -1 : 1,
    );
    assert.deepEqual(
      sorted.map(({ name }: { name: string }) => name),
      ['Top', 'First', 'Last'],
    );
    const task = await graph.call('POST', '/planner/tasks', {
      planId,
      bucketId: first.body.id,
      title: 'Book a room',
      assignments: { [adele]: { '@odata.type': '#microsoft.graph.plannerAssignment', orderHint: ' !' } },
    });
    const details = `/planner/tasks/${task.body.id}/details`;
    const { body: before } = await graph.call('GET', details);
    const change = (etag: string) =>
      graph.call('PATCH', details, { description: 'For ten' }, { 'if-match': etag });
    assert.equal((await change(before['@odata.etag'])).status, 204);
    assert.equal((await change(before['@odata.etag'])).status, 412);
    assert.equal((await graph.call('PATCH', details, { description: '' })).status, 400);
    assert.equal((await graph.call('GET', details)).body.description, 'For ten');
  });
});

/**
 * Compares the stand-in's sites with "Create a new list", "Create a page in the site pages list of a site" and other
 * pages of Microsoft's documentation.
 */
describe('the Graph stand-in with sites', () => {
  let { clock, standIn, tenant, graph, newTeam } = {} as StandInWorld;
  let teamId: string;
  let site: string;

  const problemOf = async (path: string, body: unknown) => {
    const { status, body: answer } = await graph.call('POST', path, body);
    return [status, answer?.error?.message ?? answer?.error?.code];
  };

  before(async () => {
    const world = await createStandInWorld();
    ({ clock, standIn, tenant, graph, newTeam } = world);
    teamId = await newTeam('site');
  });
  after(() => standIn.stop());

  test('responds with 404 for the site of a team until SharePoint has created it', async () => {
    standIn.behave({ ...FAULTLESS, hiddenFor: (kind) => (kind === 'folder' ? 60_000 : 0) });
    assert.equal((await graph.call('GET', `/groups/${teamId}/sites/root`)).status, 404);
    clock.advance(60);
    const { body } = await graph.call('GET', `/groups/${teamId}/sites/root?$select=id`);
    assert.match(body.id, /^[a-z0-9]+\.sharepoint\.com,[0-9a-f-]{36},[0-9a-f-]{36}$/);
    site = `/sites/${body.id}`;
    standIn.behave(FAULTLESS);
  });

  test('rejects a list with unsupported properties, template or columns, or with a taken name', async () => {
    const path = `${site}/lists`;
    assert.deepEqual((await problemOf(path, { displayName: 'A', name: 'a' }))[0], 400);
    assert.match(
      String((await problemOf(path, { displayName: 'A', color: 'red' }))[1]),
      /'color' does not exist/,
    );
    assert.equal((await problemOf(path, { displayName: 'A', list: { template: 'calendar' } }))[0], 400);
    const columns = [{ name: 'Level', number: {}, text: {} }];
    assert.match(String((await problemOf(path, { displayName: 'A', columns }))[1]), /exactly one type/);
    assert.equal(
      (await problemOf(path, { displayName: 'A', columns: [{ name: 'Title', text: {} }] }))[0],
      400,
    );
    assert.equal((await graph.call('POST', path, { displayName: 'A' })).status, 201);
    assert.deepEqual(await problemOf(path, { displayName: 'a' }), [409, 'Name already exists']);
    const { body } = await graph.call('GET', `${path}?$select=id,displayName`);
    assert.deepEqual(
      body.value.map(({ displayName }: { displayName: string }) => displayName),
      ['Documents', 'A'],
    );
  });

  test('shows a page as published after its publication', async () => {
    const path = `${site}/pages`;
    const page = { '@odata.type': '#microsoft.graph.sitePage', name: 'a.aspx', title: 'A' };
    assert.match(String((await problemOf(path, { ...page, '@odata.type': undefined }))[1]), /@odata\.type/);
    assert.equal((await problemOf(path, { ...page, name: 'a.html' }))[0], 400);
    const { status, body } = await graph.call('POST', path, page);
    assert.deepEqual([status, body.publishingState.level], [201, 'checkout']);
    assert.equal((await problemOf(path, { ...page, name: 'A.aspx' }))[0], 409);
    const publish = `${path}/${body.id}/microsoft.graph.sitePage/publish`;
    assert.equal((await graph.call('POST', publish)).status, 204);
    const list = await graph.call('GET', `${path}/microsoft.graph.sitePage?$select=id,name,publishingState`);
    assert.deepEqual(
      list.body.value.map((one: { name: string; publishingState: { level: string } }) => [
        one.name,
        one.publishingState.level,
      ]),
      [
        ['Home.aspx', 'published'],
        ['a.aspx', 'published'],
      ],
    );
    assert.equal(tenant.sites.size, 1);
  });
});
