/**
 * Fills channels with files, a copy and a plan, and a site with lists and pages, on a tenant that throttles, fails and
 * loses responses, while the worker is killed before or after it records an effect. The seeds together kill it at every
 * record.
 * @long
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { aChannel, aTeam, member, owner } from '../../../test/conformance/world.ts';
import { assertRetryAfterRespected, assertWithinBudgets } from '../../../test/graph/assertions.ts';
import { FAULTLESS } from '../../../test/graph/behaviour.ts';
import { addFile, treeOf } from '../../../test/graph/drives.ts';
import { FailingDatabases, Killed } from '../../../test/graph/failing-databases.ts';
import { hostile } from '../../../test/graph/hostile.ts';
import { createGraphWorld, type GraphWorld } from '../../../test/graph/world.ts';
import { waitAndRetry } from '../../../test/retrying-suite.ts';
import type { NewList, NewPage } from '../../domain/catalog/content-site.ts';
import type { ChannelReference, NewFile, NewPlan, ReadBytes } from '../../domain/contents/suite.ts';
import type { Suite } from '../../engine/suite.ts';

const SEEDS = Array.from({ length: Number(process.env.CHARTER_TEST_SEEDS ?? 20) }, (_, index) => index + 1);

/** Statements that record an effect. */
const RECORDS = /(?:insert into|update|delete from) graph_suite\.effects/;

/** Number of records between two kills of one seed. */
const STRIDE = 20;

const MEGABYTE = 1024 * 1024;

function content(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 1024) bytes.writeUInt32LE((at * 31 + seed) >>> 0, at);
  return bytes;
}

const readerOf =
  (bytes: Buffer): ReadBytes =>
  async (start, end) =>
    bytes.subarray(start, end);

/** The contents of one channel, the lists and pages of the site, and the source of the copy. */
interface Contents {
  channel: ChannelReference;
  folders: string[];
  files: { file: NewFile; bytes: Buffer }[];
  copy: { marker: string; source: ChannelReference & { path: string }; path: string };
  plan: NewPlan;
  primary: ChannelReference;
  lists: NewList[];
  pages: NewPage[];
}

const fileOf = (path: string, bytes: Buffer) => ({
  bytes,
  file: {
    marker: randomUUID(),
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  },
});

const planOf = (assigneeId: string): NewPlan => ({
  marker: randomUUID(),
  name: 'Plan',
  labels: ['Urgent'],
  buckets: ['First', 'Second'].map((name) => ({
    marker: randomUUID(),
    name,
    tasks: ['Same', 'Same', 'Other'].map((title, index) => ({
      marker: randomUUID(),
      title,
      notes: index === 0 ? 'Notes' : null,
      checklist: index === 1 ? ['One', 'Two'] : [],
      labels: index === 2 ? ['Urgent'] : [],
      dueDateTime: null,
      assigneeIds: index === 0 ? [assigneeId] : [],
    })),
  })),
});

async function contentsIn(world: GraphWorld): Promise<Contents> {
  const { suite, tenantId, people, standIn, clock } = world;
  const members = [owner(people.ada), member(people.bob)];
  const { team } = await suite.teams.create(tenantId, aTeam(world, { members }));
  const [made] = await suite.channels.create(tenantId, team.id, [aChannel('Work')]);
  const source = await suite.teams.create(tenantId, aTeam(world, { members }));
  const { id: sourceId } = await suite.channels.primary(tenantId, source.team.id);
  const [tenant] = standIn.tenants;
  for (const path of ['Kit/a.txt', 'Kit/Deep/b.docx', 'Kit/Deep/Deeper/c.txt']) {
    addFile({ tenant: tenant!, now: clock.now() }, source.team.id, sourceId, path, content(500, path.length));
  }
  return {
    channel: { teamId: team.id, channelId: made!.id },
    folders: ['Empty', 'Plans/2026'],
    files: [
      fileOf('Plans/2026/large.bin', content(21 * MEGABYTE + 7, 3)),
      fileOf('Plans/read me.txt', content(1_000, 1)),
      fileOf('Plans/2026/letter.docx', content(9_000, 2)),
      fileOf('Other/empty.txt', Buffer.alloc(0)),
    ],
    copy: {
      marker: randomUUID(),
      source: { teamId: source.team.id, channelId: sourceId, path: 'Kit' },
      path: 'Plans/Kit',
    },
    plan: planOf(people.bob),
    primary: { teamId: team.id, channelId: (await suite.channels.primary(tenantId, team.id)).id },
    lists: ['Risks', 'Decisions'].map((name) => ({
      marker: randomUUID(),
      name,
      template: 'genericList',
      columns: [{ name: 'Level', displayName: 'Level', type: 'number', isRequired: false, choices: [] }],
    })),
    pages: ['Welcome', 'Rules'].map((title, index) => ({
      marker: randomUUID(),
      fileName: `${title}-0000000${index}.aspx`,
      title,
      text: `About ${title}`,
    })),
  };
}

