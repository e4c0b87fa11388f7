/**
 * What Microsoft Graph lacks in national clouds. Sources: "Microsoft Teams API implementation differences in national
 * clouds", and the availability in "reportRoot: getTeamsTeamActivityDetail".
 */

const US_GOVERNMENT = ['graph.microsoft.us', 'dod-graph.microsoft.us'];

interface CloudCapabilities {
  sharedChannels: boolean;
  activityReports: boolean;
}

/** @param url address of Microsoft Graph */
export function capabilitiesOfCloud(url: string): CloudCapabilities {
  const isWhole = !US_GOVERNMENT.includes(new URL(url).hostname);
  return { sharedChannels: isWhole, activityReports: isWhole };
}
