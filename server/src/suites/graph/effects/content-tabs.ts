/**
 * Tabs that show files, folders, plans, lists and pages ("Configuring the built-in tab types in Microsoft Teams"). Tabs
 * of document libraries can't be configured, so a folder is shown by a website tab, as is a file without an app of its
 * own.
 */

import { findStoredPathFault, parentOf } from '../../../domain/contents/path.ts';
import type {
  ContentTab,
  ShowingTab,
  ShownContents,
  SuiteContents,
  TabContents,
} from '../../../domain/contents/suite.ts';
import {
  assertPath,
  itemNotFound,
  planNotFound,
  TAB_APPS,
  viewerOf,
} from '../../../domain/contents/suite-rules.ts';
import type { SuiteOrganisation } from '../../../domain/directory/suite.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type DriveItem, filesFolderCall } from '../calls/files.ts';
import { hasStatus, notShown } from '../client/failure.ts';
import { findItem, inChannel } from '../mirror/files.ts';
import { listGroupPlans, type RecordedPlan } from '../mirror/plans.ts';
import type { GraphParts } from './effects.ts';
import { isNewItem, type Place } from './files.ts';
import { planScope } from './plans.ts';

/** Returns SharePoint's id of the document: from its address, or from the ids of the item. */
const documentIdOf = ({ webUrl, sharepointIds }: DriveItem): string | undefined =>
  /sourcedoc=%7B([0-9a-f-]+)%7D/i.exec(webUrl ?? '')?.[1] ?? sharepointIds?.listItemUniqueId ?? undefined;

const websiteTab = (url: string): ContentTab => ({
  teamsAppId: TAB_APPS.website,
  configuration: { contentUrl: url, websiteUrl: url },
});

async function requireItem(
  parts: GraphParts,
  { tenantId, channel }: Place,
  path: string,
): Promise<DriveItem> {
  const query = '?$select=id,name,folder,file,webUrl,sharepointIds';
  const item = await findItem(parts, tenantId, channel, path, query);
  if (item !== undefined) return item;
  if (await isNewItem(parts, { tenantId, channel }, path)) throw notShown('file');
  throw itemNotFound(path);
}

async function fileTab(parts: GraphParts, place: Place, path: string): Promise<ContentTab> {
  const item = await requireItem(parts, place, path);
  if (item.folder != null) throw itemNotFound(path);
  const teamsAppId = viewerOf(path);
  const entityId = documentIdOf(item);
  if (teamsAppId === undefined || entityId === undefined) return websiteTab(item.webUrl ?? '');
  const folder = await requireItem(parts, place, parentOf(path));
  return { teamsAppId, configuration: { entityId, contentUrl: `${folder.webUrl ?? ''}/${item.name ?? ''}` } };
}

async function folderTab(parts: GraphParts, place: Place, path: string): Promise<ContentTab> {
  const item = await requireItem(parts, place, path);
  if (item.folder == null) throw itemNotFound(path);
  return websiteTab(item.webUrl ?? '');
}

/** Returns the result; undefined without the permission to read it, and for what Microsoft 365 has not created yet. */
async function ifReadable<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (hasStatus(error, 403, 404)) return undefined;
    throw error;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const addressesOf = ({ configuration: { contentUrl, websiteUrl } }: ShowingTab): string[] =>
  [contentUrl, websiteUrl].flatMap((address) => address ?? []);

/** Matches the beginning of a path that names a SharePoint site. */
const SITE = /^\/(?:sites|teams)\/[^/]+/i;

/** Whether the address, or one that it contains as a parameter, is in the SharePoint site of the folder. */
function isInSite(address: string, folder: URL): boolean {
  const [site] = SITE.exec(folder.pathname) ?? [];
  if (site === undefined) return false;
  const wanted = decoded(`${folder.origin}${site}`).toLowerCase();
  const rests = decoded(address).toLowerCase().split(wanted).slice(1);
  return rests.some((rest) => rest === '' || /^[/?#&]/.test(rest));
}

/**
 * Returns the path, relative to the folder, of the item that the address shows; undefined for an item outside of the
 * folder. In the address of a library's page, a parameter names the item.
 */
function pathBelow(address: string, folder: URL): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.host !== folder.host) return undefined;
  const root = decoded(folder.pathname);
  const shown = url.searchParams.get('id') ?? url.searchParams.get('RootFolder') ?? decoded(url.pathname);
  const path = shown.replace(/\/$/, '');
  if (!`${path}/`.toLowerCase().startsWith(`${root}/`.toLowerCase())) return undefined;
  return path.slice(root.length + 1);
}

