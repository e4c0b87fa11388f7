/** A row of the table of endpoints, and what its handler gets. */
import type { BudgetName } from './budgets.ts';
import type { Answer } from './errors.ts';
import type { Query } from './odata.ts';
import type { Tenant } from './tenant.ts';

export interface Registration {
  clientId: string;
  tenantId: string;
  /** Application permissions with admin consent: the `roles` claim. */
  roles: string[];
  secret?: string;
  /** PEM of the certificate that signs assertions. */
  certificate?: string;
  /** Another issuer whose tokens sign in; its key in PEM. */
  federation?: { issuer: string; subject: string; publicKey: string };
  /** Public client flows are allowed, and this person signs in with every device code. */
  person?: SignedInPerson;
}

export interface SignedInPerson {
  id: string;
  userName: string;
  /** Delegated permissions with consent. */
  scopes: string[];
}

export type ObjectKind = 'group' | 'team' | 'channel' | 'tab' | 'member' | 'app';

export interface Call {
  tenant: Tenant;
  registration: Registration;
  /** Who makes the call; undefined for the application itself. */
  person: SignedInPerson | undefined;
  /** Values of the path's placeholders, decoded. */
  parameters: Record<string, string>;
  query: Query;
  headers: Record<string, string | undefined>;
  body: unknown;
  bytes: Buffer;
  now: Date;
  /** URL of Graph with the version, without a slash at the end. */
  url: string;
  /** When reads find an object that this call makes, in milliseconds since 1970. */
  visibleAt(kind: ObjectKind): number;
  /** How long an operation that this call starts takes, in milliseconds. */
  operationTakes(): number;
  /** The download address of a report; it needs no token. */
  download(content: string): string;
  /** Asks a receiver of notifications for the validation token. */
  validate(url: string): Promise<boolean>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Placeholders in braces; a key in parentheses is a segment of its own (`path.ts`). */
  path: string;
  /** Application permissions of which one suffices, as the endpoint's page of the documentation lists them. */
  permissions: readonly string[];
  /** Delegated permissions of which one suffices. Absent: tests have no use for delegated calls. */
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

/** Whether reads find the object now. */
export const isSeen = (stored: { visibleAt: number; deletedAt?: number } | undefined, now: Date): boolean =>
  stored !== undefined && stored.deletedAt === undefined && stored.visibleAt <= now.getTime();
