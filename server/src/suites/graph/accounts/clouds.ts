/**
 * What Microsoft Graph lacks in national clouds. Sources: "Microsoft Teams API implementation differences in national
 * clouds", and the availability in "reportRoot: getTeamsTeamActivityDetail".
 */

export interface CloudCapabilities {
  sharedChannels: boolean;
  activityReports: boolean;
  tabs: boolean;
  apps: boolean;
}

const WORLDWIDE: CloudCapabilities = { sharedChannels: true, activityReports: true, tabs: true, apps: true };

const US_GOVERNMENT: CloudCapabilities = { ...WORLDWIDE, sharedChannels: false, activityReports: false };

/** The cloud that 21Vianet operates. */
const CHINA: CloudCapabilities = { ...US_GOVERNMENT, tabs: false, apps: false };

const NATIONAL = new Map([
  ['graph.microsoft.us', US_GOVERNMENT],
  ['dod-graph.microsoft.us', US_GOVERNMENT],
  ['microsoftgraph.chinacloudapi.cn', CHINA],
]);

/** @param url address of Microsoft Graph */
export const capabilitiesOfCloud = (url: string): CloudCapabilities =>
  NATIONAL.get(new URL(url).hostname) ?? WORLDWIDE;
