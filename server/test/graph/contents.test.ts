/**
 * Tests a team with folders, files, a plan, lists, pages and tabs that show them, from its template to a stand-in for
 * Microsoft Graph.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FAULTLESS, withFault } from './behaviour.ts';
import { addFile, treeOf } from './drives.ts';
import { type GraphService, PLAIN_TEMPLATE, startGraphService } from './service.ts';
import type { StoredTeam } from './tenant.ts';

const TEMPLATE = {
  ...PLAIN_TEMPLATE,
  initialization: {
    structure: {
      channels: [
        {
          displayName: 'General',
          tabs: [
            { displayName: 'Tasks', contents: { plan: 'First steps' } },
            { displayName: 'Letter', sortOrderIndex: '1', contents: { file: 'Letters/Letter.docx' } },
            { displayName: 'All letters', contents: { folder: 'Letters' } },
            { displayName: 'Risks', contents: { list: 'Risks of <%= request.team.name %>' } },
            { displayName: 'Start', contents: { page: 'Start here' } },
          ],
        },
      ],
    },
    contents: {
      channels: [
        {
          channel: 'General',
          folders: [{ path: 'Empty/Inner' }],
          files: [
            { path: 'Letters/Letter.docx', source: `data:text/plain;base64,${btoa('Dear')}` },
            {
              path: 'Read me.md',
              source: 'data:text/plain,For%20<%25=%20request.team.name%20%25>',
              rendered: true,
            },
          ],
          plans: [
            {
              name: 'First steps',
              buckets: [
                {
                  name: 'Now',
                  tasks: [
                    {
                      title: 'Meet',
                      checklist: ['Room'],
                      labels: ['Urgent'],
                      dueDays: 7,
                      assignee: 'owners',
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
      lists: [
        'Links',
        {
          name: 'Risks of <%= request.team.name %>',
          columns: [{ name: 'Ist es groß?', type: 'choice', choices: ['Yes', 'No'], required: true }],
        },
      ],
      pages: [{ name: 'Start here', text: 'Welcome to <%= request.team.name %>' }],
    },
  },
};

const PLANNER =
  "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.planner')";

/** Returns the names of the tabs of the primary channel, with the plan or the address that each shows. */
const tabsIn = ({ channels, primaryChannelId }: StoredTeam) =>
  [...(channels.get(primaryChannelId)?.tabs.values() ?? [])].map(({ tab, appId }) => [
    tab.displayName,
    appId.endsWith('planner') ? tab.configuration?.entityId : tab.configuration?.contentUrl,
  ]);

