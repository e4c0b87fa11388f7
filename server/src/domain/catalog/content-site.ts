/** Lists and pages of the team's site (docs/templates.md, "Lists and pages"). */
import { createHash } from 'node:crypto';
import Type, { type Static, type TUnsafe } from 'typebox';
import { inQuotes, type Message, say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import type { ContentItems, ContentProgress } from '../contents/suite.ts';
import { nameKey } from '../names/key.ts';
import {
  CONTENT_LIMITS,
  type ContentLists,
  type ContentTarget,
  defineContentKind,
  findLongTexts,
  repeatedIn,
  tabByName,
} from './content-kind.ts';
import { isJsonObject } from './document.ts';
import { Custom, Fields, readBySchema, type ValuePath } from './manifest-reader.ts';

/** The templates of SharePoint from which a list can be made ("listInfo resource type"). */
const LIST_TEMPLATES = ['genericList', 'documentLibrary', 'links', 'announcements', 'contacts'] as const;

const COLUMN_TYPES = [
  'text',
  'multilineText',
  'number',
  'date',
  'boolean',
  'choice',
  'person',
  'url',
] as const;

/** The column that every list has. */
const TITLE = 'Title';

/** The names that built-in columns of lists have in SharePoint's API, in lower case. */
const BUILT_IN = [
  ...['title', 'id', 'guid', 'created', 'modified', 'author', 'editor', 'attachments', 'contenttype'],
  ...['order', 'edit', 'version', 'owshiddenversion', 'uniqueid', 'fileref', 'fileleafref', 'filedirref'],
];

const Column = Fields(
  {
    name: Type.String({ maxLength: CONTENT_LIMITS.title }),
    type: OneOf(COLUMN_TYPES, { default: 'text' }),
    required: Type.Boolean({ default: false }),
    choices: Type.Array(Type.String({ maxLength: CONTENT_LIMITS.title }), { maxItems: 100 }),
  },
  {
    settle(column, place) {
      if (column.type === 'choice' && column.choices.length === 0)
        place
          .at('choices')
          .error(say('manifest.columnChoices', 'Is missing. Write the choices of the column.'));
      return column;
    },
  },
);

const columnTwice = (): Message =>
  say('manifest.columnTwice', 'The list has another column with this name. Change one.');

const ListFields = Fields(
  {
    name: Type.String({ maxLength: CONTENT_LIMITS.title }),
    template: OneOf(LIST_TEMPLATES, { default: 'genericList' }),
    columns: Type.Array(Column, { maxItems: 50 }),
  },
  {
    settle(list, place) {
      for (const index of repeatedIn([TITLE, ...list.columns.map(({ name }) => name)].map(nameKey)))
        place
          .at('columns')
          .at(index - 1)
          .at('name')
          .error(columnTwice());
      return list;
    },
  },
);

type TemplateList = Static<typeof ListFields>;

const PageFields = Fields({
  name: Type.String({ maxLength: CONTENT_LIMITS.title }),
  text: Type.Unsafe<string | null>({ type: 'string', nullable: true, maxLength: CONTENT_LIMITS.notes }),
});

type TemplatePage = Static<typeof PageFields>;

/** Returns the schema of a list of objects with a name. An item may be written as its name. */
const NamedItems = <Item>(fields: TUnsafe<Item>) =>
  Type.Array(
    Custom<Item>((value, place) =>
      readBySchema(fields, isJsonObject(value) ? value : { name: value ?? undefined }, place),
    ),
    { maxItems: CONTENT_LIMITS.siteItems },
  );

interface Named {
  name: string;
}

/** Reports items whose name an earlier item has. */
function checkNames(items: readonly unknown[] = [], place: ValuePath): void {
  const keys = (items as readonly Named[]).map(({ name }) => nameKey(name) || undefined);
  for (const index of repeatedIn(keys))
    place.at(index).at('name').error(say('manifest.siteItemTwice', 'Another one has this name. Change one.'));
}

/** Returns why the lists can't be created after the evaluation of their rules. */
function findListFaults({ lists: listed = [] }: ContentLists): Message[] {
  const all = listed as readonly TemplateList[];
  const texts = all.flatMap(({ name, columns }) => [
    name,
    ...columns.flatMap((column) => [column.name, ...column.choices]),
  ]);
  const repeated = all.flatMap(({ columns }) =>
    repeatedIn([TITLE, ...columns.map(({ name }) => name)].map((name) => nameKey(name) || undefined)),
  );
  return [...findSameNames(all), ...findLongTexts(texts, CONTENT_LIMITS.title), ...repeated.map(columnTwice)];
}

/** Returns why items can't be created: after the evaluation of their rules, they have the name of an earlier one. */
function findSameNames(items: readonly unknown[] = []) {
  const names = (items as readonly Named[]).map(({ name }) => name);
  return repeatedIn(names.map((name) => (name === '' ? undefined : nameKey(name)))).map((index) =>
    say('contents.siteItemTwice', "Two lists or pages would have the name '{name}'.", {
      name: names[index] as string,
    }),
  );
}

/**
 * Returns the names of the columns in SharePoint's API: letters, digits and `_`, and unique. SharePoint itself would
 * escape other characters.
 */
function columnNames(names: readonly string[]): string[] {
  const taken = new Set(BUILT_IN);
  return names.map((name, index) => {
    const plain = name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9_]/g, '')
      .slice(0, 28);
    const isFree = /^[A-Za-z]/.test(plain) && !taken.has(plain.toLowerCase());
    const chosen = isFree ? plain : `Column${index + 1}`;
    taken.add(chosen.toLowerCase());
    return chosen;
  });
}

