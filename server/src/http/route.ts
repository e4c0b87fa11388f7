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
  summary: string;
  description?: string;
  params?: TObject;
  querystring?: TObject;
  /** Request headers that the operation reads, besides those that all do; read with Call.header. */
  headers?: TObject;
  body?: TSchema;
  /** The operation makes sense without a body. */
  bodyOptional?: true;
  /** Schema of the success answer; none for an empty one. */
  response?: TSchema;
  /** Headers of the success answer, besides those of every answer. */
  responseHeaders?: readonly ('etag' | 'location')[];
  /** Schemas of successes with another status. */
  otherResponses?: Record<number, TSchema>;
}

type Part<S, Key extends keyof RouteSchema> = S extends { [K in Key]: infer T extends TSchema }
  ? Static<T>
  : undefined;

/** One authenticated, authorised and validated request. */
export interface Call<S> {
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

/**
 * What a handler may answer for a schema's type: read-only, and null for a member without a value, which is
 * left out of what is sent (bodies.ts).
 */
type Answerable<T> = T extends readonly (infer Item)[]
  ? readonly Answerable<Item>[]
  : T extends object
    ? {
        readonly [Key in keyof T]:
          | Answerable<T[Key]>
          | (Record<never, never> extends Pick<T, Key> ? null | undefined : never);
      }
    : T;

interface AnswerHead {
  headers?: Record<string, string>;
}

type BodyOf<T> = T extends TSchema ? Answerable<Static<T>> : never;

type Success<S> = S extends { response: infer T extends TSchema }
  ? AnswerHead & { body: BodyOf<T>; status?: never }
  : AnswerHead & { body?: never; status?: never };

type OtherSuccess<S> = S extends { otherResponses: infer Others extends Record<number, TSchema> }
  ? {
      [Status in keyof Others]: AnswerHead & { status: Status; body: BodyOf<Others[Status]> };
    }[keyof Others]
  : never;

/** What has not changed since the caller's `If-None-Match`. */
type Unchanged<S> = S extends { headers: { properties: { 'if-none-match': TSchema } } }
  ? AnswerHead & { status: 304; body?: never }
  : never;

export type Answer<S> = Success<S> | OtherSuccess<S> | Unchanged<S>;

/** An answer, whatever its route. */
export interface AnyAnswer extends AnswerHead {
  body?: unknown;
  status?: number;
}

export interface Route {
  schema: RouteSchema;
  handle(deps: HttpDeps, call: Call<RouteSchema>): Promise<AnyAnswer>;
}

export function route<const S extends RouteSchema>(
  schema: S,
  handle: (deps: HttpDeps, call: Call<S>) => Promise<Answer<S>>,
): Route {
  return { schema, handle: handle as unknown as Route['handle'] };
}
