/**
 * The catalogue of Teams apps that tabs can use, for suites without an app store.
 *
 * Ids and names: Microsoft Graph, "Configure the built-in tab types in Microsoft Teams", and its examples of "Create
 * team". Store apps have no externalId there. Their `distributionMethod` is `store`; it is `organization` for an app
 * that the organisation published itself (teamsApp resource type).
 *
 * Graph rejects ids that neither the store nor the organisation publishes. Without a store, the known apps are those
 * below and those that the operator lists. Teams created by earlier releases may have others.
 */
import type { TeamsApp } from './model.ts';
import { assertAppIds, unknownApp } from './suite-rules.ts';

const STORE_APPS: Record<string, string> = {
  'com.microsoft.teamspace.tab.web': 'Website',
  'com.microsoft.teamspace.tab.planner': 'Planner',
  'com.microsoft.teamspace.tab.wiki': 'Wiki',
  'com.microsoft.teamspace.tab.files.sharepoint': 'Document Library',
  'com.microsoft.teamspace.tab.file.staticviewer.word': 'Word',
  'com.microsoft.teamspace.tab.file.staticviewer.excel': 'Excel',
  'com.microsoft.teamspace.tab.file.staticviewer.powerpoint': 'PowerPoint',
  'com.microsoft.teamspace.tab.file.staticviewer.pdf': 'PDF',
  'com.microsoft.teamspace.tab.powerbi': 'Power BI',
  'com.microsoft.teamspace.tab.youtube': 'YouTube',
  'com.microsoft.teamspace.tab.vsts': 'Azure DevOps Services',
  'com.microsoftstream.embed.skypeteamstab': 'Stream',
  '81fef3a6-72aa-4648-a763-de824aeafb7d': 'Forms',
  '0d820ecd-def2-4297-adad-78056cde7c78': 'OneNote',
  '2a527703-1f6f-4559-a332-d8a7d288cd88': 'SharePoint',
  '0ae35b36-0fd7-422e-805b-d53af1579093': 'SharePoint Pages',
  '95de633a-083e-42f5-b444-a4295d8e9314': 'Whiteboard',
};

/** Returns the app with this id, whose form assertAppIds has accepted. */
export function describeApp(id: string): TeamsApp {
  const displayName = Object.hasOwn(STORE_APPS, id) ? STORE_APPS[id] : undefined;
  return displayName === undefined
    ? { id, externalId: null, displayName: id, distributionMethod: 'organization' }
    : { id, externalId: null, displayName, distributionMethod: 'store' };
}

/** Returns the ids that are neither in the catalogue nor among the organisation's own apps. */
export function unknownAppsOf(ids: readonly string[], own: readonly string[]): string[] {
  const known = new Set([...Object.keys(STORE_APPS), ...own].map((id) => id.toLowerCase()));
  return ids.filter((id) => !known.has(id.toLowerCase()));
}

/** @throws InvalidRequest that names each malformed id, or the first unknown app */
export function assertKnownApps(ids: readonly string[], own: readonly string[]): void {
  assertAppIds(ids);
  const [unknown] = unknownAppsOf(ids, own);
  if (unknown !== undefined) throw unknownApp(unknown);
}
