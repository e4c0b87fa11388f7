/** Calls Microsoft Graph for one tenant: sign-in, pacing, errors, pages and batches. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { durations } from '../../../kernel/metrics.ts';
import { traceHeaders } from '../../../kernel/tracing.ts';
import { isGranted } from '../accounts/permissions.ts';
import { assertConfidential, type GraphCloud } from '../accounts/registrations.ts';
import type { Breaker } from './breaker.ts';
import type { Budget } from './budgets.ts';
import { batchesOf } from './budgets.ts';
import { GraphFailure, retryLater } from './failure.ts';
import type { Charge, Pacing } from './pacing.ts';
import { isPausedUntil, type Method, readBody, retryAfterOf, sendRequest } from './request.ts';
import type { TokenSource } from './sign-in.ts';

export interface GraphCall {
  method: Method;
  /** Path below the version, with encoded values (`at`), or a link from Graph. */
  path: string;
  budget: Budget;
  /** Cost of the call in its budget. Default: 1. */
  units?: number;
  /** The team that the call is about. */
  teamId?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Whether the call is sent only once, even after a rejected token or a transient failure. */
  isOnce?: boolean;
  /** Called each time before the call is sent, after its wait for the budget. When it fails, the call is not sent. */
  beforeSending?(): Promise<void>;
}

interface GraphAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
}

/** The response to one call of a batch. */
interface BatchItem {
  id: string;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

const CALL_MILLISECONDS = 30_000;

const BATCH = '/$batch';

export const REQUEST_DURATIONS = durations(
  'charter_graph_request_duration_seconds',
  'Duration of HTTP requests to Microsoft Graph, by budget. Outcome: the status, or none without a response',
  ['budget', 'status'],
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);
export const WAIT_DURATIONS = durations(
  'charter_graph_budget_wait_seconds',
  'Time that calls waited for room in their budget',
  ['budget'],
  [0.01, 0.1, 0.5, 1, 5, 15],
);

const isUnauthenticated = (answer: unknown): boolean =>
  answer instanceof GraphFailure && answer.status === 401;

/** Whether the call changes nothing. Batches contain only reads. */
const isRead = ({ method, path }: GraphCall): boolean => method === 'GET' || path === BATCH;

const withoutQuery = (path: string): string => path.replace(/\?.*/s, '');

/** The group or team in a path. */
const ABOUT_TEAM = /^\/(?:groups|teams)\/([^/?]+)/;

interface TransportParts {
  tenantId: string;
  /** Called after each call that may have changed a team, whatever its outcome. */
  changed(teamId: string): Promise<void>;
  cloud: GraphCloud;
  signIn: TokenSource;
  pacing: Pacing;
  clock: Clock;
  /**
   * Rejects calls while Graph is slow or does not respond. Undefined for requests, because a person waits for the
   * result.
   */
  breaker?: Breaker | undefined;
}

export class GraphTransport {
  readonly #parts: TransportParts;
  readonly #base: string;

  constructor(parts: TransportParts) {
    const { url, authority } = parts.cloud;
    assertConfidential(url);
    assertConfidential(authority);
    this.#parts = parts;
    this.#base = url.replace(/\/+$/, '');
  }

  /** Returns the address of an object for `@odata.bind`. */
  bind = (path: string): string => `${this.#base}${path}`;

  /**
   * Makes one call.
   * @throws GraphFailure, also without a token and when the pacing rejects the call; ServiceUnavailable without a
   *   registration or a usable account
   */
  async call<Body = unknown>(call: GraphCall): Promise<GraphAnswer<Body>> {
    try {
      return await this.#attempt<Body>(call, [call]);
    } finally {
      await this.#recordChange(call);
    }
  }

  async #recordChange({ method, path }: GraphCall): Promise<void> {
    const [, teamId] = (method !== 'GET' && ABOUT_TEAM.exec(path)) || [];
    if (teamId === undefined) return;
    // Cached responses expire soon anyway, so a failure must not hide the outcome of the call.
    await this.#parts.changed(decodeURIComponent(teamId)).catch(() => undefined);
  }