/** Makes all contents, as a job does: it repeats calls until they are complete. */
async function fill({ tenantId, clock }: GraphWorld, { contents }: Suite, wanted: Contents): Promise<void> {
  const { channel, folders, files, copy, plan, primary, lists, pages } = wanted;
  await waitAndRetry(clock, () => contents.createFolders(tenantId, channel, folders));
  for (const { file, bytes } of files) {
    const put = () => contents.putFile(tenantId, channel, file, readerOf(bytes));
    while (!(await waitAndRetry(clock, put)).isComplete);
  }
  await waitAndRetry(clock, () => contents.copy(tenantId, channel, copy));
  while (
    !(await waitAndRetry(clock, () => contents.createItem(tenantId, channel, 'plans', plan))).isComplete
  );
  for (const list of lists)
    await waitAndRetry(clock, () => contents.createItem(tenantId, primary, 'lists', list));
  for (const page of pages)
    await waitAndRetry(clock, () => contents.createItem(tenantId, primary, 'pages', page));
}

function assertFilled({ standIn }: GraphWorld, wanted: Contents): void {
  const { channel, files, plan, lists, pages } = wanted;
  const tenant = standIn.tenants[0]!;
  const site = tenant.groups.get(channel.teamId)?.team?.site;
  assert.deepEqual(
    [...(site?.lists.values() ?? [])].map(({ displayName, columns }) => [displayName, columns.length]),
    [['Documents', 0], ...lists.map(({ name }) => [name, 1])],
  );
  assert.deepEqual(
    [...(site?.pages.values() ?? [])].map(({ fileName, html, publications }) => [
      fileName,
      html,
      publications > 0,
    ]),
    [
      ['Home.aspx', '', true],
      ...pages.map(({ fileName, title }) => [fileName, `<p>About ${title}</p>`, true]),
    ],
  );
  const tree = treeOf(tenant, channel.teamId, channel.channelId);
  assert.deepEqual([...tree.keys()].toSorted(), [
    'Empty',
    'Other',
    'Other/empty.txt',
    'Plans',
    'Plans/2026',
    'Plans/2026/large.bin',
    'Plans/2026/letter.docx',
    'Plans/Kit',
    'Plans/Kit/Deep',
    'Plans/Kit/Deep/Deeper',
    'Plans/Kit/Deep/Deeper/c.txt',
    'Plans/Kit/Deep/b.docx',
    'Plans/Kit/a.txt',
    'Plans/read me.txt',
  ]);
  for (const { file, bytes } of files) assert.ok(tree.get(file.path)?.equals(bytes), file.path);
  for (const name of ['a.txt', 'Deep/b.docx', 'Deep/Deeper/c.txt']) {
    assert.ok(tree.get(`Plans/Kit/${name}`)?.equals(content(500, `Kit/${name}`.length)), name);
  }
  const plans = [...tenant.plans.values()];
  assert.deepEqual(
    plans.map(({ title }) => title),
    [plan.name],
  );
  const [{ buckets, tasks }] = plans as [(typeof plans)[number]];
  const inOrder = <Item extends { orderHint: string }>(items: Iterable<Item>): Item[] =>
    [...items].sort((one, other) => (one.orderHint < other.orderHint ? -1 : 1));
  const made = inOrder(buckets.values()).map(({ id, name }) => ({
    name,
    tasks: inOrder([...tasks.values()].filter(({ bucketId }) => bucketId === id)).map((task) => ({
      title: task.title,
      notes: task.description || null,
      checklist: inOrder(task.checklist.values()).map(({ title }) => title),
      assigneeIds: Object.keys(task.assignments),
    })),
  }));
  assert.deepEqual(
    made,
    plan.buckets.map(({ name, tasks: own }) => ({
      name,
      tasks: own.map(({ title, notes, checklist, assigneeIds }) => ({
        title,
        notes,
        checklist,
        assigneeIds,
      })),
    })),
  );
  const { begun } = standIn.storage;
  assert.equal(new Set(begun).size, begun.length, 'no upload was begun again');
}

/**
 * Creates the contents with workers that die at some kill points and are replaced. Returns the numbers of points and
 * kills.
 */
async function run(world: GraphWorld, isKilled: (point: number) => boolean) {
  const wanted = await contentsIn(world);
  const failing = new FailingDatabases(world.database.tenancy, isKilled, RECORDS);
  world.standIn.calls.clear();
  return {
    wanted,
    async finish() {
      for (;;) {
        try {
          await fill(world, world.anotherNode('background', failing), wanted);
          return failing;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          world.standIn.calls.deaths.push(world.standIn.calls.all.length);
          failing.revive();
          // Another worker gets the job when the lease of the killed one has ended.
          world.clock.advance(60);
        }
      }
    },
  };
}

describe('contents of channels on a tenant with faults', () => {
  for (const seed of SEEDS) {
    it(`are complete and have no duplicates (seed ${seed})`, async (context) => {
      const world = await createGraphWorld();
      try {
        const { wanted, finish } = await run(world, (point) => point % STRIDE === seed % STRIDE);
        world.standIn.behave(hostile({ seed }));
        const { kills, points } = await finish();
        context.diagnostic(`${kills} kills at ${points} points, ${world.standIn.calls.all.length} calls`);
        assert.ok(kills > 0);
        world.standIn.behave(FAULTLESS);
        assertFilled(world, wanted);
        assertWithinBudgets(world.standIn.calls.all);
        assertRetryAfterRespected(world.standIn.calls);
      } finally {
        await world.release();
      }
    });
  }
});
