/** Sites of teams, with their lists and pages ("Working with SharePoint sites in Microsoft Graph"). */
import type { ColumnDefinition, List, SitePage } from '@microsoft/microsoft-graph-types';
import { siteNameOf } from './drives.ts';
import { badRequest, GraphError, notFound } from './errors.ts';
import { collectionResponse, type Entity, entityResponse, type QueryRules } from './odata.ts';
import { type Call, created, isSeen, noContent, ok, type Route } from './route.ts';
import {
  anything,
  type Body,
  checkBody,
  type Fields,
  flag,
  list,
  name,
  oneOf,
  record,
  text,
} from './shapes.ts';
import type { StoredList, StoredPage, StoredSite, StoredTeam } from './tenant.ts';

const READ = ['Sites.Read.All', 'Sites.ReadWrite.All'];
/**
 * "Create a new list" names Sites.ReadWrite.All as a higher permission of applications, but users report that
 * SharePoint rejects it (microsoft-graph-docs, issue 10386).
 */
const CREATE_LIST = ['Sites.Manage.All'];
const CREATE_PAGE = ['Sites.ReadWrite.All'];
/** "sitePage: publish". */
const PUBLISH = ['Files.ReadWrite.All', 'Sites.ReadWrite.All'];

const BASE_ITEM = ['id', 'name', 'createdDateTime', 'description', 'eTag', 'lastModifiedDateTime', 'webUrl'];

const SITE_RULES: QueryRules = {
  type: 'site',
  properties: [...BASE_ITEM, 'displayName', 'siteCollection'],
  options: ['$select'],
};

const LIST_RULES: QueryRules = {
  type: 'list',
  properties: [...BASE_ITEM, 'displayName', 'list', 'createdBy'],
  options: ['$select', '$expand', '$top'],
  pages: { most: 200, usual: 3 },
};

const PAGE_RULES: QueryRules = {
  type: 'sitePage',
  properties: [...BASE_ITEM, 'title', 'pageLayout', 'publishingState', 'createdBy'],
  options: ['$select', '$filter', '$orderby', '$top', '$count', '$expand'],
  pages: { most: 200, usual: 3 },
};

const itemNotFound = (): GraphError => new GraphError(404, 'itemNotFound', 'Item not found');

const nameAlreadyExists = (): GraphError => new GraphError(409, 'nameAlreadyExists', 'Name already exists');

/** Returns the site of the team. A new site has the library of the team's files, and a home page. */
function siteOf(call: Call, team: StoredTeam): StoredSite {
  if (team.site !== undefined) return team.site;
  const { tenant, now } = call;
  const teamId = team.team.id ?? '';
  const host = `${tenant.initialDomain.split('.')[0]}.sharepoint.com`;
  const webUrl = `https://${host}/sites/${siteNameOf(tenant, team)}`;
  const id = [host, tenant.newId('site collection', teamId), tenant.newId('web', teamId)].join(',');
  const site: StoredSite = { id, webUrl, lists: new Map(), pages: new Map() };
  const at = now.getTime();
  const documents = { displayName: 'Documents', template: 'documentLibrary', columns: [] };
  const listId = tenant.newId('list', id, 'Documents');
  site.lists.set(listId, { id: listId, ...documents, createdAt: at, visibleAt: at });
  const pageId = tenant.newId('page', id, 'Home.aspx');
  const home = { fileName: 'Home.aspx', title: 'Home', html: '', publications: 1 };
  site.pages.set(pageId, { id: pageId, ...home, createdAt: at, visibleAt: at });
  tenant.sites.set(id, site);
  team.site = site;
  return site;
}

const findSite = (call: Call): StoredSite => {
  const site = call.tenant.sites.get(call.parameters.site!);
  if (site === undefined) throw itemNotFound();
  return site;
};

const createdBy = (call: Call) => ({
  application: { id: call.registration.clientId, displayName: 'Charter' },
});

const addressOf = (text: string): string => encodeURIComponent(text);

const listEntity = (
  call: Call,
  site: StoredSite,
  { id, displayName, template, createdAt }: StoredList,
): Entity => ({
  id,
  name: displayName.replaceAll(/[^A-Za-z0-9 ]/g, ''),
  displayName,
  createdDateTime: new Date(createdAt).toISOString(),
  createdBy: createdBy(call),
  list: { template, hidden: false, contentTypesEnabled: false },
  webUrl: `${site.webUrl}/Lists/${addressOf(displayName)}`,
});

const pageEntity = (call: Call, site: StoredSite, page: StoredPage): Entity => ({
  '@odata.type': '#microsoft.graph.sitePage',
  id: page.id,
  name: page.fileName,
  title: page.title,
  pageLayout: 'article',
  createdDateTime: new Date(page.createdAt).toISOString(),
  createdBy: createdBy(call),
  publishingState:
    page.publications > 0
      ? { level: 'published', versionId: `${page.publications}.0` }
      : { level: 'checkout', versionId: '0.1' },
  webUrl: `${site.webUrl}/SitePages/${addressOf(page.fileName)}`,
});

