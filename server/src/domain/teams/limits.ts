/**
 * Limits of a team. Source: Microsoft, "Limits and specifications for Microsoft Teams" (Teams and
 * channels, Messaging), and Microsoft Graph, "Update profilePhoto".
 */
export const TEAMS_LIMITS = {
  /** Members of a team, guests and owners included. */
  teamMembers: 25_000,
  teamOwners: 100,
  /** Channels of all kinds. */
  channels: 1_000,
  privateChannels: 30,
  privateChannelMembers: 250,
  sharedChannelMembers: 5_000,
  /** About 28 KB in Teams. */
  messageBytes: 28 * 1024,
  pictureBytes: 4 * 1024 * 1024,
};

export type SuiteLimits = typeof TEAMS_LIMITS;
