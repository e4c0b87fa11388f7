/** Tests the creation of lists and pages of a team's site under failures. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { aTeam, member, owner, rejects } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, withFault } from '../../../../test/graph/behaviour.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import type { NewList, NewPage } from '../../../domain/catalog/content-site.ts';
import type { ChannelReference } from '../../../domain/contents/suite.ts';

const aList = (rest: Partial<NewList> = {}): NewList => ({
  marker: randomUUID(),
  name: 'Risks',
  template: 'genericList',
  columns: [],
  ...rest,
});

const aPage = (rest: Partial<NewPage> = {}): NewPage => ({
  marker: randomUUID(),
  fileName: 'Welcome-1a2b3c4d.aspx',
  title: 'Welcome',
  text: 'Hello <all>\nof you\n\nBye & thanks',
  ...rest,
});

const COLUMNS = (
  [
    ['Note', 'text'],
    ['Story', 'multilineText'],
    ['Cost', 'number'],
    ['Due', 'date'],
    ['Open', 'boolean'],
    ['Level', 'choice'],
    ['Keeper', 'person'],
    ['Link', 'url'],
  ] as const
).map(([name, type]) => ({
  name,
  displayName: `${name} of it`,
  type,
  isRequired: type === 'date',
  choices: type === 'choice' ? ['High', 'Low'] : [],
}));

describe('the Graph suite with lists and pages of sites', () => {
  const world = useGraphWorld();

  async function newTeam(): Promise<ChannelReference> {
    const { ada, bob } = world.people;
    const members = [owner(ada), member(bob)];
    const { team } = await world.suite.teams.create(world.tenantId, aTeam(world, { members }));
    const { id } = await world.suite.channels.primary(world.tenantId, team.id);
    return { teamId: team.id, channelId: id };
  }

  const siteOf = ({ teamId }: ChannelReference) => world.tenant.groups.get(teamId)?.team?.site;
  const listsOf = (team: ChannelReference) =>
    [...(siteOf(team)?.lists.values() ?? [])].filter(({ displayName }) => displayName !== 'Documents');
  const pagesOf = (team: ChannelReference) =>
    [...(siteOf(team)?.pages.values() ?? [])].filter(({ fileName }) => fileName !== 'Home.aspx');

  const createList = (team: ChannelReference, list: NewList, { contents } = world.suite) =>
    contents.createItem(world.tenantId, team, 'lists', list);
  const createPage = (team: ChannelReference, page: NewPage, { contents } = world.suite) =>
    contents.createItem(world.tenantId, team, 'pages', page);

  it('creates a list with columns of every type, once', async () => {
    const team = await newTeam();
    const list = aList({ columns: COLUMNS });
    assert.deepEqual(await createList(team, list), { isComplete: true, done: 1 });
    assert.deepEqual(await createList(team, list), { isComplete: true, done: 1 });
    assert.deepEqual(
      listsOf(team).map(({ displayName, template, columns }) => [
        displayName,
        template,
        columns.map(({ name, displayName: title, type, isRequired, choices }) =>
          [name, title, type, isRequired, choices.join()].join(' | '),
        ),
      ]),
      [
        [
          'Risks',
          'genericList',
          [
            'Note | Note of it | text | false | ',
            'Story | Story of it | text | false | ',
            'Cost | Cost of it | number | false | ',
            'Due | Due of it | dateTime | true | ',
            'Open | Open of it | boolean | false | ',
            'Level | Level of it | choice | false | High,Low',
            'Keeper | Keeper of it | personOrGroup | false | ',
            'Link | Link of it | hyperlinkOrPicture | false | ',
          ],
        ],
      ],
    );
  });

  it('creates and publishes a page with its text, once', async () => {
    const team = await newTeam();
    const page = aPage();
    await createPage(team, page);
    await createPage(team, page);
    await createPage(team, aPage({ fileName: 'Empty-00000000.aspx', title: 'Empty', text: null }));
    assert.deepEqual(
      pagesOf(team).map(({ fileName, title, html, publications }) => [fileName, title, html, publications]),
      [
        ['Welcome-1a2b3c4d.aspx', 'Welcome', '<p>Hello &lt;all&gt;<br>of you</p><p>Bye &amp; thanks</p>', 1],
        ['Empty-00000000.aspx', 'Empty', '', 1],
      ],
    );
  });

  it('waits for the site of a new team', async () => {
    const team = await newTeam();
    world.standIn.behave({ ...FAULTLESS, hiddenFor: (kind) => (kind === 'folder' ? 60_000 : 0) });
    await rejects(
      createList(team, aList(), world.bare),
      'ServiceUnavailable',
      /still preparing the site of the team/,
    );
    assert.deepEqual(await createList(team, aList()), { isComplete: true, done: 1 });
  });

  const FAULTS: readonly Fault[] = [
    { kind: 'lost', hasEffect: true },
    { kind: 'lost', hasEffect: false },
    { kind: 'late', seconds: 40 },
    { kind: 'error', status: 504, hasEffect: true },
    { kind: 'not found but done' },
    { kind: 'conflict but done' },
    { kind: 'shortened', properties: [] },
    // The example of "Create a new list" has no address.
    { kind: 'shortened', properties: ['id', 'createdDateTime'] },
  ];
  for (const fault of FAULTS) {
    it(`creates nothing twice when a response is ${JSON.stringify(fault)}`, async () => {
      const team = await newTeam();
      const [list, page] = [aList(), aPage()];
      world.standIn.behave(withFault(fault, 'POST /sites/{site}/lists'));
      await createList(team, list);
      world.standIn.behave(withFault(fault, 'POST /sites/{site}/pages'));
      await createPage(team, page);
      assert.equal(listsOf(team).length, 1);
      assert.deepEqual(
        pagesOf(team).map(({ publications }) => publications),
        [1],
      );
      for (const tab of [{ list: list.marker }, { page: page.marker }]) {
        const { configuration } = await world.suite.contents.describeTab(world.tenantId, team, tab);
        assert.match(configuration.contentUrl ?? '', /^https:/);
      }
    });
  }

  it('publishes a page again when the response was lost, and leaves one page', async () => {
    const team = await newTeam();
    const route = 'POST /sites/{site}/pages/{page}/microsoft.graph.sitePage/publish';
    world.standIn.behave(withFault({ kind: 'lost', hasEffect: false }, route));
    await createPage(team, aPage());
    assert.deepEqual(
      pagesOf(team).map(({ publications }) => publications),
      [1],
    );
  });

  it('adopts a list of the site that already has the name', async () => {
    const team = await newTeam();
    await createList(team, aList({ name: 'documents' }));
    assert.deepEqual(listsOf(team), []);
  });

  it('describes tabs that show a list and a page', async () => {
    const team = await newTeam();
    const [list, page] = [aList(), aPage()];
    const { contents } = world.suite;
    await rejects(contents.describeTab(world.tenantId, team, { list: list.marker }), 'NotFound');
    await createList(team, list);
    await createPage(team, page);
    const urls = [];
    for (const tab of [{ list: list.marker }, { page: page.marker }]) {
      const { teamsAppId, configuration } = await contents.describeTab(world.tenantId, team, tab);
      assert.equal(teamsAppId, 'com.microsoft.teamspace.tab.web');
      urls.push(configuration.contentUrl?.split('/').slice(-2).join('/'));
    }
    assert.deepEqual(urls, ['Lists/Risks', 'SitePages/Welcome-1a2b3c4d.aspx']);
  });

  it('names the missing permission that a new list needs', async () => {
    const team = await newTeam();
    const registration = world.standIn.registrations.find(({ tenantId }) => tenantId === world.tenantId);
    assert.ok(registration);
    const { roles } = registration;
    registration.roles = roles.filter((role) => role !== 'Sites.Manage.All');
    try {
      world.clock.advance(3600);
      await rejects(createList(team, aList(), world.bare), 'ServiceUnavailable', /\(Sites\.Manage\.All\)/);
    } finally {
      registration.roles = roles;
      world.clock.advance(3600);
    }
    await createPage(team, aPage());
    await createList(team, aList());
  });

  it('rejects items of an archived team', async () => {
    const team = await newTeam();
    await world.suite.teams.archive(world.tenantId, team.teamId, { siteReadOnly: false });
    await rejects(createList(team, aList()), 'TeamArchived');
  });
});
