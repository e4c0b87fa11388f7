/**
 * The servers behind pre-authenticated addresses: upload sessions, monitors of copies, and downloads. They need no
 * token, and reject requests that have one ("driveItem: createUploadSession").
 */
import type { Clock } from '../../src/kernel/clock.ts';
import type { Behaviour, Fault, Occasion } from './behaviour.ts';
import { type CallLog, type RecordedCall, runOf } from './calls.ts';
import { type Answer, errorResponse, GraphError, throttled } from './errors.ts';

interface StorageRequest {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
}

/** The response, or a reset connection. */
type Outcome = Answer | 'lost';

/** "driveItem: createUploadSession": each range is below 60 MiB, and each but the last is a multiple of 320 KiB. */
export const RANGE_UNIT = 320 * 1024;
const MAX_RANGE = 60 * 1024 * 1024;

/** An upload session. Each received range extends its life. */
export interface UploadSession {
  tenantId: string;
  /** Where the bytes go: `drive/parent/name`, for tests. */
  target: string;
  received: Buffer[];
  length: number;
  /** Announced by the first range. */
  total: number | undefined;
  expiresAt: number;
  /** Stores the file. @throws GraphError 409 when something else has its name */
  commit(bytes: Buffer, at: number): { status: 200 | 201; body: unknown };
}

/** The progress of a copy, until the monitor is forgotten. */
export interface Monitor {
  tenantId: string;
  doneAt: number;
  forgottenAt: number;
  /** Code of the failure of the copy; undefined for a successful one. */
  failure?: string;
  /** Whether the address is that of the copy itself, as for copies that SharePoint makes at once. */
  isItem?: boolean;
  resourceId: string;
}

const SESSION_MILLISECONDS = 15 * 60_000;

const itemNotFound = (): GraphError =>
  new GraphError(404, 'itemNotFound', 'The upload session was not found.');

interface StorageParts {
  calls: CallLog;
  clock: Clock;
  behaviour(): Behaviour;
  origin: string;
}

export class Storage {
  readonly #parts: StorageParts;
  readonly sessions = new Map<string, UploadSession>();
  readonly monitors = new Map<string, Monitor>();
  /** Targets of the sessions that have received a range, one for each session. */
  readonly begun: string[] = [];
  readonly #downloads = new Map<string, { bytes: Buffer; expiresAt: number }>();
  #count = 0;

  constructor(parts: StorageParts) {
    this.#parts = parts;
  }

