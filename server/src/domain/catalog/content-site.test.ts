import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lists } from './content-site.ts';
import type { JsonObject } from './document.ts';
import { readManifest } from './manifest.ts';

const read = (contents: JsonObject, tabs: JsonObject[] = []) =>
  readManifest({
    manifestVersion: '1.0',
    publisher: { name: 'Contoso' },
    templateConfiguration: { id: 'site', name: 'Site', version: '1.0', language: 'en', enabled: true },
    newTeam: {},
    initialization: {
      structure: { channels: [{ displayName: 'General', tabs }, { displayName: 'News' }] },
      contents,
    },
  });

describe('lists and pages of a manifest', () => {
  it('may be written as names, and have defaults', () => {
    const { manifest, errors, warnings } = read({
      lists: ['Links', { name: 'Risks', columns: [{ name: 'Level', type: 'choice', choices: ['High'] }] }],
      pages: ['Start', { name: 'Rules', text: 'Be kind' }],
    });
    assert.deepEqual([errors, warnings], [[], []]);
    assert.deepEqual(manifest?.structure.contents?.lists, [
      { name: 'Links', template: 'genericList', columns: [] },
      {
        name: 'Risks',
        template: 'genericList',
        columns: [{ name: 'Level', type: 'choice', required: false, choices: ['High'] }],
      },
    ]);
    assert.deepEqual(manifest?.structure.contents?.pages, [
      { name: 'Start', text: null },
      { name: 'Rules', text: 'Be kind' },
    ]);
  });

  it('are rejected with the path of each mistake', () => {
    const { errors } = read({
      lists: [
        'Links',
        { name: 'links', template: 'calendar' },
        { name: 'Risks', columns: [{ name: 'title' }, { name: 'A' }, { name: 'a', type: 'choice' }] },
      ],
      pages: [{ text: 'Nameless' }, 'Start', 'START'],
    });
    const at = 'initialization.contents';
    assert.deepEqual(errors.map(({ path }) => path).toSorted(), [
      `${at}.lists[1].name`,
      `${at}.lists[1].template`,
      `${at}.lists[2].columns[0].name`,
      `${at}.lists[2].columns[2].choices`,
      `${at}.lists[2].columns[2].name`,
      `${at}.pages[0].name`,
      `${at}.pages[2].name`,
    ]);
  });

  it('can be shown in tabs, which are rejected when they name a missing page', () => {
    const tabs = [
      { displayName: 'Risks', contents: { list: 'risks' } },
      { displayName: 'Start', contents: { page: 'Start' } },
    ];
    const { manifest, errors } = read({ lists: ['Risks'], pages: ['Start'] }, tabs);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      manifest?.structure.contents?.channels.map(({ channel, tabs: shown }) => [
        channel,
        shown.map(({ contents }) => contents),
      ]),
      [['General', [{ list: 'risks' }, { page: 'Start' }]]],
    );
    const missing = read({ lists: ['Risks'] }, tabs);
    assert.deepEqual(
      missing.errors.map(({ path, message }) => [path, message]),
      [
        [
          'initialization.structure.channels[0].tabs[1].contents',
          "The contents of the channel have no page 'Start'.",
        ],
      ],
    );
  });

  const column = (name: string, choices?: string[]) => ({
    ...{ name, required: false, choices: choices ?? [] },
    type: choices === undefined ? ('text' as const) : ('choice' as const),
  });

  const planned = (columns: ReturnType<typeof column>[]) => {
    const list = { name: 'Risks', template: 'genericList' as const, columns };
    const plan = lists.creation?.plan(list, 'marker', { requester: null, owners: [], members: [] });
    return plan?.columns ?? [];
  };

  it('get generated API names for columns whose names are reserved or have special characters', () => {
    const names = ['Title:', 'Modified', 'Créated', 'Level'];
    assert.deepEqual(
      planned(names.map((name) => column(name))).map(({ name, displayName }) => [name, displayName]),
      [
        ['Column1', 'Title:'],
        ['Column2', 'Modified'],
        ['Column3', 'Créated'],
        ['Level', 'Level'],
      ],
    );
  });

  it('omit columns and choices that are empty after the rules, and duplicate choices', () => {
    const columns = [column('Level', ['High', '', 'High', 'Low']), column('None', ['']), column('')];
    assert.deepEqual(
      planned(columns).map(({ name, choices }) => [name, choices]),
      [['Level', ['High', 'Low']]],
    );
  });

  it('have a fault when a column name is too long, is Title, or occurs twice', () => {
    const faultsOf = (...columns: ReturnType<typeof column>[]) =>
      lists.findFaults?.({ lists: [{ name: 'Risks', template: 'genericList', columns }] }).length;
    assert.equal(faultsOf(column('Level'), column('Owner')), 0);
    assert.equal(faultsOf(column('Level'), column('level')), 1);
    assert.equal(faultsOf(column('title')), 1);
    assert.equal(faultsOf(column(''), column('')), 0);
    assert.equal(faultsOf(column('x'.repeat(256))), 1);
  });
});
