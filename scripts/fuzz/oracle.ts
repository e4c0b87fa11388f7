/** Decides whether a response conforms to the served description and to the specification. */
import type { Operation } from './description.ts';

export const FAULT_KINDS = [
  'no answer',
  'server error',
  'undeclared status',
  'media type',
  'schema',
  'role',
  'tenant',
  'replay',
] as const;

export interface Fault {
  kind: (typeof FAULT_KINDS)[number];
  detail: string;
}

export interface FuzzCaller {
  name: string;
  tenant: string;
  kind: 'user' | 'app';
  roles: readonly string[];
  authorization: string;
}

export interface FuzzRequest {
  operation: Operation;
  caller: FuzzCaller;
  /** Path with query, below the service's address. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface FuzzResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Statuses with which the service responds before it checks the caller's roles. */
const BEFORE_ROLES = [401, 406, 429];

/** Statuses that any operation may return: the request line, a header or the method is invalid. */
const OF_THE_FRAME = [405, 414, 431];

export const mayCall = ({ roles, isForPeople }: Operation, caller: FuzzCaller): boolean =>
  roles.some((role) => caller.roles.includes(role)) && !(isForPeople && caller.kind === 'app');

/** @param leaked ids and names of other tenants in the response, which the caller can't know */
export function* faultsOf(
  request: FuzzRequest,
  { status, headers, text }: FuzzResponse,
  leaked: Iterable<string>,
): Generator<Fault> {
  const { operation, caller, path } = request;
  if (status >= 500) yield { kind: 'server error', detail: `${status} ${text.slice(0, 300)}` };
  const isDryRun = /[?&]dryRun=true(&|$)/.test(path) && status === 200;
  const declared = (isDryRun && operation.dryRun) || operation.answers.get(status);
  if (declared === undefined) {
    if (!OF_THE_FRAME.includes(status)) yield { kind: 'undeclared status', detail: String(status) };
  } else {
    yield* formFaults(declared, headers.get('content-type'), text);
  }
  // The service validates client-request-id before it authenticates the caller.
  const isHeadInvalid = status === 400 && request.headers['client-request-id'] !== undefined;
  if (!mayCall(operation, caller) && status !== 403 && !BEFORE_ROLES.includes(status) && !isHeadInvalid) {
    yield { kind: 'role', detail: `${status} for ${caller.roles.join(', ')}` };
  }
  for (const one of leaked) yield { kind: 'tenant', detail: `The answer contains ${one}` };
}

function* formFaults(
  { mediaTypes, check }: NonNullable<ReturnType<Operation['answers']['get']>>,
  contentType: string | null,
  text: string,
): Generator<Fault> {
  if (mediaTypes.length === 0) {
    if (text !== '')
      yield { kind: 'media type', detail: `A body where none is declared: ${text.slice(0, 100)}` };
    return;
  }
  const [mediaType = ''] = contentType?.split(';') ?? [];
  if (!mediaTypes.includes(mediaType)) {
    yield { kind: 'media type', detail: `${contentType} instead of ${mediaTypes.join(' or ')}` };
    return;
  }
  if (mediaType !== 'application/json') return;
  const problem = check(parseJson(text));
  if (problem !== undefined) yield { kind: 'schema', detail: `${problem} in ${text.slice(0, 300)}` };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSuccess = ({ status }: FuzzResponse): boolean => status >= 200 && status < 300;

/** Compares the first response to an idempotency key with the response to the repeated request. */
export function* replayFaults(first: FuzzResponse, second: FuzzResponse): Generator<Fault> {
  const isReplayed = second.headers.get('idempotency-replayed') === 'true';
  if (!isReplayed && isSuccess(first)) {
    yield { kind: 'replay', detail: `${first.status} was not replayed, but answered with ${second.status}` };
  }
  if (isReplayed && (first.status !== second.status || first.text !== second.text)) {
    yield { kind: 'replay', detail: `${first.status} was replayed as ${second.status} or with another body` };
  }
}

/** Checks the response to a different request with the idempotency key of an earlier request. */
export function* reuseFaults(first: FuzzResponse, other: FuzzResponse): Generator<Fault> {
  if (isSuccess(first) && isSuccess(other)) {
    yield { kind: 'replay', detail: `Another body under an answered key got ${other.status}` };
  }
}

/** Checks a call that names an object of another tenant. */
export function* foreignObjectFaults({ status }: FuzzResponse): Generator<Fault> {
  if (status >= 200 && status < 300)
    yield { kind: 'tenant', detail: `${status} for another tenant's object` };
}
