/**
 * Tabs that show files, folders, plans, lists and pages ("Configuring the built-in tab types in Microsoft Teams"). Tabs of document
 * libraries can't be configured, so a folder is shown by a website tab, as is a file without an app of its own.
 */

import { parentOf } from '../../../domain/contents/path.ts';
import type { ContentTab, SuiteContents, TabContents } from '../../../domain/contents/suite.ts';
import {
  assertPath,
  itemNotFound,
  planNotFound,
  TAB_APPS,
  viewerOf,
} from '../../../domain/contents/suite-rules.ts';
import type { SuiteOrganisation } from '../../../domain/directory/suite.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { DriveItem } from '../calls/files.ts';
import { notShown } from '../client/failure.ts';
import { findItem, inChannel } from '../mirror/files.ts';
import type { RecordedPlan } from '../mirror/plans.ts';
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

  /** The app of SharePoint's pages and lists can't be configured by Graph. */
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
  } satisfies Partial<SuiteContents>;
};
