/**
 * Declares a route: the schema of an operation, and the handler that makes one call into the domain. Also
 * declares the dependencies and the call that handlers receive.
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { RuleEngine, RuleFailureListener } from '../domain/catalog/rules.ts';
import type { ContentLimits } from '../domain/catalog/store-blob.ts';
import type { WritableDirectory } from '../domain/directory/ports.ts';
import type { AppStore, RoleAssignmentStore } from '../domain/identity/ports.ts';
import type { FourEyesSettings } from '../domain/identity/second-approval.ts';
import type { Language } from '../domain/languages/language.ts';
import type { MailSettings } from '../domain/notifications/mail-settings.ts';
import type { ScimTokenStore } from '../domain/scim/ports.ts';
import type { HookTargets, SecretBox } from '../domain/webhooks/ports.ts';
import type { AuditKeyStore } from '../engine/audit/ports.ts';
import type { ReadLog } from '../engine/audit/read-log.ts';
import type { AuditRetention } from '../engine/audit/read-trails.ts';
import type { Deps } from '../engine/deps.ts';
import type { Principal, RequestContext } from '../engine/principal.ts';
import type { JobWatch } from '../flows/jobs/job-watch.ts';
import type { CapSettings } from '../flows/lifecycle/plan.ts';
import type { RequestApprovals } from '../flows/provisioning/ports.ts';
import type { SourceListings } from '../flows/provisioning/source-listings.ts';
import type { PresentedNotice } from './notices.ts';

/** Dependencies of all commands; each command declares its own part. */
export interface HttpDeps extends Deps {
  rules: RuleEngine & RuleFailureListener;
  auditKeys: AuditKeyStore;
  reads: ReadLog;
  approvals: RequestApprovals;
  /** Listings of copied teams that the dry runs of this node share. */
  sourceListings?: SourceListings | undefined;
  secrets: SecretBox;
  contentLimits: ContentLimits;
  hookTargets: HookTargets;
  /** Roles that the service assigned. */
  roles: RoleAssignmentStore;
  apps: AppStore;
  scimTokens: ScimTokenStore;
  hashSecret: (secret: string) => Promise<string>;
  /** Announces a change of a principal's rights on this node. */
  announce: (tenantId: string, principalId: string) => void;
  /** Undefined when another system manages the directory. */
  directory: WritableDirectory | undefined;
  /** Returns the ids of the operations that the principal may call. */
  permittedOperations: (principal: Principal) => string[];
  /** Yields the changes to jobs to the streams of this node. */
  jobWatch: Pick<JobWatch, 'changes'>;
  settings: {
    auditRetention: AuditRetention;
    fourEyes: FourEyesSettings['fourEyes'];
    teamNameMaxLength: number;
    /** Days for the decision of a request, and for the answer to a question. */
    approvalExpiryDays: number;
    lifecycleCap: CapSettings;
    mail: MailSettings;
  };
}

export interface RouteSchema {
  summary: string;
  description?: string;
  params?: TObject;
  querystring?: TObject;
  /** Request headers of this operation besides the common ones; read with Call.header. */
  headers?: TObject;
  body?: TSchema;
  /** The body is a stream of bytes, `application/octet-stream`, instead of `body`. The handler reads Call.bytes. */
  takesBytes?: true;
  /**
   * The response is a stream of bytes instead of `response`: of the listed media types, or `application/octet-stream`.
   * The handler returns an ApiResponse with its headers.
   */
  sendsBytes?: true | readonly string[];
  /** The body may be absent. */
  bodyOptional?: true;
  /** Schema of the successful response; absent for an empty one. */
  response?: TSchema;
  /** Schema of a list, made by `Collection`, instead of `response`. The handler returns `Listed` items. */
  collection?: TSchema;
  /** Schemas of server-sent events by name, instead of `response`. The handler returns the events. */
  events?: Readonly<Record<string, TSchema>>;
  /** Fragment of `@odata.context`, if it does not follow from the path; `:name` stands for a path parameter. */
  context?: string;
  /** Headers of the successful response besides the common ones. */
  responseHeaders?: readonly ('etag' | 'location')[];
  /**
   * Errors of this operation besides the common ones: 404 for an object that the body names, 409 for a conflicting
   * state, 502 for the suite.
   */
  errors?: readonly (404 | 409 | 502)[];
  /** Schemas of successful responses with another status. */
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
  /** The body of an operation that takes bytes, as it arrives. */
  bytes: S extends { takesBytes: true } ? AsyncIterable<Uint8Array> : undefined;
  /** The base path of this request, `/v1.0` or `/api/v1.0`, below the path of the public URL. For `Location`. */
  base: string;
  /** The public URL of the service. */
  serviceUrl: string;
  /** The base path as an absolute URL, for `@odata.context`. */
  baseUrl: string;
  /** The absolute URL of this request without its query, for `@odata.nextLink`. */
  url: string;
  /** The language of messages in the response, by `Accept-Language`. */
  language: Language;
  /** The version that If-Match requires. */
  ifVersion: string | undefined;
  /** Aborts when the stream must end (EventStreams.open lists the reasons). */
  signal: S extends { events: object } ? AbortSignal : undefined;
  /** Returns a request header by its lower-case name. */
  header(name: string): string | undefined;
}

