/**
 * Limits of a team. Source: Microsoft, "Limits and specifications for Microsoft Teams" (Teams and
 * channels, Messaging), and Microsoft Graph, "Update profilePhoto".
 */
export interface SuiteLimits {
  /** Members of a team, guests and owners included. */
  teamMembers: number;
  teamOwners: number;
  /** Channels of all kinds. */
  channels: number;
  privateChannels: number;
  privateChannelMembers: number;
  sharedChannelMembers: number;
  /** About 28 KB in Teams. */
  messageBytes: number;
  pictureBytes: number;
}

export const TEAMS_LIMITS: SuiteLimits = {
  teamMembers: 25_000,
  teamOwners: 100,
  channels: 1_000,
  privateChannels: 30,
  privateChannelMembers: 250,
  sharedChannelMembers: 5_000,
  messageBytes: 28 * 1024,
  pictureBytes: 4 * 1024 * 1024,
};
