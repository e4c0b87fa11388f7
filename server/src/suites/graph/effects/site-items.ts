/**
 * Creates lists and pages of a team's site. SharePoint stores no marker, so each object is recorded before it is
 * requested (make-once.ts). A list is found by its name, which is unique in the site; a page by the name of its file,
 * which contains a hash of the marker. The calls are described in "Create a new list", "Create a page in the site pages
 * list of a site" and "sitePage: publish".
 */
import type { ColumnDefinition, List, Site, SitePage } from '@microsoft/microsoft-graph-types';
import type { NewList, NewListColumn, NewPage } from '../../../domain/catalog/content-site.ts';
import type { ChannelReference, ContentProgress } from '../../../domain/contents/suite.ts';
import { nameKey } from '../../../domain/names/key.ts';
import { hasCode } from '../../../kernel/errors.ts';
import { escapeHtml } from '../../../kernel/html.ts';
import { say } from '../../../kernel/messages.ts';
import { explainRejection, type GraphFailure, hasStatus, retryLater } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';
import { assertTeamWritable, callAboutTeam, inTeamQueue, missingTeam } from '../mirror/teams.ts';
import { type GraphParts, SLOW_SETTLE_MILLISECONDS } from './effects.ts';
import { type CreateOnceOptions, type CreationAttempt, createEachOnce } from './make-once.ts';

/** Seconds after which Charter asks again for the site of a team. SharePoint creates it within minutes. */
const SITE_SECONDS = 30;

interface SiteObject {
  id: string;
  name: string;
  webUrl: string;
}

/** SharePoint charges a change, and a list of several objects, two resource units. */
const call = (method: GraphCall['method'], path: string, body?: object): GraphCall => ({
  ...{ method, path, budget: 'files', units: 2 },
  ...(body !== undefined && { body }),
});

const toObject = (
  { id, webUrl }: { id?: string; webUrl?: string | null | undefined },
  name: string | null | undefined,
): SiteObject => ({ id: id ?? '', name: name ?? '', webUrl: webUrl ?? '' });

/** A kind of objects of a site. */
interface SiteKind<Item extends { marker: string }> {
  kind: 'lists' | 'pages';
  /** The name by which an object is found. */
  nameOf(item: Item): string;
  list(parts: GraphParts, tenantId: string, site: string): Promise<SiteObject[]>;
  /** @param site path of the site */
  create(site: string, item: Item): GraphCall;
  toObject(body: List & SitePage): SiteObject;
  /** The call that completes a created object. It may be repeated. */
  finish?(site: string, made: SiteObject): GraphCall;
}

const TYPES: Readonly<Record<NewListColumn['type'], (column: NewListColumn) => ColumnDefinition>> = {
  text: () => ({ text: {} }),
  multilineText: () => ({ text: { allowMultipleLines: true, textType: 'plain' } }),
  number: () => ({ number: {} }),
  date: () => ({ dateTime: { format: 'dateOnly' } }),
  boolean: () => ({ boolean: {} }),
  choice: ({ choices }) => ({
    choice: { allowTextEntry: false, choices: [...choices], displayAs: 'dropDownMenu' },
  }),
  person: () => ({ personOrGroup: { allowMultipleSelection: false, chooseFromType: 'peopleOnly' } }),
  url: () => ({ hyperlinkOrPicture: { isPicture: false } }),
};

const LISTS: SiteKind<NewList> = {
  kind: 'lists',
  nameOf: ({ name }) => name,
  async list({ graphOf }, tenantId, site) {
    const { path, ...charge } = call('GET', `${site}/lists?$select=id,displayName,webUrl`);
    const found = await graphOf(tenantId).list<List>(path, charge);
    return found.map((list) => toObject(list, list.displayName));
  },
  create: (site, { name, template, columns }) =>
    call('POST', `${site}/lists`, {
      displayName: name,
      list: { template },
      ...(columns.length > 0 && {
        columns: columns.map((column) => ({
          name: column.name,
          displayName: column.displayName,
          ...(column.isRequired && { required: true }),
          ...TYPES[column.type](column),
        })),
      }),
    }),
  toObject: (body) => toObject(body, body.displayName),
};

/** Returns the text as HTML: paragraphs, which empty lines separate, with line breaks. */
const htmlOf = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');

const PAGE = '#microsoft.graph.sitePage';

