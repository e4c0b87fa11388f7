/** What a route file is made of: one operation, its schema, and one call into the domain. */
import type { Static, TObject, TSchema } from 'typebox';
import type { RuleEngine, RuleFailureListener } from '../domain/catalog/rules.ts';
import type { KeptDirectory } from '../domain/identity/directory.ts';
import type { AppStore, RoleAssignmentStore } from '../domain/identity/ports.ts';
import type { HookTargets, SecretBox } from '../domain/webhooks/ports.ts';
import type { AuditRetention } from '../engine/audit/list-trails.ts';
import type { AuditKeyStore } from '../engine/audit/ports.ts';
import type { Principal, RequestContext } from '../engine/principal.ts';
import type { Store } from '../engine/store.ts';
import type { Suite } from '../engine/suite.ts';
import type { CapSettings } from '../flows/lifecycle/plan.ts';
import type { RequestApprovals } from '../flows/provisioning/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OperationId } from './operations.ts';

/** What commands may need; each takes the part it names. */
export interface HttpDeps {
  store: Store;
  suite: Suite;
  rules: RuleEngine & RuleFailureListener;
  clock: Clock;
  auditKeys: AuditKeyStore;
  approvals: RequestApprovals;
  secrets: SecretBox;
  hookTargets: HookTargets;
  /** Roles that the service itself gave. */
  roles: RoleAssignmentStore;
  apps: AppStore;
  hashSecret: (secret: string) => Promise<string>;
  /** Undefined where another system keeps the directory. */
  directory: KeptDirectory | undefined;
  settings: {
    auditRetention: AuditRetention;
    teamNameMaxLength: number;
    lifecycleCap: CapSettings;
  };
}

export interface RouteSchema {
  params?: TObject;
  querystring?: TObject;
  /** Request headers that the operation reads, besides those that all do; read with Call.header. */
  headers?: TObject;
  body?: TSchema;
  /** The operation makes sense without a body. */
  bodyOptional?: true;
  /** Schema of the success answer; none for an empty one. */
  response?: TSchema;
  /** Schemas of successes with another status. */
  otherResponses?: Record<number, TSchema>;
  description?: string;
}

type Part<S, Key extends keyof RouteSchema> = S extends { [K in Key]: infer T extends TSchema }
  ? Static<T>
  : undefined;

/** One authenticated, authorised and validated request. */
export interface Call<S extends RouteSchema> {
  principal: Principal;
  context: RequestContext;
  params: Part<S, 'params'>;
  query: Part<S, 'querystring'>;
  body: S extends { bodyOptional: true } ? Part<S, 'body'> | undefined : Part<S, 'body'>;
  /** The base path of this request, `/v1.0` or `/api/v1.0`. */
  base: string;
  /** The same as an absolute URL, for `@odata.context` and `@odata.nextLink`. */
  baseUrl: string;
  /** A request header, lower-case name. */
  header(name: string): string | undefined;
}

export interface Answer {
  body?: unknown;
  headers?: Record<string, string>;
  /** Instead of the operation's status of success: a dry run answers 200, an unchanged resource 304. */
  status?: number;
}

export interface Route {
  operation: OperationId;
  schema: RouteSchema;
  handle(deps: HttpDeps, call: Call<RouteSchema>): Promise<Answer>;
}

export function route<const S extends RouteSchema>(
  operation: OperationId,
  schema: S,
  handle: (deps: HttpDeps, call: Call<S>) => Promise<Answer>,
): Route {
  return { operation, schema, handle: handle as Route['handle'] };
}