describe('contents of a new team in Microsoft 365', () => {
  let world: GraphService;

  before(async () => {
    world = await startGraphService();
    // Lists are a feature that administrators must switch on, by its permission.
    world.ofContoso.roles.push('Sites.Manage.All');
    const applied = await world.call(world.contoso, 'POST', '/catalog/templates', { manifest: TEMPLATE });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
  });
  after(() => world.close());

  test('are created once in spite of lost responses, and are shown in tabs', async () => {
    const { standIn, contoso } = world;
    standIn.behave(withFault({ kind: 'lost', hasEffect: true }, 'POST /planner/tasks'));
    const job = await world.request(contoso, 'Launch');
    const ended = await world.settle(contoso, job.id, 'completed', 'failed');
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
    const team = [...contoso.tenant.teams()][0]?.team;
    assert.ok(team);
    const tree = treeOf(contoso.tenant, team.team.id ?? '', team.primaryChannelId);
    assert.deepEqual([...tree.keys()].toSorted(), [
      'Empty',
      'Empty/Inner',
      'Letters',
      'Letters/Letter.docx',
      'Read me.md',
    ]);
    assert.equal(tree.get('Letters/Letter.docx')?.toString(), 'Dear');
    assert.equal(tree.get('Read me.md')?.toString(), 'For Launch');
    const [plan, ...others] = [...contoso.tenant.plans.values()];
    assert.deepEqual(others, []);
    const [task] = [...(plan?.tasks.values() ?? [])];
    assert.deepEqual(
      [task?.title, task?.checklist.size, plan?.categories],
      ['Meet', 1, { category1: 'Urgent' }],
    );
    assert.deepEqual(Object.keys(task?.assignments ?? {}), [contoso.ada]);
    const tabs = [...(team.channels.get(team.primaryChannelId)?.tabs.values() ?? [])];
    assert.deepEqual(
      tabs.map(({ tab, appId }) => [tab.displayName, appId]),
      [
        ['Letter', 'com.microsoft.teamspace.tab.file.staticviewer.word'],
        ['Tasks', 'com.microsoft.teamspace.tab.planner'],
        ['All letters', 'com.microsoft.teamspace.tab.web'],
        ['Risks', 'com.microsoft.teamspace.tab.web'],
        ['Start', 'com.microsoft.teamspace.tab.web'],
      ],
    );
    const [, links, risks, ...moreLists] = [...(team.site?.lists.values() ?? [])];
    assert.deepEqual(
      [links, risks].map((list) => [list?.displayName, list?.columns]),
      [
        ['Links', []],
        [
          'Risks of Launch',
          [
            {
              name: 'Istesgro',
              displayName: 'Ist es groß?',
              type: 'choice',
              isRequired: true,
              choices: ['Yes', 'No'],
            },
          ],
        ],
      ],
    );
    const [, page, ...morePages] = [...(team.site?.pages.values() ?? [])];
    assert.deepEqual(
      [page?.title, page?.html, page?.publications],
      ['Start here', '<p>Welcome to Launch</p>', 1],
    );
    assert.match(page?.fileName ?? '', /^Start-here-[0-9a-f]{8}\.aspx$/);
    assert.deepEqual([moreLists, morePages], [[], []]);
    const siteTabs = tabs.slice(-2).map(({ tab }) => tab.configuration?.contentUrl ?? '');
    assert.match(siteTabs.join(' '), /\/Lists\/Risks%20of%20Launch .*\/SitePages\/Start-here-/);
    assert.match(
      JSON.stringify(ended.log),
      /Created 2 lists of the site\. Created and published 1 page of the site\./,
    );
    assert.equal(tabs[1]?.tab.configuration?.entityId, plan?.id);
  });

  test('include the plans of a source team, without the fields that lists of Planner omit', async () => {
    const { standIn, contoso } = world;
    standIn.behave(FAULTLESS);
    const source = [...contoso.tenant.teams()].find(({ group }) => group.group.displayName === 'Launch')!;
    // This tab is in a different channel from the one for which the plan was created.
    const channels = `/teams/${source.group.id}/channels`;
    const talk = await world.call(contoso, 'POST', channels, { displayName: 'Talk' });
    assert.equal(talk.status, 201, JSON.stringify(talk.body));
    const [shownPlan] = [...contoso.tenant.plans.values()].filter(
      ({ groupId }) => groupId === source.group.id,
    );
    const board = await world.call(contoso, 'POST', `${channels}/${talk.body.id}/tabs`, {
      displayName: 'Board',
      'teamsApp@odata.bind': PLANNER,
      configuration: {
        contentUrl: `https://tasks.office.com/contoso/Home/PlannerFrame?planId=${shownPlan?.id}`,
      },
    });
    assert.equal(board.status, 201, JSON.stringify(board.body));
    const manifest = {
      ...PLAIN_TEMPLATE,
      templateConfiguration: { ...PLAIN_TEMPLATE.templateConfiguration, id: 'copy', name: 'Copy' },
      clonedTeam: { teamId: source.group.id, includePlans: true },
    };
    const applied = await world.call(contoso, 'POST', '/catalog/templates', { manifest });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    const body = { template: { id: 'copy' }, team: { name: 'Relaunch' } };
    const planned = await world.call(contoso, 'POST', '/teams/provisioning?dryRun=true', body);
    const omitted = planned.body.omissions.map(({ message }: { message: string }) => message).join();
    assert.match(omitted, /notes and checklists of the copied plans are left out/);
    const asked = await world.call(contoso, 'POST', '/teams/provisioning', body);
    const ended = await world.settle(contoso, asked.body.id, 'completed', 'failed');
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
    const plans = [...contoso.tenant.plans.values()];
    const [original, copy] = [true, false].map((isSource) =>
      plans.filter(({ groupId }) => (groupId === source.group.id) === isSource),
    );
    const shown = (plan: (typeof plans)[number] | undefined) => [
      plan?.title,
      [...(plan?.buckets.values() ?? [])].map(({ name }) => name),
      [...(plan?.tasks.values() ?? [])].map(({ title }) => title),
      plan?.categories,
    ];
    assert.deepEqual([original?.length, copy?.length], [1, 1]);
    assert.deepEqual(shown(copy?.[0]), shown(original?.[0]));
    const made = [...contoso.tenant.teams()].find(({ group }) => group.group.displayName === 'Relaunch')!;
    assert.deepEqual(tabsIn(made.team), [['Tasks', copy?.[0]?.id]]);
    const copiedTalk = [...made.team.channels.values()].find(({ channel }) => channel.displayName === 'Talk');
    assert.deepEqual(
      [...(copiedTalk?.tabs.values() ?? [])].map(({ tab }) => [tab.displayName, tab.configuration?.entityId]),
      [['Board', copy?.[0]?.id]],
    );
    const removed = await world.call(contoso, 'DELETE', `${channels}/${talk.body.id}`);
    assert.equal(removed.status, 204, JSON.stringify(removed.body));
    assert.match(
      omitted,
      /These tabs of the team to copy are left out, .*: 'Letter', 'All letters', 'Risks', 'Start'\./,
    );
    for (const { assignments, dueDateTime } of copy?.[0]?.tasks.values() ?? [])
      assert.deepEqual([Object.keys(assignments), dueDateTime], [[], null]);
  });

  test('include the files of a source team, replaced by files of the template at the same path', async () => {
    const { contoso } = world;
    const source = [...contoso.tenant.teams()].find(({ group }) => group.group.displayName === 'Launch')!;
    const channelId = source.team.primaryChannelId;
    const site = source.team.drive?.siteUrl ?? '';
    const root = `${site}/Shared%20Documents`;
    const inLibrary = `${new URL(site).pathname}/Shared Documents/General`;
    // Tabs as people create them in Teams.
    const tasks = 'https://tasks.teams.microsoft.com/teamsui/contoso/Home/PlannerFrame?page=7&auth_pvr=OrgId';
    for (const [displayName, appId, configuration] of [
      [
        'Library',
        'web',
        { contentUrl: `${root}/Forms/AllItems.aspx?id=${encodeURIComponent(inLibrary)}%2FLetters` },
      ],
      ['Whole library', 'files.sharepoint', { contentUrl: root }],
      ['All files', 'files.sharepoint', { contentUrl: `${root}/General/` }],
      ['Home', 'web', { contentUrl: `${site}/_layouts/15/teamslogon.aspx?dest=%2Fsites%2FHome.aspx` }],
      [
        'Notes',
        'web',
        { contentUrl: `https://www.onenote.com/teams/TabContent?notebook=${encodeURIComponent(site)}` },
      ],
      ['Other site', 'web', { contentUrl: `${site}-archive/Shared%20Documents` }],
      ['Other plan', 'planner', { contentUrl: `${tasks}&planId=elsewhere`, entityId: 'tt.c_19_p_elsewhere' }],
    ] as const) {
      const path = `/teams/${source.group.id}/channels/${channelId}/tabs`;
      const app = `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.${appId}')`;
      const tab = { displayName, 'teamsApp@odata.bind': app, configuration };
      const made = await world.call(contoso, 'POST', path, tab);
      assert.equal(made.status, 201, JSON.stringify(made.body));
    }
    addFile(
      { tenant: contoso.tenant, now: world.clock.now() },
      source.group.id,
      channelId,
      'Letters/B.txt',
      Buffer.from('B'),
    );
    const manifest = {
      ...PLAIN_TEMPLATE,
      templateConfiguration: { ...PLAIN_TEMPLATE.templateConfiguration, id: 'files', name: 'Files' },
      clonedTeam: { teamId: source.group.id, includeFiles: true },
      initialization: {
        structure: {},
        contents: { channels: [{ files: [{ path: 'Letters/Letter.docx', source: 'data:,New' }] }] },
      },
    };
    const applied = await world.call(contoso, 'POST', '/catalog/templates', { manifest });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    const listings = () => world.standIn.calls.all.filter(({ path }) => path.includes('/children')).length;
    const typed = async (name: string) => {
      const body = { template: { id: 'files' }, team: { name } };
      const { body: plan } = await world.call(contoso, 'POST', '/teams/provisioning?dryRun=true', body);
      assert.equal(plan.contents.length, 1, JSON.stringify(plan));
    };
    const before = listings();
    await typed('W');
    const typing = listings();
    assert.ok(typing > before);
    for (const name of ['Wi', 'Wit', 'With']) await typed(name);
    assert.equal(listings(), typing, 'further dry runs list nothing');
    const asked = await world.call(contoso, 'POST', '/teams/provisioning', {
      template: { id: 'files' },
      team: { name: 'With letters' },
    });
    const ended = await world.settle(contoso, asked.body.id, 'completed', 'failed');
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
    const copy = [...contoso.tenant.teams()].find(({ group }) => group.group.displayName === 'With letters')!;
    const tree = treeOf(contoso.tenant, copy.group.id ?? '', copy.team.primaryChannelId);
    assert.deepEqual([...tree].map(([path, bytes]) => [path, bytes?.toString()]).toSorted(), [
      ['Empty', undefined],
      ['Empty/Inner', undefined],
      ['Letters', undefined],
      ['Letters/B.txt', 'B'],
      ['Letters/Letter.docx', 'New'],
      ['Read me.md', 'For Launch'],
    ]);
    const copied = `${copy.team.drive?.siteUrl}/Shared%20Documents/General`;
    assert.deepEqual(tabsIn(copy.team), [
      ['Other site', `${site}-archive/Shared%20Documents`],
      ['Other plan', 'tt.c_19_p_elsewhere'],
      ['Letter', `${copied}/Letters/Letter.docx`],
      ['All letters', `${copied}/Letters`],
      ['Library', `${copied}/Letters`],
      ['All files', copied],
    ]);
    const { body: plan } = await world.call(contoso, 'POST', '/teams/provisioning?dryRun=true', {
      template: { id: 'files' },
      team: { name: 'Other letters' },
    });
    assert.match(
      JSON.stringify(plan.omissions),
      /which the new team does not get: 'Tasks', 'Risks', 'Start', 'Whole library', 'Home', 'Notes'\./,
    );
  });

  test('leave out the archived channels of a source team', async () => {
    const { contoso } = world;
    const { id } = await world.request(contoso, 'Aged');
    const source = await world.settle(contoso, id, 'completed', 'failed');
    const channels = `/teams/${source.data.team.id}/channels`;
    for (const displayName of ['Done', 'Still open']) {
      const made = await world.call(contoso, 'POST', channels, { displayName });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      if (displayName !== 'Done') continue;
      const asked = await world.call(contoso, 'POST', `${channels}/${made.body.id}/archive`);
      assert.equal(asked.status, 202, JSON.stringify(asked.body));
      const jobId = asked.headers.get('location')?.split('/').at(-1) ?? '';
      assert.equal((await world.settle(contoso, jobId, 'completed', 'failed')).status, 'completed');
    }
    const manifest = {
      ...PLAIN_TEMPLATE,
      templateConfiguration: { ...PLAIN_TEMPLATE.templateConfiguration, id: 'aged', name: 'Aged' },
      clonedTeam: { teamId: source.data.team.id },
    };
    const applied = await world.call(contoso, 'POST', '/catalog/templates', { manifest });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    const body = { template: { id: 'aged' }, team: { name: 'Young' } };
    const { body: plan } = await world.call(contoso, 'POST', '/teams/provisioning?dryRun=true', body);
    assert.match(JSON.stringify(plan.omissions), /they are archived in the team to copy: 'Done'\./);
    assert.deepEqual(
      plan.channels.map(({ displayName }: { displayName: string }) => displayName),
      ['Still open'],
    );
  });
});
