/** Tests copying the contents of a team, together with the contents of the template. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { completeJob, type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import type { JsonObject } from '../../domain/catalog/document.ts';
import type { ChannelReference } from '../../domain/contents/suite.ts';

const fileOf = (path: string, text: string) => ({ path, source: `data:,${encodeURIComponent(text)}` });

describe('the contents of a copied team', () => {
  let node: FilledNode;

  const store = (id: string, rest: JsonObject) =>
    node.storeTemplate({
      manifestVersion: '1.0',
      templateConfiguration: { id, name: id, version: '1.0', language: 'en', enabled: true },
      newTeam: { addRequesterAsTeamOwner: true },
      ...rest,
    });

  const request = async (templateId: string): Promise<string> =>
    (await node.request({ template: { id: templateId }, team: { name: templateId } })).id;

  /** Builds a team from the template. Returns its primary channel. */
  const build = async (templateId: string): Promise<ChannelReference> =>
    (await perform(await request(templateId))).channel;

  /** Runs the job. Returns the primary channel of its team, and the log. */
  async function perform(jobId: string): Promise<{ channel: ChannelReference; log: readonly string[] }> {
    const { subjectId, log } = await completeJob(node, jobId);
    const teamId = subjectId ?? '';
    const channel = { teamId, channelId: (await node.suite.channels.primary(TENANT, teamId)).id };
    return { channel, log };
  }

  /** Returns the paths in a folder, with the texts of files. */
  async function treeOf(channel: ChannelReference, path = ''): Promise<Record<string, string>> {
    const { items } = await node.suite.contents.list(TENANT, channel, { path, top: 100 });
    const tree: Record<string, string> = {};
    for (const item of items) {
      if (item.folder !== null) {
        Object.assign(tree, { [`${item.path}/`]: '' }, await treeOf(channel, item.path));
        continue;
      }
      const parts: Uint8Array[] = [];
      for await (const part of (await node.suite.contents.open(TENANT, channel, item.path)).bytes)
        parts.push(part);
      tree[item.path] = Buffer.concat(parts).toString();
    }
    return tree;
  }

  const messagesOf = async (templateId: string) =>
    (await node.dryRun({ template: { id: templateId }, team: { name: templateId } })).omissions?.map(
      ({ feature, message }) => [feature, message],
    );

  before(async () => {
    node = await startFilledNode();
  });
  after(() => node.close());

  it('are replaced by items of the template with the same path, at any depth', async () => {
    const files = ['Kit/a.txt', 'Kit/b.txt', 'Kit/Deep/c.txt', 'Kit/Deep/d.txt', 'Kit/Notes', 'Plain/e.txt'];
    await store('kit', {
      initialization: {
        structure: {},
        contents: {
          channels: [{ files: files.map((path) => fileOf(path, `old ${path}`)), folders: [{ path: 'Top' }] }],
        },
      },
    });
    const { teamId } = await build('kit');
    await store('kit-copy', {
      clonedTeam: { teamId, includeFiles: true },
      initialization: {
        structure: {},
        contents: {
          channels: [
            {
              folders: [{ path: 'Kit/notes/Empty' }, { path: 'Plain' }],
              files: [
                fileOf('kit/A.TXT', 'new a'),
                fileOf('Kit/Deep/c.txt', 'new c'),
                fileOf('Top', 'new top'),
              ],
            },
          ],
        },
      },
    });
    const plan = await node.dryRun({ template: { id: 'kit-copy' }, team: { name: 'Planned' } });
    assert.deepEqual(
      plan.contents?.flatMap(({ copies = [] }) => copies.map(({ path }) => path)),
      ['Plain', 'Kit/b.txt', 'Kit/Deep/d.txt'],
    );
    const tree = await treeOf(await build('kit-copy'));
    assert.deepEqual(
      Object.entries(tree)
        .filter(([path]) => !path.endsWith('/'))
        .map(([path, text]) => [path.toLowerCase(), text])
        .toSorted(),
      [
        ['kit/a.txt', 'new a'],
        ['kit/b.txt', 'old Kit/b.txt'],
        ['kit/deep/c.txt', 'new c'],
        ['kit/deep/d.txt', 'old Kit/Deep/d.txt'],
        ['plain/e.txt', 'old Plain/e.txt'],
        ['top', 'new top'],
      ],
    );
    assert.ok(Object.keys(tree).some((path) => path.toLowerCase() === 'kit/notes/empty/'));
  });

  describe('that tabs show', () => {
    const website = { contentUrl: 'https://contoso.example/handbook' };
    const app = "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')";
    const tabsOf = async (channel: ChannelReference) => {
      const { channels, contents } = node.suite;
      const tabs = await channels.listTabs(TENANT, channel.teamId, channel.channelId);
      const shown = await contents.findShownContents(TENANT, channel, tabs);
      return tabs.map(({ displayName }, index) => [displayName, shown[index]]);
    };
    let source: ChannelReference;

    before(async () => {
      await store('tabbed', {
        initialization: {
          structure: {
            channels: [
              {
                displayName: 'General',
                tabs: [
                  { displayName: 'Board', contents: { plan: 'Work' } },
                  { displayName: 'Handbook', 'teamsApp@odata.bind': app, configuration: website },
                  { displayName: 'Guide', contents: { file: 'Kit/Guide.txt' } },
                  { displayName: 'Kit', contents: { folder: 'Kit' } },
                ],
              },
            ],
          },
          contents: {
            channels: [
              { files: [fileOf('Kit/Guide.txt', 'Read me')], plans: [{ name: 'Work', buckets: [] }] },
            ],
          },
        },
      });
      source = await build('tabbed');
    });

    it('are shown by the copies of the tabs', async () => {
      const clonedTeam = { teamId: source.teamId, includeFiles: true, includePlans: true };
      await store('tabbed-copy', { clonedTeam });
      assert.deepEqual(await messagesOf('tabbed-copy'), undefined);
      const copy = await build('tabbed-copy');
      assert.deepEqual((await tabsOf(copy)).toSorted(), [
        ['Board', { plan: 'Work' }],
        ['Guide', { file: 'Kit/Guide.txt' }],
        ['Handbook', null],
        ['Kit', { folder: 'Kit' }],
      ]);
    });

    it('are left out with their tabs, which the plan names', async () => {
      await store('bare-copy', {
        clonedTeam: { teamId: source.teamId },
        initialization: {
          structure: {},
          contents: { channels: [{ folders: [{ path: 'kit/Empty' }] }] },
        },
      });
      assert.deepEqual(await messagesOf('bare-copy'), [
        [
          'tabs',
          "These tabs of the team to copy are left out, because they show contents of that team which the new team does not get: 'Board', 'Guide'.",
        ],
      ]);
      assert.deepEqual((await tabsOf(await build('bare-copy'))).toSorted(), [
        ['Handbook', null],
        ['Kit', { folder: 'kit' }],
      ]);
    });
  });

  it('exclude files that were deleted after the request, and the log counts these files', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt'].map((path) => fileOf(path, path));
    await store('old', { initialization: { structure: {}, contents: { channels: [{ files }] } } });
    const { teamId } = await build('old');
    await store('old-copy', { clonedTeam: { teamId, includeFiles: true } });
    const jobId = await request('old-copy');
    await sql`delete from embedded_suite.files where path in ('a.txt', 'c.txt') and team_id = ${teamId}`.execute(
      node.suiteTenancy.for(TENANT),
    );
    const { channel, log } = await perform(jobId);
    assert.deepEqual(await treeOf(channel), { 'b.txt': 'b.txt' });
    assert.match(
      log.join(),
      /1 file and 0 plans\. 2 files and folders of the team to copy no longer exist\./,
    );
  });

  it('are named as omissions when they exceed the limits or are in private or shared channels', async () => {
    await store('large', {
      initialization: {
        structure: {
          channels: [
            { displayName: 'Secret', membershipType: 'private' },
            { displayName: 'Partners', membershipType: 'shared' },
          ],
        },
        contents: {
          channels: [
            { plans: Array.from({ length: 20 }, (_, index) => ({ name: `Plan ${index}`, buckets: [] })) },
          ],
        },
      },
    });
    const channel = await build('large');
    const { contents } = node.suite;
    const paths = Array.from({ length: 1000 }, (_, index) => `Folder ${String(index).padStart(4, '0')}`);
    for (let start = 0; start < paths.length; start += 20)
      await contents.createFolders(TENANT, channel, paths.slice(start, start + 20));
    await store('large-copy', {
      clonedTeam: { teamId: channel.teamId, includeFiles: true, includePlans: true },
    });
    const closed = '2 private and shared channels of the team to copy are left out.';
    assert.deepEqual(await messagesOf('large-copy'), [['channels', closed]]);
    await contents.createFolders(TENANT, channel, ['Last']);
    for (const name of ['One more', 'Another'])
      await contents.createItem(TENANT, channel, 'plans', { marker: name, name, labels: [], buckets: [] });
    assert.deepEqual(await messagesOf('large-copy'), [
      ['channels', closed],
      ['files', "Only the first 1,000 files and folders of each of these channels are copied: 'General'."],
      [
        'plans',
        "These plans are left out, because only the first 20 of a channel are copied: 'One more', 'Another'.",
      ],
    ]);
    await store('flat-copy', {
      clonedTeam: { teamId: channel.teamId, includeChannels: false, includeMembers: true },
    });
    assert.deepEqual(await messagesOf('flat-copy'), undefined);
  });

  it('exclude archived channels with their files, which are named as omissions', async () => {
    const closed = { displayName: 'Secret', membershipType: 'private' };
    await store('aged', {
      initialization: {
        structure: { channels: [{ displayName: 'Done' }, { displayName: 'Open' }, closed] },
        contents: {
          channels: ['Done', 'Open'].map((channel) => ({
            channel,
            files: [fileOf(`${channel}.txt`, 'text')],
          })),
        },
      },
    });
    const { teamId } = await build('aged');
    const { channels } = node.suite;
    for (const { id, displayName } of await channels.list(TENANT, teamId))
      if (['Done', 'Secret'].includes(displayName))
        await channels.archive(TENANT, teamId, id, { siteReadOnly: false });
    await store('aged-copy', {
      clonedTeam: { teamId, includeFiles: true },
      initialization: {
        structure: {},
        contents: { channels: [{ channel: 'Done', folders: [{ path: 'Minutes' }] }] },
      },
    });
    assert.deepEqual(await messagesOf('aged-copy'), [
      ['channels', '1 private or shared channel of the team to copy is left out.'],
      ['channels', "These channels are left out, because they are archived in the team to copy: 'Done'."],
      ['contents', "The team has no channels for these contents: 'Done'."],
    ]);
    const copy = await build('aged-copy');
    const made = await channels.list(TENANT, copy.teamId);
    assert.deepEqual(made.map(({ displayName }) => displayName).toSorted(), ['General', 'Open']);
    const open = made.find(({ displayName }) => displayName === 'Open');
    assert.deepEqual(await treeOf({ ...copy, channelId: open?.id ?? '' }), { 'Open.txt': 'text' });
  });
});