const TYPES = [
  'boolean',
  'choice',
  'dateTime',
  'hyperlinkOrPicture',
  'number',
  'personOrGroup',
  'text',
] as const;

const COLUMN: Fields<ColumnDefinition> = {
  name: name(255),
  displayName: text(255),
  description: text(),
  required: flag,
  boolean: record('booleanColumn', {}),
  choice: record('choiceColumn', {
    allowTextEntry: flag,
    choices: list(name(255)),
    displayAs: oneOf('checkBoxes', 'dropDownMenu', 'radioButtons'),
  } as Fields<Body>),
  dateTime: record('dateTimeColumn', {
    displayAs: oneOf('default', 'friendly', 'standard'),
    format: oneOf('dateOnly', 'dateTime'),
  } as Fields<Body>),
  hyperlinkOrPicture: record('hyperlinkOrPictureColumn', { isPicture: flag } as Fields<Body>),
  number: record('numberColumn', {
    decimalPlaces: text(),
    displayAs: oneOf('number', 'percentage'),
  } as Fields<Body>),
  personOrGroup: record('personOrGroupColumn', {
    allowMultipleSelection: flag,
    chooseFromType: oneOf('peopleAndGroups', 'peopleOnly'),
    displayAs: text(),
  } as Fields<Body>),
  text: record('textColumn', {
    allowMultipleLines: flag,
    appendChangesToExistingText: flag,
    linesForEditing: anything,
    maxLength: anything,
    textType: oneOf('plain', 'richText'),
  } as Fields<Body>),
};

/** @throws 400 for an invalid column, such as one without a type, with several types, or with the name of another */
function readColumns(given: readonly Body[]): StoredList['columns'] {
  const taken = new Set(['title']);
  return given.map((column) => {
    checkBody<ColumnDefinition>(column, 'columnDefinition', COLUMN, ['name']);
    const types = TYPES.filter((type) => column[type] !== undefined);
    if (types.length !== 1) throw badRequest('A column needs exactly one type.');
    const columnName = column.name as string;
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,31}$/.test(columnName))
      throw badRequest(`Invalid column name '${columnName}'.`);
    for (const one of new Set([columnName, (column.displayName as string) ?? columnName])) {
      if (taken.has(one.toLowerCase())) throw badRequest(`A column with the name '${one}' already exists.`);
    }
    for (const one of [columnName, (column.displayName as string) ?? columnName])
      taken.add(one.toLowerCase());
    const choices = (column.choice as { choices?: string[] } | undefined)?.choices ?? [];
    if (types[0] === 'choice' && choices.length === 0) throw badRequest('A choice column needs choices.');
    return {
      name: columnName,
      displayName: (column.displayName as string) ?? columnName,
      type: types[0] as string,
      isRequired: column.required === true,
      choices,
    };
  });
}

const NEW_LIST: Fields<List> = {
  displayName: name(255),
  description: text(),
  columns: list(anything),
  list: record('listInfo', {
    template: oneOf('genericList', 'documentLibrary', 'survey', 'links', 'announcements', 'contacts'),
    hidden: flag,
    contentTypesEnabled: flag,
  } as Fields<Body>),
};

function createList(call: Call) {
  const site = findSite(call);
  if ((call.body as Body | undefined)?.name !== undefined) {
    throw badRequest(
      "Cannot define a 'name' for a list as it is assigned by the server. Instead, provide 'displayName'",
    );
  }
  const body = checkBody<List>(call.body, 'list', NEW_LIST, ['displayName']);
  const displayName = body.displayName as string;
  const isTaken = [...site.lists.values()].some(
    (one) => one.displayName.toLowerCase() === displayName.toLowerCase(),
  );
  if (isTaken) throw nameAlreadyExists();
  const stored: StoredList = {
    id: call.tenant.newId('list', site.id, displayName),
    displayName,
    template: ((body.list as { template?: string } | undefined)?.template ?? 'genericList') as string,
    columns: readColumns((body.columns ?? []) as Body[]),
    createdAt: call.now.getTime(),
    visibleAt: call.visibleAt('list'),
  };
  site.lists.set(stored.id, stored);
  return created({
    '@odata.context': `${call.url}/$metadata#sites('${site.id}')/lists/$entity`,
    ...listEntity(call, site, stored),
  });
}

interface TextPart {
  '@odata.type'?: string;
  id?: string;
  innerHtml?: string;
}

const TEXT_PART: Fields<TextPart> = { '@odata.type': text(), id: text(), innerHtml: text(100_000) };

interface Column {
  id?: string;
  width?: number;
  webparts?: TextPart[];
}

interface Section {
  id?: string;
  layout?: string;
  emphasis?: string;
  columns?: Column[];
}

const textPart = record<TextPart>('textWebPart', TEXT_PART);

