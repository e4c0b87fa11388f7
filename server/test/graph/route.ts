/** A row of the table of endpoints, and the input of its handler. */

import type { ObjectKind } from './behaviour.ts';
import type { BudgetName } from './budgets.ts';
import type { Answer } from './errors.ts';
import type { Query } from './odata.ts';
import type { Storage } from './storage.ts';
import type { Tenant } from './tenant.ts';

export interface Registration {
  clientId: string;
  tenantId: string;
  /** Application permissions with admin consent: the `roles` claim. */
  roles: string[];
  /** Whether the last call found the consent revoked. New tokens then have no permissions. */
  isRevoked?: boolean;
  secret?: string;
  /** PEM of the certificate that signs assertions. */
  certificate?: string;
  /** External issuer that the registration trusts (workload identity federation), with its public key in PEM. */
  federation?: { issuer: string; subject: string; publicKey: string };
  /** The person who signs in with every device code. When undefined, public client flows are disabled. */
  person?: SignedInPerson;
}

export interface SignedInPerson {
  id: string;
  userName: string;
  /** Consented delegated permissions. */
  scopes: string[];
}

export interface Call {
  tenant: Tenant;
  registration: Registration;
  /** The calling person; undefined for the application itself. */
  person: SignedInPerson | undefined;
  /** Values of the path's placeholders, decoded. */
  parameters: Record<string, string>;
  query: Query;
  headers: Record<string, string | undefined>;
  body: unknown;
  bytes: Buffer;
  now: Date;
  /** URL of Graph with the version, without a trailing slash. */
  url: string;
  /** Time from which reads find an object of this call, in milliseconds since 1970. */
  visibleAt(kind: ObjectKind): number;
  /** Duration of an operation that this call starts, in milliseconds. */
  operationTakes(): number;
  /** Download address of a report, which needs no token. */
  download(content: string): string;
  /** Upload sessions, monitors and downloads. */
  storage: Storage;
  /** Validates a receiver of notifications by a token. */
  validate(url: string): Promise<boolean>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Placeholders in braces; a key in parentheses is a segment of its own (`path.ts`). */
  path: string;
  /** Application permissions, one of which suffices, as on the endpoint's page of the documentation. */
  permissions: readonly string[];
  /** Delegated permissions, one of which suffices. Absent when tests need no delegated calls. */
  delegated?: readonly string[];
  budgets: readonly BudgetName[];
  handle(call: Call): Answer | Promise<Answer>;
}

export const ok = (body: unknown, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers === undefined ? {} : { headers }),
});
export const created = (body: unknown, headers?: Record<string, string>): Answer => ({
  ...ok(body, headers),
  status: 201,
});
export const noContent: Answer = { status: 204 };

/** Returns whether reads find the object at this time. */
export const isSeen = (stored: { visibleAt: number; deletedAt?: number } | undefined, now: Date): boolean =>
  stored !== undefined && stored.deletedAt === undefined && stored.visibleAt <= now.getTime();