  /**
   * Checks that a call can be made now, before anything is recorded or read for it.
   * @throws GraphFailure
   */
  assertOpen = async (charge: Charge): Promise<void> => {
    const { breaker, pacing, tenantId } = this.#parts;
    breaker?.assertMayCall();
    await pacing.assertOpen(tenantId, [charge]);
  };

  get<Body>(
    path: string,
    { budget, units, teamId }: Charge,
    headers: Record<string, string> = {},
  ): Promise<Body> {
    const counts = { budget, ...(units !== undefined && { units }), ...(teamId !== undefined && { teamId }) };
    return this.call<Body>({ method: 'GET', path, headers, ...counts }).then(({ body }) => body);
  }

  /** Reads all pages of a collection. */
  async list<Item>(path: string, charge: Charge, headers: Record<string, string> = {}): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of this.pages<Item>(path, charge, headers)) items.push(...page);
    return items;
  }

  /** Reads the pages of a collection one by one, on demand. */
  async *pages<Item>(
    path: string,
    charge: Charge,
    headers: Record<string, string> = {},
  ): AsyncGenerator<Item[]> {
    for (let next: string | undefined = path; next !== undefined; ) {
      const page: Page<Item> = await this.get<Page<Item>>(next, charge, headers);
      yield page.value;
      next = page['@odata.nextLink'];
    }
  }

  /**
   * Reads objects in batches. Returns the body of each in order, and undefined for those that Graph does not have.
   * @throws GraphFailure when the response does not show whether Graph has one of them
   */
  async find<Body>(calls: readonly GraphCall[]): Promise<(Body | undefined)[]> {
    return (await this.batch(calls)).map((answer) => {
      if (!(answer instanceof GraphFailure)) return answer.body as Body;
      if (answer.status === 404) return undefined;
      throw answer;
    });
  }

  /**
   * Makes several read calls in batches of at most 20. Returns a response or a failure for each, in order; a throttled
   * call is a failure of its own.
   */
  async batch(calls: readonly GraphCall[]): Promise<(GraphAnswer<unknown> | GraphFailure)[]> {
    const answers: (GraphAnswer<unknown> | GraphFailure)[] = [];
    for (const some of batchesOf(calls)) answers.push(...(await this.#sendBatch(some)));
    return answers;
  }

  /** Sends a batch, and repeats the items whose token Graph rejects: it can reject an item of an accepted batch. */
  async #sendBatch(calls: readonly GraphCall[]): Promise<(GraphAnswer<unknown> | GraphFailure)[]> {
    const answers = await this.#sendItems(calls);
    const rejected = [...calls.entries()].filter(([index]) => isUnauthenticated(answers[index]));
    if (rejected.length === 0) return answers;
    // The other items have their responses. A throttled one must not be repeated before its Retry-After.
    const repeated = await this.#sendItems(rejected.map(([, call]) => call));
    for (const [place, [index]] of rejected.entries()) answers[index] = repeated[place]!;
    return answers;
  }

  async #sendItems(calls: readonly GraphCall[]): Promise<(GraphAnswer<unknown> | GraphFailure)[]> {
    const requests = calls.map(({ method, path, headers }, index) => ({
      id: String(index),
      method,
      url: path,
      ...(headers && { headers }),
    }));
    const batch: GraphCall = { method: 'POST', path: BATCH, budget: 'others', body: { requests } };
    const token = await this.#parts.signIn.token();
    const { body } = await this.#attempt<{ responses: BatchItem[] }>(batch, calls);
    const items = new Map(body.responses.map((item) => [item.id, item]));
    if (body.responses.some(({ status }) => status === 401)) this.#parts.signIn.renew(token);
    return Promise.all(calls.map((call, index) => this.#toItemAnswer(call, items.get(String(index)))));
  }

  async #toItemAnswer(
    call: GraphCall,
    item: BatchItem | undefined,
  ): Promise<GraphAnswer<unknown> | GraphFailure> {
    const status = item?.status ?? 0;
    const headers = new Headers(item?.headers ?? {});
    this.#recordAccepted(call, status);
    if (status >= 200 && status < 300) return { status, headers, body: item?.body };
    const token = status === 403 ? await this.#parts.signIn.token() : '';
    const failure = this.#failureOf(call, status, headers, item?.body, token);
    if (failure.facts.isGranted) this.#parts.signIn.renew(token);
    await this.#heed(failure, [call]);
    return failure;
  }

  /** Sends the call, and repeats it once with a new token when Graph rejects the current one. */
  async #attempt<Body>(call: GraphCall, charges: readonly Charge[]): Promise<GraphAnswer<Body>> {
    let failure = await this.#send<Body>(call, charges);
    if (failure instanceof GraphFailure && failure.status === 401) {
      if (call.isOnce) throw failure;
      failure = await this.#send<Body>(call, charges);
    }
    // Repeats a failed read at once: a retry of the whole step would repeat all of its reads.
    if (failure instanceof GraphFailure && isRead(call) && !call.isOnce && failure.isPassing) {
      failure = await this.#send<Body>(call, charges);
    }
    if (!(failure instanceof GraphFailure)) return failure;
    if (failure.facts.isGranted && !failure.isOverQuota && !call.isOnce) {
      // The permission may have been revoked since the token was issued. A new token shows that.
      failure = await this.#send<Body>(call, charges);
      if (!(failure instanceof GraphFailure)) return failure;
    }
    if (failure.status === 403) this.#parts.signIn.renewOld(failure.facts.isGranted === false);
    await this.#heed(failure, charges);
    throw failure;
  }

  /** Records that Graph has not throttled the call: it processed the call, or rejected it for its content. */
  #recordAccepted(call: GraphCall, status: number): void {
    const { pacing, tenantId } = this.#parts;
    if (status >= 200 && status < 500 && status !== 429) pacing.accepted(tenantId, call.budget);
  }

  /** Pauses calls on all nodes after a throttled call. */
  async #heed({ facts, isThrottled }: GraphFailure, charges: readonly Charge[]): Promise<void> {
    if (!isThrottled) return;
    const { pacing, tenantId } = this.#parts;
    await pacing.pause(tenantId, charges, facts.status === 503 ? 503 : 429, facts.retryAfterSeconds ?? 10);
  }

  /** Signs in before it reserves a time, so that calls without a token use no budget. */
  async #send<Body>(call: GraphCall, charges: readonly Charge[]): Promise<GraphAnswer<Body> | GraphFailure> {
    const { signIn, pacing, tenantId, breaker } = this.#parts;
    const path = this.#localOf(call.path);
    const token = await signIn.token();
    breaker?.assertMayCall();
    const arrived = performance.now();
    const onSent = await pacing.take(tenantId, charges);
    WAIT_DURATIONS.observe({ budget: call.budget }, (performance.now() - arrived) / 1000);
    await call.beforeSending?.();
    const send = () => this.#sendNow<Body>(call, path, token, onSent);
    return breaker === undefined ? send() : breaker.run(send);
  }

  async #sendNow<Body>(
    call: GraphCall,
    path: string,
    token: string,
    onSent: () => void,
  ): Promise<GraphAnswer<Body> | GraphFailure> {
    const signal = AbortSignal.timeout(CALL_MILLISECONDS);
    const begun = performance.now();
    const measure = (status: number | 'none'): void =>
      REQUEST_DURATIONS.observe({ budget: call.budget, status }, (performance.now() - begun) / 1000);
    let response: Response;
    try {
      response = await sendRequest(`${this.#base}${path}`, {
        method: call.method,
        headers: {
          Authorization: `Bearer ${token}`,
          'client-request-id': randomUUID(),
          ...traceHeaders(),
          ...call.headers,
        },
        body: call.body,
        signal,
        onSent,
      });
      const body = await readBody(response);
      measure(response.status);
      if (call.path !== BATCH) this.#recordAccepted(call, response.status);
      if (response.ok) return { status: response.status, headers: response.headers, body: body as Body };
      const failure = this.#failureOf(call, response.status, response.headers, body, token);
      if (response.status === 401 || failure.facts.isGranted) this.#parts.signIn.renew(token);
      return failure;
    } catch (error) {
      measure('none');
      return new GraphFailure(
        {
          status: 0,
          code: signal.aborted ? 'TooLate' : 'NoAnswer',
          message: 'Microsoft Graph did not answer.',
          retryAfterSeconds: undefined,
          call: `${call.method} ${withoutQuery(call.path)}`,
          requestId: undefined,
        },
        error,
      );
    }
  }

  /**
   * Returns the path and query below the version. Graph's links name a server and the version. They are read from the
   * configured address, so that no other server receives the token.
   * @throws CharterError (SuiteError) for a link that leads outside of the version
   */
  #localOf(path: string): string {
    const base = new URL(this.#base).pathname;
    if (path.startsWith('/')) return path.startsWith(`${base}/`) ? path.slice(base.length) : path;
    const link = URL.parse(path, `${this.#base}/`);
    if (link?.pathname.startsWith(`${base}/`)) return `${link.pathname}${link.search}`.slice(base.length);
    const text = `Microsoft Graph gave a link that does not belong to CHARTER_GRAPH_URL: ${withoutQuery(path)}. An administrator must check the setting.`;
    throw new CharterError('SuiteError', text);
  }

  #failureOf(call: GraphCall, status: number, headers: Headers, body: unknown, token: string): GraphFailure {
    const named = `${call.method} ${withoutQuery(this.#localOf(call.path))}`;
    const error = (body as { error?: { code?: string; message?: string } } | undefined)?.error;
    const retryAfterSeconds = retryAfterOf(headers, this.#parts.clock.now());
    return new GraphFailure({
      status,
      code: error?.code ?? String(status),
      message: error?.message ?? '',
      retryAfterSeconds,
      isReserved: isPausedUntil(status, retryAfterSeconds),
      ...(status === 403 && { isGranted: isGranted(named, token) }),
      call: `${call.method} ${withoutQuery(call.path)}`,
      requestId: headers.get('request-id') ?? undefined,
    });
  }
}

