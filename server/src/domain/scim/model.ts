/** Connectors of identity providers, which write people and groups through SCIM (docs/your-own-organisation.md). */
import type { Cause } from '../../engine/principal.ts';
import { CharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';

/** The caller that a SCIM token identifies. */
export interface Connector {
  tenantId: string;
  tokenId: string;
  /** The name of the token. */
  displayName: string;
}

/** A token without its text, of which only a hash is stored. */
export interface ScimToken extends Connector {
  /** The first characters of the token. */
  hint: string;
  createdAt: Date;
  /** Null when the token does not expire. */
  expiresAt: Date | null;
  /** Recorded at most once a minute. Null when the token was never used. */
  lastUsedAt: Date | null;
}

/** One request of a connector. */
export interface ScimCall {
  connector: Connector;
  requestId: string;
}

export const causeOfConnector = ({ connector: { tokenId, displayName }, requestId }: ScimCall): Cause => ({
  actor: { id: tokenId, kind: 'app', displayName },
  requestId,
});

/** A group in the directory that Charter stores. */
export interface StoredGroup {
  id: string;
  displayName: string;
  externalId: string | null;
  /** Changes whenever a value or a member changes. */
  version: string;
  createdAt: Date | null;
  changedAt: Date | null;
}

export interface GroupMember {
  groupId: string;
  id: string;
  displayName: string;
}

/** A change to the members of a group, as sets. */
export interface MemberChange {
  /** Whether everybody who is not in `added` leaves the group. */
  replaces: boolean;
  added: readonly string[];
  removed: readonly string[];
}

/** The versions that If-Match admits. Undefined admits all. */
export type AdmittedVersions = readonly string[] | undefined;

/** @throws PreconditionFailed */
export function assertVersion({ version }: { version: string }, admitted: AdmittedVersions): void {
  if (admitted === undefined || admitted.includes(version)) return;
  throw new CharterError(
    'PreconditionFailed',
    say(
      'scim.changed',
      'The resource has changed. Read it again, and send your change with its new version.',
    ),
  );
}

export const attributeTaken = (attribute: string): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    say(
      'scim.taken',
      'Another resource has this {attribute}. Find it with a filter, and change it instead.',
      {
        attribute,
      },
    ),
  );