/** The type of a handler's body: read-only, and null for an optional field without a value (bodies.ts). */
type HandlerBody<T> = T extends readonly (infer Item)[]
  ? readonly HandlerBody<Item>[]
  : T extends object
    ? {
        readonly [Key in keyof T]:
          | HandlerBody<T[Key]>
          | (Record<never, never> extends Pick<T, Key> ? null | undefined : never);
      }
    : T;

/** The body without its context, which responses.ts adds. */
type WithoutContext<T> = T extends { '@odata.context': string } ? Omit<T, '@odata.context'> : T;

type BodyOf<T extends TSchema> = HandlerBody<WithoutContext<Static<T>>>;

/** The items of a list. From them, responses.ts builds the collection with its count and next link. */
export interface CollectionResult<Item> {
  items: readonly Item[];
  /** `@odata.count` when it is not the number of items. */
  count?: number | undefined;
  /** The values that the cursor of the next page contains; undefined on the last page. */
  next?: string | readonly (string | number)[] | undefined;
  /** Why a list from the copy of the suite may be outdated. */
  notices?: readonly PresentedNotice[] | undefined;
}

/** One server-sent event. A reader that reconnects sends the `id` as Last-Event-ID. */
export interface ServerEvent<Name extends string = string, Data = unknown> {
  event: Name;
  id?: string;
  data: Data;
}

type EventOf<E extends Readonly<Record<string, TSchema>>> = {
  [Name in keyof E & string]: ServerEvent<Name, BodyOf<E[Name]>>;
}[keyof E & string];

/** A response body with headers. A handler that sets no headers returns only the body. */
export class ApiResponse<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>> = {}) {
    this.body = body;
    this.headers = headers;
  }
}

/** A response with a status other than the operation's usual success. */
export class OtherResponse<Status extends number, Body> extends ApiResponse<Body> {
  readonly status: Status;

  constructor(status: Status, body: Body, headers?: Readonly<Record<string, string>>) {
    super(body, headers);
    this.status = status;
  }
}

/** A response with one of several schemas that the operation declares for its status. */
export class ChosenResponse<Status extends number, Body> extends OtherResponse<Status, Body> {
  readonly schema: TSchema;

  constructor(status: Status, schema: TSchema, body: Body) {
    super(status, body);
    this.schema = schema;
  }
}

type Success<S> = S extends { response: infer T extends TSchema }
  ? BodyOf<T>
  : S extends { events: infer E extends Readonly<Record<string, TSchema>> }
    ? AsyncIterable<EventOf<E>>
    : S extends { collection: infer T extends TSchema }
      ? Static<T> extends { value: (infer Item)[] }
        ? CollectionResult<HandlerBody<Item>>
        : never
      : S extends { sendsBytes: true | readonly string[] }
        ? AsyncIterable<Uint8Array>
        : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a body returns nothing
          void;

type OtherSuccess<S> = S extends { otherResponses: infer Others extends Record<number, TSchema> }
  ? { [Status in keyof Others & number]: OtherResponse<Status, BodyOf<Others[Status]>> }[keyof Others &
      number]
  : never;

/** The response to a reader that already has all events. */
type Ended<S> = S extends { events: object } ? OtherResponse<204, undefined> : never;

/** The response to a matching `If-None-Match`. */
type Unchanged<S> = S extends { headers: { properties: { 'if-none-match': TSchema } } }
  ? OtherResponse<304, undefined>
  : never;

export type Result<S> = Success<S> | ApiResponse<Success<S>> | OtherSuccess<S> | Unchanged<S> | Ended<S>;

export interface Route {
  schema: RouteSchema;
  handle(deps: HttpDeps, call: Call<RouteSchema>): Promise<unknown>;
}

/** Infers the types of the handler from the schema, never the schema from the handler, which would take seconds. */
export function route<const S extends RouteSchema>(
  schema: S,
  handle: (deps: HttpDeps, call: NoInfer<Call<S>>) => Promise<NoInfer<Result<S>>>,
): Route {
  return { schema, handle: handle as unknown as Route['handle'] };
}