/** The outcome of one of several reads of Graph: the response or the failure. */
export type GraphOutcome = GraphAnswer<unknown> | GraphFailure;

/**
 * Returns the body of the response.
 * @throws GraphFailure for a failed call; ServiceUnavailable for a missing response
 */
export function bodyOf<Body>(answer: GraphOutcome | undefined): Body {
  if (answer instanceof GraphFailure || answer === undefined) {
    throw answer ?? retryLater(say('graph.missingAnswer', 'Microsoft Graph left an answer out.'), 10);
  }
  return answer.body as Body;
}

/* Reads several collections in one round trip. */

/**
 * Reads the collections in one batch, and then their further pages.
 * @throws GraphFailure of the first one that fails
 */
export async function readLists(graph: GraphTransport, calls: readonly GraphCall[]): Promise<unknown[][]> {
  const answers = await graph.batch(calls);
  const failure = answers.find((answer) => answer instanceof GraphFailure);
  if (failure !== undefined) throw failure;
  const lists: unknown[][] = [];
  for (const [index, call] of calls.entries()) lists.push(await readRest(graph, call, answers[index]));
  return lists;
}

/**
 * Returns the whole collection, given the response with its first page.
 * @throws GraphFailure
 */
export async function readRest<Item>(
  graph: GraphTransport,
  call: GraphCall,
  answer: GraphOutcome | undefined,
): Promise<Item[]> {
  const { value, '@odata.nextLink': next } = bodyOf<Page<Item>>(answer);
  const rest = next === undefined ? [] : await graph.list<Item>(next, call, { ...call.headers });
  return [...value, ...rest];
}
