/** Conformance tests of folders, files and plans of channels, and of lists and pages of sites. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { NewList, NewPage } from '../../src/domain/catalog/content-site.ts';
import type { ChannelReference, NewFile, NewPlan, TabContents } from '../../src/domain/contents/suite.ts';
import { createPeopledTeam, rejects, type WorldOf } from './world.ts';

/** Returns bytes without a repeating pattern. */
function bytesOf(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

const fileOf = (path: string, bytes: Buffer): NewFile => ({
  marker: randomUUID(),
  path,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const aPlan = (assignee: string): NewPlan => ({
  marker: randomUUID(),
  name: 'First steps',
  labels: ['Red', 'Blue'],
  buckets: [
    {
      marker: randomUUID(),
      name: 'Now',
      tasks: [
        {
          marker: randomUUID(),
          title: 'Meet',
          notes: 'In the\nlarge room',
          checklist: ['Book', 'Invite'],
          labels: ['Blue'],
          dueDateTime: '2026-12-01T10:00:00.000Z',
          assigneeIds: [assignee],
        },
        {
          marker: randomUUID(),
          title: 'Greet',
          notes: null,
          checklist: [],
          labels: [],
          dueDateTime: null,
          assigneeIds: [],
        },
      ],
    },
    { marker: randomUUID(), name: 'Later', tasks: [] },
  ],
});

async function aChannelOf(world: WorldOf): Promise<ChannelReference> {
  const teamId = await createPeopledTeam(world());
  const { id } = await world().suite.channels.primary(world().tenantId, teamId);
  return { teamId, channelId: id };
}

/** Repeats a call until the work is complete. Returns the number of calls. */
async function toTheEnd(call: () => Promise<{ isComplete: boolean }>): Promise<number> {
  for (let calls = 1; calls <= 1000; calls += 1) if ((await call()).isComplete) return calls;
  return assert.fail('The work did not end in 1,000 calls.');
}

async function contentOf(world: WorldOf, channel: ChannelReference, path: string): Promise<Buffer> {
  const { bytes } = await world().suite.contents.open(world().tenantId, channel, path);
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

export function fileCases(world: WorldOf): void {
  const put = (channel: ChannelReference, file: NewFile, bytes: Buffer) => () =>
    world().suite.contents.putFile(world().tenantId, channel, file, async (start, end) =>
      bytes.subarray(start, end),
    );

  it('stores a file in pieces, and shows it when it is complete', async () => {
    const { suite, tenantId, capabilities } = world();
    const channel = await aChannelOf(world);
    const bytes = bytesOf(12 * 1024 * 1024);
    const file = fileOf('Reports/Year/Large.bin', bytes);
    const piece = put(channel, file, bytes);
    if (!capabilities.files) {
      assert.equal((await rejects(piece(), 'InvalidRequest')).details[0]?.code, 'NotSupported');
      return;
    }
    const first = await piece();
    assert.equal(first.isComplete, false);
    assert.ok(first.done < bytes.length);
    assert.equal(await suite.contents.find(tenantId, channel, file.path), undefined);
    let done = first.done;
    const starts: number[] = [];
    for (let isComplete = false; !isComplete; ) {
      const progress = await suite.contents.putFile(tenantId, channel, file, async (start, end) => {
        starts.push(start);
        return bytes.subarray(start, end);
      });
      assert.ok(progress.done >= done);
      ({ isComplete, done } = progress);
    }
    assert.equal(done, bytes.length);
    assert.ok(
      starts.every((start) => start >= first.done),
      'stored pieces are not read again',
    );
    const found = await suite.contents.find(tenantId, channel, 'reports/year/LARGE.bin');
    assert.deepEqual([found?.name, found?.size, found?.folder], ['Large.bin', bytes.length, null]);
    assert.ok((await contentOf(world, channel, file.path)).equals(bytes));
  });

  it('stores a file once for repeated calls', async () => {
    const { suite, tenantId, capabilities } = world();
    if (!capabilities.files) return;
    const channel = await aChannelOf(world);
    const bytes = Buffer.from('Hello');
    const file = fileOf('Hello.txt', bytes);
    for (let time = 0; time < 3; time += 1) await toTheEnd(put(channel, file, bytes));
    const empty = fileOf('Empty.txt', Buffer.alloc(0));
    await toTheEnd(put(channel, empty, Buffer.alloc(0)));
    const { items } = await suite.contents.list(tenantId, channel, { path: '', top: 10 });
    assert.deepEqual(
      items.map(({ path, size }) => [path, size]),
      [
        ['Empty.txt', 0],
        ['Hello.txt', 5],
      ],
    );
    assert.equal((await contentOf(world, channel, 'Empty.txt')).length, 0);
    const other = Buffer.from('Other');
    await rejects(put(channel, fileOf('hello.TXT', other), other)(), 'NameAlreadyExists');
    await rejects(put(channel, fileOf('Hello.txt/x', other), other)(), 'NameAlreadyExists');
    assert.equal((await contentOf(world, channel, 'Hello.txt')).toString(), 'Hello');
  });

  it('creates folders with their parents, and adopts those that exist', async () => {
    const { suite, tenantId, capabilities } = world();
    const channel = await aChannelOf(world);
    const create = () => suite.contents.createFolders(tenantId, channel, ['B/Inner', 'A']);
    if (!capabilities.files) return void (await rejects(create(), 'InvalidRequest'));
    await create();
    await create();
    const namesIn = async (path: string): Promise<string[]> =>
      (await suite.contents.list(tenantId, channel, { path, top: 10 })).items.map(({ name }) => name);
    assert.deepEqual(
      [await namesIn(''), await namesIn('b'), await namesIn('B/Inner')],
      [['A', 'B'], ['Inner'], []],
    );
    const found = await suite.contents.find(tenantId, channel, 'B');
    assert.deepEqual([found?.folder?.childCount, found?.file], [1, null]);
    for (const path of ['A/../B', 'a:b', 'CON', '~$x', '~x', ' x', ''])
      await rejects(suite.contents.createFolders(tenantId, channel, [path]), 'InvalidRequest');
    const bytes = Buffer.from('x');
    await rejects(put(channel, fileOf('A/~x.txt', bytes), bytes)(), 'InvalidRequest');
  });

  it('lists a folder in pages', async () => {
    const { suite, tenantId, capabilities } = world();
    if (!capabilities.files) return;
    const channel = await aChannelOf(world);
    await suite.contents.createFolders(tenantId, channel, ['Z', 'Y']);
    for (const name of ['b.txt', 'a.txt', 'C.txt']) {
      const bytes = Buffer.from(name);
      await toTheEnd(put(channel, fileOf(name, bytes), bytes));
    }
    const names: string[] = [];
    let pages = 0;
    let after: string | undefined;
    do {
      const page = await suite.contents.list(tenantId, channel, {
        path: '',
        top: 2,
        ...(after !== undefined && { after }),
      });
      assert.ok(page.items.length <= 2);
      names.push(...page.items.map(({ name }) => name));
      pages += 1;
      after = page.next;
    } while (after !== undefined && pages < 5);
    assert.ok(pages >= 3, `${pages} pages`);
    assert.deepEqual(names.toSorted(), ['C.txt', 'Y', 'Z', 'a.txt', 'b.txt']);
  });

  it('reports a missing folder, file or channel, and a channel of another organisation, as not found', async () => {
    const { suite, tenantId, otherTenantId, capabilities } = world();
    if (!capabilities.files) return;
    const channel = await aChannelOf(world);
    const query = { path: '', top: 10 };
    await rejects(suite.contents.list(tenantId, channel, { ...query, path: 'None' }), 'NotFound');
    await rejects(suite.contents.list(tenantId, { ...channel, channelId: 'none' }, query), 'NotFound');
    await rejects(suite.contents.open(tenantId, channel, 'None.txt'), 'NotFound');
    await rejects(suite.contents.list(otherTenantId, channel, query), 'NotFound');
    assert.equal(await suite.contents.find(tenantId, channel, 'None.txt'), undefined);
  });

  it('copies a folder of another team with everything in it, once', async () => {
    const { suite, tenantId, capabilities } = world();
    if (!capabilities.files) return;
    const [source, target] = [await aChannelOf(world), await aChannelOf(world)];
    const bytes = bytesOf(700_000, 7);
    await toTheEnd(put(source, fileOf('Plan/Deep/Data.bin', bytes), bytes));
    await suite.contents.createFolders(tenantId, source, ['Plan/Empty']);
    const copy = { marker: randomUUID(), source: { ...source, path: 'Plan' }, path: 'Copied/Plan' };
    await suite.contents.copy(tenantId, target, copy);
    await suite.contents.copy(tenantId, target, copy);
    const { items } = await suite.contents.list(tenantId, target, { path: 'Copied/Plan', top: 10 });
    assert.deepEqual(
      items.map(({ path }) => path),
      ['Copied/Plan/Deep', 'Copied/Plan/Empty'],
    );
    assert.ok((await contentOf(world, target, 'Copied/Plan/Deep/Data.bin')).equals(bytes));
    await rejects(
      suite.contents.copy(tenantId, target, {
        ...{ ...copy, marker: randomUUID() },
        source: { ...source, path: 'None' },
      }),
      'NotFound',
    );
  });

  it('rejects new contents in an archived team, and deletes contents with their team', async () => {
    const { suite, tenantId, capabilities } = world();
    if (!capabilities.files) return;
    const channel = await aChannelOf(world);
    await suite.contents.createFolders(tenantId, channel, ['A']);
    await suite.teams.archive(tenantId, channel.teamId, { siteReadOnly: false });
    await rejects(suite.contents.createFolders(tenantId, channel, ['B']), 'TeamArchived');
    await suite.teams.delete(tenantId, channel.teamId);
    await rejects(suite.contents.list(tenantId, channel, { path: '', top: 1 }), 'NotFound');
  });

  it('creates a plan with its tasks once', async () => {
    const { suite, tenantId, people, capabilities } = world();
    const channel = await aChannelOf(world);
    const plan = aPlan(people.ada);
    const create = () => suite.contents.createItem(tenantId, channel, 'plans', plan);
    if (!capabilities.plans) return void (await rejects(create(), 'InvalidRequest'));
    await toTheEnd(create);
    await toTheEnd(create);
    const [found, ...others] = await suite.contents.listPlans(tenantId, channel);
    assert.deepEqual([found?.title, others], ['First steps', []]);
    assert.deepEqual(
      found?.buckets.map(({ name, tasks }) => [name, tasks.map(({ title }) => title)]),
      [
        ['Now', ['Meet', 'Greet']],
        ['Later', []],
      ],
    );
    const [task] = found?.buckets[0]?.tasks ?? [];
    assert.deepEqual([task?.labels, task?.assigneeIds], [['Blue'], [people.ada]]);
    assert.equal(new Date(task?.dueDateTime ?? '').toISOString(), '2026-12-01T10:00:00.000Z');
  });

  for (const [kind, item, tab] of [
    ['lists', { name: 'Risks', template: 'genericList', columns: [] }, 'list'],
    ['pages', { fileName: 'Start-1a2b3c4d.aspx', title: 'Start', text: 'Hello' }, 'page'],
  ] as const) {
    it(`creates ${kind} of the site of the team by repeated calls, and describes tabs that show them`, async () => {
      const { suite, tenantId, capabilities } = world();
      const channel = await aChannelOf(world);
      const marker = randomUUID();
      const create = () =>
        suite.contents.createItem(tenantId, channel, kind, { marker, ...item } as NewList & NewPage);
      if (!capabilities[kind]) return void (await rejects(create(), 'InvalidRequest'));
      await toTheEnd(create);
      await toTheEnd(create);
      const shown = { [tab]: marker } as TabContents;
      const { teamsAppId } = await suite.contents.describeTab(tenantId, channel, shown);
      assert.equal(teamsAppId, 'com.microsoft.teamspace.tab.web');
    });
  }

  it('returns the configuration of tabs that show contents', async () => {
    const { suite, tenantId, people, capabilities } = world();
    if (!capabilities.files || !capabilities.plans) return;
    const channel = await aChannelOf(world);
    const bytes = Buffer.from('%PDF-1.4');
    await toTheEnd(put(channel, fileOf('Guide.pdf', bytes), bytes));
    await suite.contents.createFolders(tenantId, channel, ['Folder']);
    const plan = aPlan(people.ada);
    await toTheEnd(() => suite.contents.createItem(tenantId, channel, 'plans', plan));
    const tabs = [];
    for (const [index, contents] of [
      { file: 'Guide.pdf' },
      { folder: 'Folder' },
      { plan: plan.marker },
    ].entries())
      tabs.push({
        marker: randomUUID(),
        displayName: `Tab ${index}`,
        ...(await suite.contents.describeTab(tenantId, channel, contents)),
      });
    const made = await suite.channels.createTabs(tenantId, channel.teamId, channel.channelId, tabs);
    const [file, folder, board] = made.map(({ teamsApp }) => teamsApp.id);
    assert.equal(file, 'com.microsoft.teamspace.tab.file.staticviewer.pdf');
    // Microsoft Graph can't configure the tab of a document library, so a suite may show the folder as a website.
    assert.match(folder ?? '', /^com\.microsoft\.teamspace\.tab\.(files\.sharepoint|web)$/);
    assert.equal(board, 'com.microsoft.teamspace.tab.planner');
    await suite.channels.createTabs(tenantId, channel.teamId, channel.channelId, [
      {
        marker: randomUUID(),
        displayName: 'Handbook',
        teamsAppId: 'com.microsoft.teamspace.tab.web',
        configuration: { contentUrl: 'https://contoso.example/sites/handbook' },
      },
    ]);
    const listed = await suite.channels.listTabs(tenantId, channel.teamId, channel.channelId);
    const found = await suite.contents.findShownContents(tenantId, channel, listed);
    assert.deepEqual(
      new Map(listed.map(({ displayName }, index) => [displayName, found[index]])),
      new Map<string, unknown>([
        ['Tab 0', { file: 'Guide.pdf' }],
        ['Tab 1', { folder: 'Folder' }],
        ['Tab 2', { plan: 'First steps' }],
        ['Handbook', null],
      ]),
    );
    // The extension `constructor` is also a property of every JavaScript object.
    await toTheEnd(put(channel, fileOf('Notes.constructor', bytes), bytes));
    const other = await suite.contents.describeTab(tenantId, channel, { file: 'Notes.constructor' });
    assert.equal(other.teamsAppId, 'com.microsoft.teamspace.tab.web');
    const stored = await suite.contents.find(tenantId, channel, 'Notes.constructor');
    assert.equal(stored?.file?.mimeType, 'application/octet-stream');
    await rejects(suite.contents.describeTab(tenantId, channel, { file: 'Folder' }), 'NotFound');
    await rejects(suite.contents.describeTab(tenantId, channel, { plan: 'none' }), 'NotFound');
  });
}
