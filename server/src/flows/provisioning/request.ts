/** A request for a team (docs/specification.md, section 5). The HTTP schema validates its shape and limits. */

/** A directory id, a user principal name or a mail address. */
export interface UserReference {
  id: string;
}

export interface TeamProvisioningRequest {
  template: { id: string };
  team: {
    name: string;
    description?: string;
    welcomeMessage?: string;
    membership?: { members?: UserReference[]; owners?: UserReference[] };
  };
  /** The answers to the template's questions; any JSON object for a template without questions. */
  metadata?: Record<string, unknown>;
}

/** Limits of a request: lengths in Unicode characters, numbers of people, and bytes of JSON. */
export const REQUEST_LIMITS = {
  name: 128,
  description: 1024,
  welcomeMessage: 2048,
  owners: 20,
  members: 200,
} as const;