const column = record<Column>('horizontalSectionColumn', {
  id: text(),
  width: anything,
  webparts: list(textPart),
});

const section = record<Section>('horizontalSection', {
  id: text(),
  layout: oneOf('none', 'oneColumn', 'twoColumns', 'threeColumns', 'fullWidth'),
  emphasis: oneOf('none', 'neutral', 'soft', 'strong'),
  columns: list(column),
});

const NEW_PAGE: Fields<SitePage> = {
  '@odata.type': text(),
  name: name(128),
  title: name(255),
  description: text(),
  pageLayout: oneOf('article', 'home'),
  promotionKind: oneOf('page', 'newsPost'),
  showComments: flag,
  showRecommendedPages: flag,
  titleArea: anything,
  canvasLayout: record('canvasLayout', { horizontalSections: list(section) } as Fields<Body>),
};

function createPage(call: Call) {
  const site = findSite(call);
  const body = checkBody<SitePage>(call.body, 'sitePage', NEW_PAGE, ['name', 'title']);
  if (body['@odata.type'] !== '#microsoft.graph.sitePage') {
    throw badRequest("The request body needs '@odata.type': '#microsoft.graph.sitePage'.");
  }
  const fileName = body.name as string;
  if (!/^[^"*:<>?/\\|#%]+\.aspx$/i.test(fileName))
    throw badRequest('The name of a page must end with .aspx.');
  const pages = [...site.pages.values()];
  if (pages.some((one) => one.fileName.toLowerCase() === fileName.toLowerCase())) throw nameAlreadyExists();
  const layout = body.canvasLayout as { horizontalSections?: Section[] } | undefined;
  const parts = (layout?.horizontalSections ?? []).flatMap(({ columns = [] }) =>
    columns.flatMap(({ webparts = [] }) => webparts),
  );
  const stored: StoredPage = {
    id: call.tenant.newId('page', site.id, fileName),
    fileName,
    title: body.title as string,
    html: parts.map(({ innerHtml = '' }) => innerHtml).join(''),
    publications: 0,
    createdAt: call.now.getTime(),
    visibleAt: call.visibleAt('page'),
  };
  site.pages.set(stored.id, stored);
  return created({
    '@odata.context': `${call.url}/$metadata#sites('${site.id}')/pages/$entity`,
    ...pageEntity(call, site, stored),
  });
}

function publishPage(call: Call) {
  const page = findSite(call).pages.get(call.parameters.page!);
  if (page === undefined || !isSeen(page, call.now)) throw itemNotFound();
  page.publications += 1;
  return noContent;
}

export const siteRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/groups/{group}/sites/root',
    permissions: READ,
    budgets: ['sharePoint'],
    handle(call) {
      const group = call.tenant.groups.get(call.parameters.group!);
      if (group?.team === undefined || !isSeen(group, call.now)) throw notFound('The site');
      group.team.siteReadyAt ??= call.visibleAt('folder');
      if (group.team.siteReadyAt > call.now.getTime()) throw itemNotFound();
      const { id, webUrl } = siteOf(call, group.team);
      const entity = { id, webUrl, displayName: group.group.displayName, name: group.group.displayName };
      return ok(entityResponse(entity, call.query, SITE_RULES, `${call.url}/$metadata#sites/$entity`));
    },
  },
  {
    method: 'GET',
    path: '/sites/{site}/lists',
    permissions: READ,
    budgets: ['sharePoint'],
    handle(call) {
      const site = findSite(call);
      const seen = [...site.lists.values()].filter((one) => isSeen(one, call.now));
      const context = `${call.url}/$metadata#sites('${site.id}')/lists`;
      const entities = seen.map((one) => listEntity(call, site, one));
      return ok(collectionResponse(entities, call.query, LIST_RULES, context));
    },
  },
  {
    method: 'POST',
    path: '/sites/{site}/lists',
    permissions: CREATE_LIST,
    budgets: ['sharePoint'],
    handle: createList,
  },
  {
    method: 'GET',
    path: '/sites/{site}/pages/microsoft.graph.sitePage',
    permissions: READ,
    budgets: ['sharePoint'],
    handle(call) {
      const site = findSite(call);
      const seen = [...site.pages.values()].filter((one) => isSeen(one, call.now));
      const context = `${call.url}/$metadata#sites('${site.id}')/pages/microsoft.graph.sitePage`;
      const entities = seen.map((one) => pageEntity(call, site, one));
      return ok(collectionResponse(entities, call.query, PAGE_RULES, context));
    },
  },
  {
    method: 'POST',
    path: '/sites/{site}/pages',
    permissions: CREATE_PAGE,
    budgets: ['sharePoint'],
    handle: createPage,
  },
  {
    method: 'POST',
    path: '/sites/{site}/pages/{page}/microsoft.graph.sitePage/publish',
    permissions: PUBLISH,
    budgets: ['sharePoint'],
    handle: publishPage,
  },
];
