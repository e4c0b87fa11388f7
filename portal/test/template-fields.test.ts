/** Tests what the fields of the template form read and write, without a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ejs from 'ejs';
import { CONVENTION_TOKENS } from '../src/features/templates/convention-tokens.ts';
import {
  addItem,
  moveItem,
  readManifest,
  setItems,
  setValue,
  valueAt,
} from '../src/features/templates/manifest-text.ts';
import { appIdOf, appReference, changeOfApp, TEAMS_APPS } from '../src/features/templates/teams-apps.ts';

const bound = (id: string) => ({
  'teamsApp@odata.bind': `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${id}')`,
});

describe('the parts of a convention', () => {
  const person = { displayName: 'Zoë Ray', department: 'Sales', country: 'France', city: 'Lyon' };
  const name = ' Hafen & Größe ';
  const now = new Date();
  const scope = {
    request: { team: { name, description: '' }, template: { name: 'Deal room' } },
    user: { ...person, companyName: null, usageLocation: null },
  };
  for (const { id, source, example } of CONVENTION_TOKENS) {
    it(`include ${id}, rendered as in its example`, () =>
      assert.equal(
        ejs.render(source, scope, { escape: String }),
        example({ name, template: 'Deal room', person, now }),
      ));
  }
});

describe('a reference to an app', () => {
  it('is read in each form, and keeps its form when it changes', () => {
    const items = ['com.x.tab', bound('com.x.tab'), { teamsApp: { id: 'com.x.tab' } }, {}, undefined];
    assert.deepEqual(items.map(appIdOf), ['com.x.tab', 'com.x.tab', 'com.x.tab', undefined, undefined]);
    assert.deepEqual(changeOfApp({ teamsApp: { id: 'a' } }, 'b'), { key: ['teamsApp', 'id'], value: 'b' });
    assert.deepEqual(changeOfApp(bound('a'), 'b'), {
      key: ['teamsApp@odata.bind'],
      value: bound('b')['teamsApp@odata.bind'],
    });
    for (const { id } of TEAMS_APPS) assert.equal(appIdOf(appReference(id)), id);
  });

  it('is added without a change to comments, order and other apps', () => {
    const text = [
      'initialization:',
      '  structure:',
      '    installedApps:',
      '      - com.x.own # ours',
      '      - teamsApp: { id: com.x.other, note: kept }',
      '',
    ].join('\n');
    const path = ['initialization', 'structure', 'installedApps'];
    const key = (item: unknown) => appIdOf(item);
    const wanted = ['com.x.own', 'com.x.other', 'com.x.new'].map(appReference);
    const changed = setItems({ text, format: 'yaml' }, path, wanted, key);
    assert.ok(changed.text.startsWith(text), changed.text);
    assert.deepEqual(
      changed.text.slice(text.length).trim(),
      `- teamsApp@odata.bind: ${bound('com.x.new')['teamsApp@odata.bind']}`,
    );
  });

  it('is changed in a tab without a change to the configuration of the tab', () => {
    const tab = {
      displayName: 'Plan',
      ...bound('a'),
      configuration: { contentUrl: 'https://x.example', custom: 1 },
    };
    const path = ['initialization', 'structure', 'channels', 0, 'tabs'];
    const made = addItem({ text: '{}', format: 'json' }, path, tab);
    const { key, value } = changeOfApp(tab, 'b');
    const changed = setValue(made, [...path, 0, ...key], value);
    assert.deepEqual(valueAt(JSON.parse(changed.text), [...path, 0]), { ...tab, ...bound('b') });
  });
});

describe('the questions of a manifest', () => {
  const path = ['templateConfiguration', 'questions'];
  const lines = [
    'templateConfiguration:',
    '  slug: kept # unknown',
    '  questions:',
    '    # Which one?',
    '    - id: kind',
    '      options: [internal, client] # in this order',
    '      icon: { name: folder } # unknown',
    '    - id: client',
    "      when: request.metadata.kind === 'client'",
    '      # last',
    '    - { id: ends, type: date, legacy: [1, 2] }',
    '',
  ];
  const manifest = { text: lines.join('\n'), format: 'yaml' } as const;
  const idsIn = (text: string) =>
    (valueAt(readManifest({ text, format: 'yaml' }), path) as { id: string }[]).map(({ id }) => id);

  it('move with their comments and unknown keys', () => {
    const moved = moveItem(manifest, path, 0, 2);
    assert.deepEqual(idsIn(moved.text), ['client', 'ends', 'kind']);
    for (const line of lines) {
      const [, comment = ''] = line.split('#');
      assert.ok(moved.text.includes(comment.trim()), line);
    }
    assert.match(moved.text, /icon: \{ name: folder \} # unknown/);
    assert.match(moved.text, /legacy: \[ ?1, 2 ?\]/);
    const back = moveItem(moved, path, 2, 0);
    assert.deepEqual(readManifest(back), readManifest(manifest));
  });

  it('move in a JSON manifest', () => {
    const text = JSON.stringify(readManifest(manifest));
    const moved = moveItem({ text, format: 'json' }, path, 2, 0);
    assert.deepEqual(idsIn(moved.text), ['ends', 'kind', 'client']);
  });

  it('can be changed and moved when a YAML alias repeats them', () => {
    const text = [
      'templateConfiguration:',
      '  questions:',
      '    - &first { id: first, options: &letters [a, b] }',
      '    - { id: second, options: *letters }',
      '    - *first',
      '',
    ].join('\n');
    const written = { text, format: 'yaml' } as const;
    const data = () => structuredClone(readManifest(written)) as never;
    const listOf = (changed: { text: string }) => valueAt(readManifest({ ...written, ...changed }), path);
    const [first, second, repeated] = valueAt(data(), path) as object[];
    assert.deepEqual(listOf(moveItem(written, path, 0, 2)), [second, repeated, first]);
    assert.deepEqual(listOf(setValue(written, [...path, 0, 'options'], ['c'])), [
      { ...first, options: ['c'] },
      second,
      repeated,
    ]);
    assert.deepEqual(listOf(setValue(written, [...path, 2, 'id'], 'third')), [
      first,
      second,
      { ...repeated, id: 'third' },
    ]);
    assert.deepEqual(listOf(setValue(written, [...path, 0], undefined)), [second, repeated]);
  });
});
