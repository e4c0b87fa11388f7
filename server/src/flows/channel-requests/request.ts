/** A request for a channel from a channel template. The HTTP schema validates its shape and limits. */
import type { TeamProvisioningRequest, UserReference } from '../provisioning/request.ts';

export interface ChannelRequest {
  template: { id: string };
  channel: {
    name: string;
    description?: string;
    membership?: { members?: UserReference[]; owners?: UserReference[] };
  };
  /** The answers to the template's questions; any JSON object for a template without questions. */
  metadata?: Record<string, unknown>;
}

/** Limits of a request: lengths in Unicode characters, and numbers of people. A convention may shorten the name. */
export const CHANNEL_REQUEST_LIMITS = { name: 128, description: 1024, owners: 20, members: 200 } as const;

/**
 * Returns the part of the request that an approval stores. Texts and people have the same property names as in a
 * request for a team.
 */
export const requestedOf = ({
  channel,
  metadata,
}: ChannelRequest): Pick<TeamProvisioningRequest, 'team' | 'metadata'> => ({
  team: channel,
  ...(metadata && { metadata }),
});
