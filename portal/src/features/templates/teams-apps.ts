/**
 * Apps of Microsoft Teams that templates often name. Ids and names: Microsoft Graph, "Configure the built-in tab types
 * in Microsoft Teams".
 */
import { valueAt } from './manifest-text.ts';

export const WEBSITE = 'com.microsoft.teamspace.tab.web';

/** Names are product names, the same in every language. The portal translates that of a website. */
export const TEAMS_APPS: readonly { id: string; name: string }[] = [
  { id: 'com.microsoft.teamspace.tab.planner', name: 'Planner' },
  { id: '0d820ecd-def2-4297-adad-78056cde7c78', name: 'OneNote' },
  { id: '2a527703-1f6f-4559-a332-d8a7d288cd88', name: 'SharePoint' },
  { id: '0ae35b36-0fd7-422e-805b-d53af1579093', name: 'SharePoint Pages' },
  { id: 'com.microsoft.teamspace.tab.files.sharepoint', name: 'Document Library' },
  { id: 'com.microsoft.teamspace.tab.file.staticviewer.word', name: 'Word' },
  { id: 'com.microsoft.teamspace.tab.file.staticviewer.excel', name: 'Excel' },
  { id: 'com.microsoft.teamspace.tab.file.staticviewer.powerpoint', name: 'PowerPoint' },
  { id: 'com.microsoft.teamspace.tab.file.staticviewer.pdf', name: 'PDF' },
  { id: '81fef3a6-72aa-4648-a763-de824aeafb7d', name: 'Forms' },
  { id: 'com.microsoft.teamspace.tab.powerbi', name: 'Power BI' },
  { id: '95de633a-083e-42f5-b444-a4295d8e9314', name: 'Whiteboard' },
  { id: 'com.microsoftstream.embed.skypeteamstab', name: 'Stream' },
  { id: 'com.microsoft.teamspace.tab.youtube', name: 'YouTube' },
  { id: 'com.microsoft.teamspace.tab.vsts', name: 'Azure DevOps Services' },
];

const BINDING = 'teamsApp@odata.bind';
const BOUND = /teamsApps\('([^']*)'\)\s*$/;

/** Returns the address by which Microsoft Graph refers to the app. */
const addressOf = (id: string): string =>
  `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${id.replaceAll("'", '')}')`;

/** Returns a reference to the app, for a new tab or a list of apps. */
export const appReference = (id: string) => ({ [BINDING]: addressOf(id) });

/** Returns the id of the app that an item of the manifest refers to, in any of its forms. */
export function appIdOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  const bound = valueAt(item, [BINDING]);
  const id = typeof bound === 'string' ? BOUND.exec(bound)?.[1] : valueAt(item, ['teamsApp', 'id']);
  return typeof id === 'string' ? id : undefined;
}

/** Returns the key and the value that make the item refer to the app, in the form that it has already. */
export function changeOfApp(item: unknown, id: string): { key: string[]; value: string } {
  const isPlain = valueAt(item, ['teamsApp', 'id']) !== undefined && valueAt(item, [BINDING]) === undefined;
  return isPlain ? { key: ['teamsApp', 'id'], value: id } : { key: [BINDING], value: addressOf(id) };
}
