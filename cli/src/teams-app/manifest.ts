/**
 * The manifest of the Microsoft Teams app, by version 1.19 of its schema
 * (https://learn.microsoft.com/microsoft-365/extensibility/schema/).
 */
import { TEXTS } from './texts.ts';

export const COLOR_ICON = 'color.png';
export const OUTLINE_ICON = 'outline.png';

export interface TeamsAppOptions {
  /** Address of the service, without a slash at its end; https. */
  address: string;
  /** Client id (GUID) of the app registration in Microsoft Entra. Teams knows the app by the same id. */
  clientId: string;
  /** Version of the app: three numbers. Teams installs an update only when its version is higher. */
  version: string;
  /** Name of the app in Teams. */
  name: string;
  /** Organisation that provides the app. */
  developer: string;
  privacyUrl: string;
  termsUrl: string;
}

/** Returns the Application ID URI of the registration. Teams requires it to contain the host of the tab. */
const resourceOf = ({ address, clientId }: Pick<TeamsAppOptions, 'address' | 'clientId'>): string =>
  `api://${new URL(address).host}/${clientId}`;

function staticTab(entityId: string, name: string, url: string) {
  return { entityId, name, contentUrl: url, websiteUrl: url, scopes: ['personal'] };
}

export function manifestOf(options: TeamsAppOptions) {
  const { address, clientId, version, name, developer, privacyUrl, termsUrl } = options;
  const { en, ...others } = TEXTS;
  return {
    $schema: 'https://developer.microsoft.com/en-us/json-schemas/teams/v1.19/MicrosoftTeams.schema.json',
    manifestVersion: '1.19',
    version,
    id: clientId,
    localizationInfo: {
      defaultLanguageTag: 'en',
      additionalLanguages: Object.keys(others).map((languageTag) => ({
        languageTag,
        file: `${languageTag}.json`,
      })),
    },
    developer: { name: developer, websiteUrl: address, privacyUrl, termsOfUseUrl: termsUrl },
    name: { short: name, full: name },
    description: { short: en.short, full: en.full },
    icons: { color: COLOR_ICON, outline: OUTLINE_ICON },
    accentColor: '#3B4FA8',
    staticTabs: [
      staticTab('home', en.home, `${address}/`),
      staticTab('approvals', en.approvals, `${address}/approvals`),
    ],
    permissions: ['identity'],
    validDomains: [new URL(address).host],
    webApplicationInfo: { id: clientId, resource: resourceOf(options) },
  };
}

/** Returns the texts of the manifest in the languages other than English, by file name. */
export function localizationsOf({ name }: Pick<TeamsAppOptions, 'name'>): Record<string, object> {
  const { en: _, ...others } = TEXTS;
  return Object.fromEntries(
    Object.entries(others).map(([language, { short, full, home, approvals }]) => [
      `${language}.json`,
      {
        'name.short': name,
        'name.full': name,
        'description.short': short,
        'description.full': full,
        'staticTabs[0].name': home,
        'staticTabs[1].name': approvals,
      },
    ]),
  );
}
