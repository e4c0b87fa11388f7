/** Ids and addresses in the style of Microsoft Teams. */
import { randomBytes } from 'node:crypto';

/** A channel's id is that of its thread, `19:<32 hex digits>@thread.tacv2`. General's is the team's internalId. */
export const newChannelId = (): string => `19:${randomBytes(16).toString('hex')}@thread.tacv2`;

/**
 * Path of a team's page, below `https://teams.<the organisation's default domain>`. Teams has
 * `/l/team/<thread>/conversations?groupId=…&tenantId=…` (Microsoft Graph, team: webUrl).
 */
export const teamPath = (tenantId: string, teamId: string, internalId: string): string =>
  `/l/team/${encodeURIComponent(internalId)}/conversations?${new URLSearchParams({ groupId: teamId, tenantId })}`;

/** Path of a tab's page (Microsoft Graph, teamsTab: webUrl). */
export function tabPath(tenantId: string, teamId: string, channelId: string, tabId: string): string {
  const tab = encodeURIComponent(`tab::${tabId}`);
  const query = new URLSearchParams({ groupId: teamId, tenantId });
  return `/l/channel/${encodeURIComponent(channelId)}/${tab}?${query}`;
}
