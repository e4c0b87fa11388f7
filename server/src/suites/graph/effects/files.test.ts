/** Tests uploads with lost responses, expired sessions, and other items at the path. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { aTeam, member, owner, rejects } from '../../../../test/conformance/world.ts';
import { FAULTLESS, withFault } from '../../../../test/graph/behaviour.ts';
import { addFile, treeOf } from '../../../../test/graph/drives.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { waitAndRetry } from '../../../../test/retrying-suite.ts';
import type { NewFile, ReadBytes } from '../../../domain/contents/suite.ts';
import { text } from '../../../kernel/columns.ts';
import { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { assertStorageAddress } from '../client/storage.ts';

const MEGABYTE = 1024 * 1024;

/** Returns bytes without repetition, so that a wrong range is detected. */
function content(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 4096) bytes.writeUInt32LE(at * 31 + seed, Math.min(at, length - 4));
  return bytes;
}

const readerOf =
  (bytes: Buffer): ReadBytes =>
  async (start, end) =>
    bytes.subarray(start, Math.min(end, start + MEGABYTE));

const fileOf = (path: string, bytes: Buffer): NewFile => ({
  marker: randomUUID(),
  path,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

describe('the Graph suite with files', () => {
  const world = useGraphWorld();

  async function newChannel() {
    const { ada, bob } = world.people;
    const members = [owner(ada), member(bob)];
    const { team } = await world.suite.teams.create(world.tenantId, aTeam(world, { members }));
    const { id } = await world.suite.channels.primary(world.tenantId, team.id);
    return { teamId: team.id, channelId: id };
  }

  /** Repeats the call as a job does. */
  async function putWhole(channel: { teamId: string; channelId: string }, file: NewFile, bytes: Buffer) {
    for (;;) {
      const progress = await world.suite.contents.putFile(world.tenantId, channel, file, readerOf(bytes));
      if (progress.isComplete) return progress;
    }
  }

  const routes = (route: string): number =>
    world.standIn.calls.all.filter((call) => call.route === route).length;

  it('resumes an upload session after a lost response, and opens no second one', async () => {
    const channel = await newChannel();
    const bytes = content(25 * MEGABYTE);
    const file = fileOf('Films/launch.bin', bytes);
    world.standIn.calls.clear();
    world.standIn.behave(withFault({ kind: 'lost', hasEffect: true }, 'PUT /uploads/{secret}', 2));
    await putWhole(channel, file, bytes);
    const tree = treeOf(world.tenant, channel.teamId, channel.channelId);
    assert.deepEqual([...tree.keys()], ['Films', 'Films/launch.bin']);
    assert.ok(tree.get('Films/launch.bin')?.equals(bytes));
    assert.equal(routes('POST /drives/{drive}/items/{item}/:path/{path}/createUploadSession'), 1);
    const sent = world.standIn.calls.all.filter(({ route }) => route === 'PUT /uploads/{secret}');
    assert.deepEqual(
      sent.map(({ status }) => status),
      [0, 416, 202, 201],
      'the session has the bytes of the lost response',
    );
  });

  it('opens a new upload session after the old one has expired, and stores the file once', async () => {
    const channel = await newChannel();
    const bytes = content(12 * MEGABYTE);
    const file = fileOf('a.bin', bytes);
    const progress = await world.suite.contents.putFile(world.tenantId, channel, file, readerOf(bytes));
    assert.deepEqual(progress, { isComplete: false, done: 10 * MEGABYTE });
    world.clock.advance(7_200);
    await putWhole(channel, file, bytes);
    const tree = treeOf(world.tenant, channel.teamId, channel.channelId);
    assert.ok(tree.get('a.bin')?.equals(bytes));
    assert.deepEqual(await putWhole(channel, file, bytes), { isComplete: true, done: bytes.length });
    assert.equal(tree.size, 1);
  });

  for (const [name, response, fault] of [
    ['plan.docx', 'lost', { kind: 'lost', hasEffect: true }],
    ['book.xlsb', 'a 404', { kind: 'not found but done' }],
    ['form.dotm', 'a 409', { kind: 'conflict but done' }],
  ] as const) {
    it(`adopts ${name} that was uploaded although the response was ${response}`, async () => {
      const channel = await newChannel();
      const bytes = content(5_000);
      const file = fileOf(`Notes/${name}`, bytes);
      world.standIn.behave(withFault(fault, 'PUT /drives/{drive}/items/{item}/:path/{path}/content'));
      world.tenant.changesDocuments = true;
      await putWhole(channel, file, bytes);
      world.tenant.changesDocuments = false;
      const tree = treeOf(world.tenant, channel.teamId, channel.channelId);
      assert.deepEqual([...tree.keys()], ['Notes', `Notes/${name}`]);
    });
  }

  it('stores files and folders once when SharePoint responds without a body', async () => {
    const bytes = content(12 * MEGABYTE);
    for (const route of [
      'POST /drives/{drive}/items/{item}/children',
      'PUT /drives/{drive}/items/{item}/:path/{path}/content',
      'POST /drives/{drive}/items/{item}/:path/{path}/createUploadSession',
    ]) {
      const channel = await newChannel();
      world.standIn.behave(withFault({ kind: 'shortened', properties: [] }, route));
      await world.suite.contents.createFolders(world.tenantId, channel, ['Kit']);
      await putWhole(channel, fileOf('small.txt', bytes.subarray(0, 9)), bytes.subarray(0, 9));
      await putWhole(channel, fileOf('large.bin', bytes), bytes);
      const tree = treeOf(world.tenant, channel.teamId, channel.channelId);
      assert.deepEqual([...tree.keys()], ['Kit', 'small.txt', 'large.bin'], route);
    }
  });

  it('adopts a document that SharePoint shows only minutes after the lost response', async () => {
    const channel = await newChannel();
    const bytes = content(5_000);
    const lost = withFault(
      { kind: 'lost', hasEffect: true },
      'PUT /drives/{drive}/items/{item}/:path/{path}/content',
    );
    world.standIn.behave({ ...lost, hiddenFor: (kind) => (kind === 'item' ? 300_000 : 0) });
    world.tenant.changesDocuments = true;
    await putWhole(channel, fileOf('plan.docx', bytes), bytes);
    world.tenant.changesDocuments = false;
    const tree = treeOf(world.tenant, channel.teamId, channel.channelId);
    assert.deepEqual([...tree.keys()], ['plan.docx']);
  });

  it('asks for a retry when an upload session rejects a range that it has not received', async () => {
    const channel = await newChannel();
    const bytes = content(12 * MEGABYTE);
    const file = fileOf('stuck.bin', bytes);
    const put = () => world.bare.contents.putFile(world.tenantId, channel, file, readerOf(bytes));
    await put();
    world.standIn.behave(
      withFault({ kind: 'error', status: 416, hasEffect: false }, 'PUT /uploads/{secret}'),
    );
    await rejects(put(), 'ServiceUnavailable');
    assert.deepEqual(await put(), { isComplete: true, done: bytes.length });
  });

  it('describes tabs of new files and folders only when SharePoint shows them', async () => {
    const channel = await newChannel();
    const bytes = content(100);
    world.standIn.behave({ ...FAULTLESS, hiddenFor: (kind) => (kind === 'item' ? 60_000 : 0) });
    const { contents } = world.bare;
    await contents.createFolders(world.tenantId, channel, ['Kit']);
    await contents.putFile(world.tenantId, channel, fileOf('read.md', bytes), readerOf(bytes));
    for (const tab of [{ file: 'read.md' }, { folder: 'Kit' }]) {
      await rejects(contents.describeTab(world.tenantId, channel, tab), 'ServiceUnavailable');
    }
    for (const tab of [{ file: 'read.md' }, { folder: 'Kit' }]) {
      const { configuration } = await world.suite.contents.describeTab(world.tenantId, channel, tab);
      assert.ok(configuration.contentUrl);
    }
    const missing = contents.describeTab(world.tenantId, channel, { file: 'other.md' });
    await rejects(missing, 'NotFound');
  });

  it('adopts a file with the same content, and does not replace one with other content', async () => {
    const channel = await newChannel();
    const bytes = content(3_000);
    await world.suite.contents.createFolders(world.tenantId, channel, ['Here']);
    const now = new Date(world.clock.now().getTime() - 86_400_000);
    addFile({ tenant: world.tenant, now }, channel.teamId, channel.channelId, 'Here/same.txt', bytes);
    addFile(
      { tenant: world.tenant, now },
      channel.teamId,
      channel.channelId,
      'Here/other.txt',
      content(3_000, 2),
    );
    await putWhole(channel, fileOf('Here/same.txt', bytes), bytes);
    await rejects(
      putWhole(channel, fileOf('Here/other.txt', bytes), bytes),
      'NameAlreadyExists',
      /Here\/other/,
    );
    await rejects(putWhole(channel, fileOf('Here', bytes), bytes), 'NameAlreadyExists');
    for (const name of ['notes.txt', 'notes.docx']) {
      await putWhole(channel, fileOf(`Here/${name}`, bytes), bytes);
      const other = content(3_000, 3);
      await rejects(putWhole(channel, fileOf(`Here/${name}`, other), other), 'NameAlreadyExists');
    }
    const tree = treeOf(world.tenant, channel.teamId, channel.channelId);
    assert.ok(tree.get('Here/other.txt')?.equals(content(3_000, 2)));
  });

  it('reveals the address of an upload session neither in the database nor in an error, and sends no token to it', async () => {
    const channel = await newChannel();
    const bytes = content(12 * MEGABYTE);
    const file = fileOf('secret.bin', bytes);
    world.standIn.behave(
      withFault({ kind: 'error', status: 500, hasEffect: false }, 'PUT /uploads/{secret}', 3),
    );
    const failing = world.bare.contents.putFile(world.tenantId, channel, file, readerOf(bytes));
    const error = await waitAndRetry(world.clock, () =>
      failing.then(
        () => undefined,
        async (reason) => reason,
      ),
    );
    const [address] = [...world.standIn.storage.sessions.keys()].slice(-1);
    assert.ok(address, 'there is a session');
    const cause = error instanceof Error ? `${error.stack} ${JSON.stringify(error)} ${error.cause}` : '';
    assert.match(cause, /upload session/);
    assert.doesNotMatch(cause, new RegExp(address));
    const { all } = new SuiteDatabase(world.database.tenancy).in(world.tenantId);
    const rows = await all(text<string>())`
      select row_to_json(e)::text from graph_suite.effects e union select budget from graph_suite.pacing`;
    assert.doesNotMatch(rows.join(), new RegExp(address));
    world.standIn.behave(FAULTLESS);
    await putWhole(channel, file, bytes);
  });

  it('starts no download before the Retry-After time of a throttled one has passed', async () => {
    const channel = await newChannel();
    const bytes = content(3_000);
    await putWhole(channel, fileOf('read.bin', bytes), bytes);
    world.standIn.calls.clear();
    world.standIn.behave(withFault({ kind: 'throttled', seconds: 60 }, 'GET /content/{secret}'));
    const read = async (): Promise<number> => {
      let length = 0;
      const { bytes: found } = await world.bare.contents.open(world.tenantId, channel, 'read.bin');
      for await (const part of found) length += part.length;
      return length;
    };
    await rejects(read(), 'ServiceUnavailable');
    await read().catch(() => 'rejected until then');
    assert.equal(await waitAndRetry(world.clock, read), bytes.length);
    const [throttled, ...later] = world.standIn.calls.all.filter((call) => call.route?.includes('/content/'));
    assert.deepEqual([throttled?.status, later.length > 0], [429, true]);
    assert.ok(later.every(({ at }) => at >= (throttled?.at ?? 0) + 60_000));
  });

  it('counts two resource units for each call that lists a folder', async () => {
    const channel = await newChannel();
    await world.suite.contents.createFolders(world.tenantId, channel, ['Lists']);
    world.standIn.calls.clear();
    const list = () => world.bare.contents.list(world.tenantId, channel, { path: 'Lists', top: 10 });
    for (let lists = 0; lists < 80; lists += 1) await waitAndRetry(world.clock, list);
    const times = world.standIn.calls.all
      .filter(({ route }) => route?.endsWith('/children'))
      .map(({ at }) => at);
    const [first = 0] = times;
    assert.equal(times.length, 80);
    assert.ok(times.filter((at) => at < first + 7_500).length * 2 <= 150);
    assert.ok(
      times.some((at) => at >= first + 7_500),
      'the lists do not fit into one window',
    );
  });

  it('waits until SharePoint has the folder of a new channel', async () => {
    const channel = await newChannel();
    world.standIn.behave({ ...FAULTLESS, hiddenFor: (kind) => (kind === 'folder' ? 90_000 : 0) });
    const begun = world.clock.now().getTime();
    const early = world.bare.contents.createFolders(world.tenantId, channel, ['Plans']);
    const error = await rejects(early, 'ServiceUnavailable', /preparing the folder/);
    assert.equal(error.retryAfterSeconds, 30);
    await world.suite.contents.createFolders(world.tenantId, channel, ['Plans']);
    assert.ok(world.clock.now().getTime() - begun >= 90_000);
  });
});

describe('addresses of files', () => {
  it('must belong to Microsoft or, for a stand-in, be on loopback', () => {
    const graph = 'https://graph.microsoft.com/v1.0';
    assertStorageAddress('https://contoso.sharepoint.com/_api/v2.0/upload?id=1', graph);
    assertStorageAddress('https://sn3302.up.1drv.com/up/fe69', graph);
    assertStorageAddress('http://127.0.0.1:9/up', 'http://localhost:8/v1.0');
    for (const address of [
      'http://contoso.sharepoint.com/up',
      'https://sharepoint.com.example.org/up',
      'https://10.0.0.1/up',
      'https://user:secret@contoso.sharepoint.com/up',
      'https://127.0.0.1/up',
      '/up',
    ]) {
      assert.throws(() => assertStorageAddress(address, graph), /does not belong to Microsoft 365/, address);
    }
  });
});