  #address(kind: string): { key: string; url: string } {
    this.#count += 1;
    const key = `${this.#count}-secret`;
    return { key, url: `${this.#parts.origin}/${kind}/${key}` };
  }

  #expiry = (now: number): number => now + SESSION_MILLISECONDS;

  openSession(session: Pick<UploadSession, 'tenantId' | 'target' | 'commit'>, now: Date) {
    const { key, url } = this.#address('uploads');
    const expiresAt = this.#expiry(now.getTime());
    this.sessions.set(key, { ...session, received: [], length: 0, total: undefined, expiresAt });
    return {
      uploadUrl: url,
      expirationDateTime: new Date(expiresAt).toISOString(),
      nextExpectedRanges: ['0-'],
    };
  }

  monitor(monitor: Monitor): string {
    const { key, url } = this.#address('monitor');
    this.monitors.set(key, monitor);
    return url;
  }

  /** Downloads are available for an hour ("driveItem resource type"). */
  download(bytes: Buffer, now: Date): string {
    const { key, url } = this.#address('content');
    this.#downloads.set(key, { bytes, expiresAt: now.getTime() + 3_600_000 });
    return url;
  }

  /** Forgets all upload sessions, as SharePoint may at any time. */
  forgetSessions(): void {
    this.sessions.clear();
  }

  /** Forgets all monitors. The copies continue. */
  forgetMonitors(): void {
    this.monitors.clear();
  }

  /** Returns the response, or undefined for another address. */
  answer(request: StorageRequest): Outcome | undefined {
    const [, kind, key = ''] = /^\/(uploads|monitor|content)\/([^/?]+)$/.exec(request.path) ?? [];
    if (kind === undefined) return undefined;
    const { calls, clock } = this.#parts;
    const route = `${request.method} /${kind}/{secret}`;
    const recorded = calls.begin({
      at: clock.now().getTime(),
      method: request.method,
      path: request.headers['content-range'] ?? `/${kind}`,
      route,
      ...runOf(request),
    });
    try {
      const outcome = this.#answerFaulty(request, recorded, kind, key);
      calls.end(recorded, outcome === 'lost' ? 0 : outcome.status, outcome === 'lost' ? {} : outcome.headers);
      return outcome;
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      calls.end(recorded, error.status, error.headers);
      return errorResponse(error, clock.now(), String(recorded.number));
    }
  }

  #answerFaulty(request: StorageRequest, recorded: RecordedCall, kind: string, key: string): Outcome {
    if (request.headers.authorization !== undefined) {
      throw new GraphError(401, 'unauthenticated', 'The address takes no Authorization header.');
    }
    const now = this.#parts.clock.now().getTime();
    const tenantId = (this.sessions.get(key) ?? this.monitors.get(key))?.tenantId ?? '';
    if (tenantId !== '') recorded.tenantId = tenantId;
    const occasion: Occasion = {
      method: request.method,
      route: recorded.route ?? '',
      path: `${recorded.route} ${key} ${recorded.path}`,
      body: '',
      tenantId,
      clientId: '',
      at: now,
    };
    const fault = this.#parts.behaviour().faultOf(occasion);
    if (fault !== undefined) recorded.fault = fault.kind;
    return withFault(fault, () => this.#perform(request, kind, key, now));
  }

  #perform(request: StorageRequest, kind: string, key: string, now: number): Answer {
    if (kind === 'uploads') return this.#upload(request, key, now);
    if (request.method !== 'GET') throw new GraphError(405, 'invalidRequest', 'The method is not allowed.');
    return kind === 'monitor' ? this.#watch(key, now) : this.#read(key, now);
  }

  #read(key: string, now: number): Answer {
    const found = this.#downloads.get(key);
    if (found === undefined || found.expiresAt <= now) throw itemNotFound();
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: found.bytes };
  }

  #watch(key: string, now: number): Answer {
    const monitor = this.monitors.get(key);
    if (monitor === undefined || monitor.forgottenAt <= now) throw itemNotFound();
    if (monitor.doneAt > now) {
      const body = { operation: 'ItemCopy', percentageComplete: 27.8, status: 'inProgress' };
      return { status: 202, body };
    }
    const { failure, resourceId, isItem } = monitor;
    if (isItem) return { status: 200, body: { id: resourceId } };
    if (failure !== undefined) {
      return {
        status: 200,
        body: { status: 'failed', error: { code: failure, message: 'The copy failed.' } },
      };
    }
    return { status: 202, body: { percentageComplete: 100, resourceId, status: 'completed' } };
  }

  #upload(request: StorageRequest, key: string, now: number): Answer {
    const session = this.sessions.get(key);
    if (session === undefined || session.expiresAt <= now) throw itemNotFound();
    if (request.method === 'DELETE') {
      this.sessions.delete(key);
      return { status: 204 };
    }
    if (request.method === 'GET') return { status: 200, body: statusOf(session) };
    if (request.method !== 'PUT') throw new GraphError(405, 'invalidRequest', 'The method is not allowed.');
    return this.#receive(session, request, key, now);
  }

  #receive(session: UploadSession, { headers, bytes }: StorageRequest, key: string, now: number): Answer {
    const [, first, last, total] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')?.map(Number) ?? [];
    if (first === undefined || last === undefined || total === undefined) {
      throw new GraphError(400, 'invalidRequest', 'The Content-Range header is missing or malformed.');
    }
    if (last - first + 1 !== bytes.length || Number(headers['content-length']) !== bytes.length) {
      throw new GraphError(400, 'invalidRequest', 'The range does not have the length of the content.');
    }
    if (bytes.length >= MAX_RANGE) {
      throw new GraphError(413, 'requestEntityTooLarge', 'The range is too long.');
    }
    if (session.total !== undefined && session.total !== total) {
      throw new GraphError(400, 'invalidRequest', 'The file has another size than in earlier ranges.');
    }
    if (first !== session.length || last >= total) {
      throw new GraphError(416, 'invalidRange', 'The range was received already, or is out of order.');
    }
    const isLast = last === total - 1;
    // Microsoft says that such files fail after the last range. A stand-in that fails at once shows the mistake.
    if (!isLast && bytes.length % RANGE_UNIT !== 0) {
      throw new GraphError(400, 'invalidRequest', 'The range is no multiple of 320 KiB.');
    }
    if (session.length === 0) this.begun.push(session.target);
    session.total = total;
    if (isLast) {
      // A session is kept after a conflict, until it expires.
      const committed = session.commit(Buffer.concat([...session.received, bytes]), now);
      this.sessions.delete(key);
      return committed;
    }
    session.received.push(bytes);
    session.length += bytes.length;
    session.expiresAt = this.#expiry(now);
    return { status: 202, body: statusOf(session) };
  }
}

const statusOf = ({ expiresAt, length }: UploadSession) => ({
  expirationDateTime: new Date(expiresAt).toISOString(),
  nextExpectedRanges: [`${length}-`],
});

function withFault(fault: Fault | undefined, perform: () => Answer): Outcome {
  switch (fault?.kind) {
    case 'throttled':
      throw throttled(fault.seconds);
    case 'unavailable':
      throw new GraphError(503, 'serviceNotAvailable', '', undefined, { 'retry-after': `${fault.seconds}` });
    case 'lost':
      if (fault.hasEffect) perform();
      return 'lost';
    case 'error':
      if (fault.hasEffect) perform();
      throw new GraphError(fault.status, 'generalException', '');
    default:
      return perform();
  }
}
