/**
 * Calls the addresses outside of Graph that Graph gives for files: upload sessions ("driveItem: createUploadSession"),
 * monitors of copies ("Working with long-running actions") and downloads ("driveItem resource type"). The addresses are
 * pre-authenticated, so they are secrets: no token is sent to them, and neither errors nor logs nor the rows of budgets
 * contain them.
 */
import type { Clock } from '../../../kernel/clock.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { isLoopbackHost } from '../../../kernel/loopback.ts';
import { say } from '../../../kernel/messages.ts';
import type { GraphCloud } from '../accounts/registrations.ts';
import type { Breaker } from './breaker.ts';
import { GraphFailure } from './failure.ts';
import type { Charge, Pacing } from './pacing.ts';
import { isPausedUntil, type Method, readBody, retryAfterOf, sendRequest } from './request.ts';
import { REQUEST_DURATIONS, WAIT_DURATIONS } from './transport.ts';

/** Purpose of an address. It replaces the address in errors and budgets. */
export type StorageUse = 'upload session' | 'monitor of a copy' | 'download';

export interface StorageCall {
  use: StorageUse;
  method: Method;
  address: string;
  body?: ArrayBuffer;
  headers?: Readonly<Record<string, string>>;
}

interface StorageResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Long enough for 10 MiB at 1 Mbit/s. */
const CALL_MILLISECONDS = 100_000;
/** Addresses of downloads are valid for an hour ("driveItem resource type"). */
const DOWNLOAD_MILLISECONDS = 3_600_000;

/**
 * Domains of SharePoint and OneDrive in the clouds of Microsoft ("Office 365 URLs and IP address ranges", and its pages
 * for national clouds).
 */
const DOMAINS = [
  ...['sharepoint.com', 'svc.ms', '1drv.com', 'onedrive.com'],
  ...['sharepoint.us', 'sharepoint-mil.us', 'sharepoint.cn'],
];

/**
 * Checks that an address belongs to Microsoft or to the configured host of Graph. If that host is a stand-in on
 * loopback, every loopback address passes.
 * @throws CharterError (SuiteError) that names only the host
 */
export function assertStorageAddress(address: string, cloudUrl: string): void {
  const graph = new URL(cloudUrl);
  const url = URL.parse(address);
  const { hostname = '' } = url ?? {};
  const isKnown =
    hostname === graph.hostname ||
    (isLoopbackHost(graph.hostname) && isLoopbackHost(hostname)) ||
    DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
  const isSafe = url?.protocol === graph.protocol && url.username === '' && url.password === '';
  if (isKnown && isSafe) return;
  throw new CharterError(
    'SuiteError',
    say(
      'graph.foreignAddress',
      "Microsoft Graph gave an address for a file that does not belong to Microsoft 365 ('{host}'). An administrator must check CHARTER_GRAPH_URL.",
      { host: hostname },
    ),
  );
}

interface StorageParts {
  tenantId: string;
  cloud: GraphCloud;
  pacing: Pacing;
  clock: Clock;
  breaker?: Breaker | undefined;
}

export class StorageTransport {
  readonly #parts: StorageParts;

  constructor(parts: StorageParts) {
    this.#parts = parts;
  }

  /**
   * Makes one call. Returns redirections as responses.
   * @throws GraphFailure, also when the pacing rejects the call; CharterError for an address that is not Microsoft's
   */
  call<Body>(call: StorageCall): Promise<StorageResponse<Body>> {
    return this.#send(call, async (response) => ({
      status: response.status,
      headers: response.headers,
      body: (await readBody(response)) as Body,
    }));
  }

  /**
   * Opens a download. The bytes are read while the caller iterates, for an hour at most.
   * @throws GraphFailure, CharterError as `call` does
   */
  open(address: string): Promise<AsyncIterable<Uint8Array>> {
    const call: StorageCall = { use: 'download', method: 'GET', address };
    return this.#send(call, async (response) =>
      response.ok
        ? (response.body ?? emptyBody())
        : this.#failureOf(call, response, await readBody(response)),
    );
  }

  /** @param read reads the result from a response below 400 */
  async #send<Answer>(
    call: StorageCall,
    read: (response: Response) => Promise<Answer | GraphFailure>,
  ): Promise<Answer> {
    const { tenantId, cloud, pacing, breaker } = this.#parts;
    assertStorageAddress(call.address, cloud.url);
    breaker?.assertMayCall();
    const charge = chargeOf(call);
    const arrived = performance.now();
    const onSent = await pacing.take(tenantId, [charge]);
    WAIT_DURATIONS.observe({ budget: charge.budget }, (performance.now() - arrived) / 1000);
    const send = () => this.#measured(call, charge, onSent, read);
    const answer = await (breaker === undefined ? send() : breaker.run(send));
    if (!(answer instanceof GraphFailure)) return answer;
    if (answer.isThrottled) {
      const { status, retryAfterSeconds = 10 } = answer.facts;
      await pacing.pause(tenantId, [charge], status === 503 ? 503 : 429, retryAfterSeconds);
    }
    throw answer;
  }

  async #measured<Answer>(
    call: StorageCall,
    { budget }: Charge,
    onSent: () => void,
    read: (response: Response) => Promise<Answer | GraphFailure>,
  ): Promise<Answer | GraphFailure> {
    const { use, method, address, body, headers = {} } = call;
    const signal = AbortSignal.timeout(use === 'download' ? DOWNLOAD_MILLISECONDS : CALL_MILLISECONDS);
    const begun = performance.now();
    const measure = (status: number | 'none'): void =>
      REQUEST_DURATIONS.observe({ budget, status }, (performance.now() - begun) / 1000);
    try {
      const response = await sendRequest(address, { method, headers, body, signal, onSent });
      const answer =
        response.status < 400
          ? await read(response)
          : this.#failureOf(call, response, await readBody(response));
      measure(answer instanceof GraphFailure ? answer.status : 200);
      return answer;
    } catch (error) {
      measure('none');
      const code = signal.aborted ? 'TooLate' : 'NoAnswer';
      const facts = { status: 0, code, message: 'SharePoint did not answer.', retryAfterSeconds: undefined };
      return new GraphFailure({ ...facts, call: use, requestId: undefined }, error);
    }
  }

  #failureOf({ method, use }: StorageCall, { status, headers }: Response, body: unknown): GraphFailure {
    const error = (body as { error?: { code?: string; message?: string } } | undefined)?.error;
    const retryAfterSeconds = retryAfterOf(headers, this.#parts.clock.now());
    return new GraphFailure({
      status,
      code: error?.code ?? String(status),
      message: error?.message ?? '',
      retryAfterSeconds,
      isReserved: isPausedUntil(status, retryAfterSeconds),
      call: `${method} ${use}`,
      requestId: headers.get('request-id') ?? headers.get('sprequestguid') ?? undefined,
    });
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // The body of a 204 is null.
}

/** The key under which throttled calls pause contains the use instead of the secret address. */
const chargeOf = ({ method, use }: StorageCall): Charge => ({
  budget: 'files',
  units: method === 'GET' ? 1 : 2,
  method,
  path: use,
});