const PAGES: SiteKind<NewPage> = {
  kind: 'pages',
  nameOf: ({ fileName }) => fileName,
  async list({ graphOf }, tenantId, site) {
    const path = `${site}/pages/microsoft.graph.sitePage?$select=id,name,webUrl`;
    const { path: address, ...charge } = call('GET', path);
    const found = await graphOf(tenantId).list<SitePage>(address, charge);
    return found.map((page) => toObject(page, page.name));
  },
  create: (site, { fileName, title, text }) =>
    call('POST', `${site}/pages`, {
      '@odata.type': PAGE,
      name: fileName,
      title,
      pageLayout: 'article',
      ...(text !== null && {
        canvasLayout: {
          horizontalSections: [
            {
              id: '1',
              layout: 'oneColumn',
              columns: [
                {
                  id: '1',
                  width: 12,
                  webparts: [{ '@odata.type': '#microsoft.graph.textWebPart', innerHtml: htmlOf(text) }],
                },
              ],
            },
          ],
        },
      }),
    }),
  toObject: (body) => toObject(body, body.name),
  finish: (site, { id }) => call('POST', `${site}${at`/pages/${id}`}/microsoft.graph.sitePage/publish`),
};

/** Explains a 404: the site of a new team does not exist yet, or SharePoint does not show a new object. */
const notReady = (failure: GraphFailure) =>
  retryLater(
    say('graph.siteNotReady', 'Microsoft 365 is still preparing the site of the team.'),
    SITE_SECONDS,
    failure,
  );

/** Returns the path of the site of the team's group ("Get a site"). @throws ServiceUnavailable until there is one */
async function siteOf(parts: GraphParts, tenantId: string, teamId: string): Promise<string> {
  const path = at`/groups/${teamId}/sites/root?$select=id`;
  try {
    const { id } = await parts.graphOf(tenantId).get<Site>(path, { budget: 'files' });
    return at`/sites/${id ?? ''}`;
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    const missing = await missingTeam(parts, tenantId, teamId);
    throw hasCode(missing, 'NotFound') ? missing : notReady(error);
  }
}

function making<Item extends { marker: string }>(
  parts: GraphParts,
  { tenantId, teamId, site }: { tenantId: string; teamId: string; site: string },
  { kind, nameOf, list, create, toObject: read, finish }: SiteKind<Item>,
): CreateOnceOptions<Item, SiteObject> {
  const graph = parts.graphOf(tenantId);
  const isNamed = (item: Item, { name }: SiteObject) => nameKey(name) === nameKey(nameOf(item));
  const make = async (item: Item, { options }: CreationAttempt): Promise<SiteObject> => {
    try {
      const { body } = await graph.call<List & SitePage>({ ...create(site, item), ...options });
      const made = read(body ?? {});
      if (made.id !== '' && made.webUrl !== '') return made;
    } catch (error) {
      // After a 409, the site has an object of the name. An earlier request may have created it, although its response
      // said otherwise.
      if (!hasStatus(error, 409))
        throw explainRejection(
          error,
          say('graph.siteItemNotCreated', "'{name}' was not created in the site of the team.", {
            name: nameOf(item),
          }),
          400,
        );
    }
    const found = (await list(parts, tenantId, site)).find((present) => isNamed(item, present));
    if (found !== undefined) return found;
    throw retryLater(
      say('graph.siteItemNotShown', "Microsoft 365 does not show '{name}' in the site of the team yet.", {
        name: nameOf(item),
      }),
      SITE_SECONDS,
    );
  };
  return {
    tenantId,
    key: { kind, scope: teamId },
    list: () => list(parts, tenantId, site),
    settlesIn: () => SLOW_SETTLE_MILLISECONDS,
    matches: isNamed,
    assertOpen: () => graph.assertOpen({ budget: 'files' }),
    make,
    ...(finish && {
      async finish(_item, made) {
        await graph.call(finish(site, made));
      },
    }),
  };
}

const creatorOf =
  <Item extends { marker: string }>(parts: GraphParts, kind: SiteKind<Item>) =>
  (tenantId: string, { teamId }: ChannelReference, item: Item): Promise<ContentProgress> =>
    inTeamQueue(parts, tenantId, teamId, () =>
      callAboutTeam(
        parts,
        tenantId,
        teamId,
        async () => {
          const known = await parts.effects.findOne(
            tenantId,
            { kind: kind.kind, scope: teamId },
            item.marker,
          );
          if (known?.result == null) {
            const site = await siteOf(parts, tenantId, teamId);
            const place = { tenantId, teamId, site };
            await createEachOnce(parts.effects, making(parts, place, kind), [item], () =>
              assertTeamWritable(parts, tenantId, teamId),
            );
          }
          return { isComplete: true, done: 1 };
        },
        notReady,
      ),
    );

export const createSiteItems = (parts: GraphParts) => ({
  lists: creatorOf(parts, LISTS),
  pages: creatorOf(parts, PAGES),
});