async function findShownItem(
  parts: GraphParts,
  { tenantId, channel }: Place,
  tab: ShowingTab,
  folder: URL,
): Promise<ShownContents | null> {
  const addresses = addressesOf(tab);
  if (!addresses.some((address) => isInSite(address, folder))) return null;
  const path = addresses.map((address) => pathBelow(address, folder)).find((one) => one !== undefined);
  if (path === '') return { folder: path };
  if (path === undefined || findStoredPathFault(path) !== undefined) return 'other';
  const item = await ifReadable(() => findItem(parts, tenantId, channel, path, '?$select=id,name,folder'));
  if (item === undefined) return 'other';
  return item.folder == null ? { file: path } : { folder: path };
}

/** Teams writes the id of the plan into the address of the tab ("Configuring a Planner tab"). */
const planIdOf = ({ configuration: { contentUrl, entityId } }: ShowingTab): string | null =>
  /[?&]planId=([^&#]+)/i.exec(contentUrl ?? '')?.[1] ?? entityId;

export const createContentTabs = (
  parts: GraphParts,
  organisation: (tenantId: string) => Promise<SuiteOrganisation | undefined>,
) => {
  async function planTab({ tenantId, channel }: Place, marker: string): Promise<ContentTab> {
    const effect = await parts.effects.findOne(tenantId, planScope('plan', channel.teamId), marker);
    const made = effect?.result as RecordedPlan | null | undefined;
    if (made == null) throw planNotFound(marker);
    const tenantName = (await organisation(tenantId))?.initialDomainName ?? '';
    const url = `https://tasks.office.com/${tenantName}/Home/PlannerFrame?page=7&planId=${made.id}`;
    const configuration = { entityId: made.id, contentUrl: url, removeUrl: url, websiteUrl: url };
    return { teamsAppId: TAB_APPS.planner, configuration };
  }

  /** Returns a website tab, because Graph can't configure the app for SharePoint's pages and lists. */
  async function siteTab({ tenantId, channel }: Place, kind: 'lists' | 'pages', marker: string) {
    const effect = await parts.effects.findOne(tenantId, { kind, scope: channel.teamId }, marker);
    const made = effect?.result as { webUrl: string } | null | undefined;
    if (made == null) throw notFound(kind === 'lists' ? 'list' : 'page', marker);
    return websiteTab(made.webUrl);
  }

  return {
    async describeTab(tenantId, channel, contents: TabContents) {
      const place = { tenantId, channel };
      if ('plan' in contents) return planTab(place, contents.plan);
      if ('list' in contents) return siteTab(place, 'lists', contents.list);
      if ('page' in contents) return siteTab(place, 'pages', contents.page);
      return inChannel(parts, tenantId, channel, async () => {
        if ('folder' in contents) {
          if (contents.folder !== '') assertPath(contents.folder);
          return folderTab(parts, place, contents.folder);
        }
        assertPath(contents.file);
        return fileTab(parts, place, contents.file);
      });
    },

    async findShownContents(tenantId, channel, tabs) {
      const isPlan = ({ teamsApp }: ShowingTab): boolean => teamsApp.id === TAB_APPS.planner;
      // Only a tab with an address in some SharePoint site can show an item of the team's site.
      const isOfSite = (tab: ShowingTab): boolean =>
        !isPlan(tab) && addressesOf(tab).some((address) => /\/(sites|teams)\//i.test(decoded(address)));
      if (!tabs.some((tab) => isPlan(tab) || isOfSite(tab))) return tabs.map(() => null);
      return inChannel(parts, tenantId, channel, async () => {
        const graph = parts.graphOf(tenantId);
        const plans = tabs.some(isPlan)
          ? await ifReadable(() => listGroupPlans(parts, tenantId, channel.teamId))
          : [];
        const titles = new Map(plans?.map(({ id, title }) => [id ?? null, title ?? '']));
        const { path, ...charge } = filesFolderCall(channel);
        const item = tabs.some(isOfSite)
          ? await ifReadable(() => graph.get<DriveItem>(path, charge))
          : undefined;
        const folder = URL.parse(item?.webUrl ?? '');
        const shown: (ShownContents | null)[] = [];
        for (const tab of tabs) {
          const title = isPlan(tab) ? titles.get(planIdOf(tab)) : undefined;
          if (title !== undefined) shown.push({ plan: title });
          else if (isPlan(tab) || folder === null) shown.push(null);
          else shown.push(await findShownItem(parts, { tenantId, channel }, tab, folder));
        }
        return shown;
      });
    },
  } satisfies Partial<SuiteContents>;
};