/** A column of a list, besides those of the list's template. */
export interface NewListColumn {
  /** Name in the API of the suite; letters, digits and `_`. */
  name: string;
  displayName: string;
  type: (typeof COLUMN_TYPES)[number];
  isRequired: boolean;
  /** Of a column of type `choice`. */
  choices: readonly string[];
}

/**
 * A list of the team's site. A site has one list of each name: a list with the name is adopted.
 */
export interface NewList {
  marker: string;
  name: string;
  template: (typeof LIST_TEMPLATES)[number];
  columns: readonly NewListColumn[];
}

/** A published page of the team's site. */
export interface NewPage {
  marker: string;
  /** Unique in the site, so that the suite finds the page by it. */
  fileName: string;
  title: string;
  /** Plain text with paragraphs; null for an empty page. */
  text: string | null;
}

declare module '../contents/suite.ts' {
  interface ContentItems {
    lists: NewList;
    pages: NewPage;
  }
}

const create =
  <Kind extends 'lists' | 'pages'>(kind: Kind) =>
  (item: ContentItems[Kind]) =>
  ({ suite, tenantId, channel }: ContentTarget): Promise<ContentProgress> =>
    suite.contents.createItem(tenantId, channel, kind, item);

export const lists = defineContentKind({
  place: 'site',
  items: NamedItems(ListFields),
  check: (contents, place) => checkNames(contents.lists, place),
  mapTexts: (list, to, path) => ({
    ...list,
    name: to(list.name, `${path}.name`),
    columns: list.columns.map((column, index) => {
      const at = `${path}.columns[${index}]`;
      return {
        ...column,
        name: to(column.name, `${at}.name`),
        choices: column.choices.map((choice, place) => to(choice, `${at}.choices[${place}]`)),
      };
    }),
  }),
  isEmpty: ({ name }) => name === '',
  findFaults: findListFaults,
  tab: tabByName('list', 'lists'),
  omitted: (items) =>
    say(
      'omissions.lists',
      'These lists are not created, because the suite lets the service create none: {lists}.',
      {
        lists: inQuotes(items.map(({ name }) => name)),
      },
    ),
  creation: {
    capability: 'lists',
    marker: 'list',
    schema: Type.Object(
      {
        name: Type.String(),
        template: Type.String(),
        columns: Type.Array(
          Type.Object({ displayName: Type.String(), type: Type.String() }, { additionalProperties: true }),
        ),
      },
      { additionalProperties: true },
    ),
    plan({ name, template, columns }, marker): NewList {
      // A rule can leave a name or a choice empty. SharePoint rejects a column without choices.
      const named = columns
        .map((column) => ({
          ...column,
          choices: [...new Set(column.choices)].filter((choice) => choice !== ''),
        }))
        .filter(
          ({ name: title, type, choices }) => title !== '' && (type !== 'choice' || choices.length > 0),
        );
      const names = columnNames(named.map((column) => column.name));
      return {
        marker,
        name,
        template,
        columns: named.map(({ name: displayName, type, required, choices }, index) => ({
          name: names[index] as string,
          displayName,
          type,
          isRequired: required,
          choices: type === 'choice' ? choices : [],
        })),
      };
    },
    units: (planned: readonly NewList[]) => planned.map(create('lists')),
    created: (count) =>
      say('provisioning.listsCreated', 'Created {count, plural, one {# list} other {# lists}} of the site.', {
        count,
      }),
  },
});

/**
 * Returns the name of the page's file. The end is derived from the marker, so that the page is found again and no other
 * page has the name.
 */
function fileNameOf(title: string, marker: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const mark = createHash('sha256').update(marker).digest('hex').slice(0, 8);
  return `${words || 'Page'}-${mark}.aspx`;
}

export const pages = defineContentKind({
  place: 'site',
  items: NamedItems(PageFields),
  check: (contents, place) => checkNames(contents.pages, place),
  mapTexts: (page, to, path) => ({
    name: to(page.name, `${path}.name`),
    text: page.text === null ? null : to(page.text, `${path}.text`, true),
  }),
  isEmpty: ({ name }) => name === '',
  findFaults: ({ pages: listed = [] }) => [
    ...findSameNames(listed),
    ...findLongTexts(
      (listed as readonly TemplatePage[]).map(({ name }) => name),
      CONTENT_LIMITS.title,
    ),
  ],
  tab: tabByName('page', 'pages'),
  omitted: (items) =>
    say(
      'omissions.pages',
      'These pages are not created, because the suite lets the service create none: {pages}.',
      {
        pages: inQuotes(items.map(({ name }) => name)),
      },
    ),
  creation: {
    capability: 'pages',
    marker: 'page',
    schema: Type.Object({ title: Type.String(), fileName: Type.String() }, { additionalProperties: true }),
    plan: ({ name, text }, marker): NewPage => ({
      marker,
      fileName: fileNameOf(name, marker),
      title: name,
      text,
    }),
    units: (planned: readonly NewPage[]) => planned.map(create('pages')),
    created: (count) =>
      say(
        'provisioning.pagesCreated',
        'Created and published {count, plural, one {# page} other {# pages}} of the site.',
        { count },
      ),
  },
});
