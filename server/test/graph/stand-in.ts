/**
 * A stand-in for Microsoft Graph v1.0 and its sign-in, written from Microsoft's documentation. Serves HTTPS on the
 * loopback with its own certificate authority, or plain HTTP. It uses the given clock, and its state changes only
 * during calls.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import type { Clock } from '../../src/kernel/clock.ts';
import { Authority } from './authority.ts';
import { type BatchItem, readBatch, respondToBatch } from './batch.ts';
import { type Behaviour, FAULTLESS } from './behaviour.ts';
import { CallLog, RUN_HEADER, runOf } from './calls.ts';
import { createAuthority } from './certificates.ts';
import { type Answer, errorResponse, GraphError } from './errors.ts';
import { Graph, type GraphRequest, type Outcome } from './graph.ts';
import { type DeliveredNotification, Notifier } from './notifier.ts';
import type { Registration } from './route.ts';
import { Storage } from './storage.ts';
import { Tenant } from './tenant.ts';

export interface StandInOptions {
  clock: Clock;
  tenants: { id?: string; displayName: string; defaultDomain: string; initialDomain?: string }[];
  /** Default: faultless, without faults and delays. */
  behaviour?: Behaviour;
  /** Whether an exceeded budget causes a 429. The records of calls always show it. */
  enforcesBudgets?: boolean;
  /** Maps the URL of a notification receiver to the URL to call. Default: the same URL. */
  reach?: (url: string) => string;
  /** Uses HTTP without TLS, which is faster and needs no trusted certificate authority. */
  isPlain?: boolean;
  /**
   * Real time between a call and its response, for all tenants or for each; Infinity sends no response. Default: none.
   */
  latencyMilliseconds?: number | ((tenantId: string | undefined) => number);
}

export interface GraphStandIn {
  /** Value for `CHARTER_GRAPH_URL`, with the version. */
  url: string;
  /** Value for `CHARTER_GRAPH_AUTHORITY`. */
  authorityUrl: string;
  /** PEM file of the certificate authority, for `NODE_EXTRA_CA_CERTS` of other processes. */
  caFile: string | undefined;
  tenants: Tenant[];
  /** Registrations of all tenants. Add one before it signs in. */
  registrations: Registration[];
  calls: CallLog;
  authority: Authority;
  /** Upload sessions, monitors of copies, and downloads. */
  storage: Storage;
  /** Changes the behaviour from now on. */
  behave(behaviour: Behaviour): void;
  /** Sends the notifications of all changes since the last call. */
  deliverNotifications(): Promise<DeliveredNotification[]>;
  /** Sends a lifecycle notification for each live subscription. */
  deliverLifecycle(event: Parameters<Notifier['deliverLifecycle']>[0]): Promise<DeliveredNotification[]>;
  /** Makes this process trust the certificate authority. */
  trust(): void;
  stop(): Promise<void>;
}

const VERSION = '/v1.0';

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  if (Buffer.isBuffer(body)) {
    response.writeHead(status, headers).end(body);
  } else if (body === undefined || body === '') {
    response.writeHead(status, headers).end();
  } else {
    const type = { 'content-type': 'application/json; odata.metadata=minimal; charset=utf-8' };
    response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(body));
  }
}

const BATCH = { method: 'POST', path: '/$batch', route: 'POST /$batch' } as const;

/** Handles a batch. Records each item as a call. Of all faults, only `lost` affects the whole batch. */
async function batch(
  graph: Graph,
  { calls, clock, behaviour }: { calls: CallLog; clock: Clock; behaviour: Behaviour },
  request: GraphRequest,
): Promise<Outcome> {
  const recorded = calls.begin({
    at: clock.now().getTime(),
    ...BATCH,
    ...runOf(request),
  });
  const answerItem = async ({ method, url, headers = {}, body }: BatchItem): Promise<Answer> => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const isJson = /json/i.test(own['content-type'] ?? '');
    const outcome = await graph.answer({
      method: method.toUpperCase(),
      path: url.startsWith('/') ? url : `/${url}`,
      headers: {
        ...own,
        authorization: request.headers.authorization,
        [RUN_HEADER]: request.headers[RUN_HEADER],
      },
      bytes:
        body === undefined
          ? Buffer.alloc(0)
          : Buffer.from(isJson ? JSON.stringify(body) : String(body), isJson ? 'utf8' : 'base64'),
      batch: recorded.number,
    });
    // An item has no connection that could be reset, so it times out.
    return outcome === 'lost'
      ? { status: 504, body: { error: { code: 'GatewayTimeout', message: '' } } }
      : outcome;
  };
  try {
    const { registration } = graph.holder(request.headers);
    const { tenantId, clientId } = registration;
    const occasion = { ...BATCH, body: request.bytes.toString(), tenantId, clientId };
    if (behaviour.faultOf({ ...occasion, at: clock.now().getTime() })?.kind === 'lost') {
      calls.end(recorded, 0);
      return 'lost';
    }
    const items = readBatch(JSON.parse(request.bytes.toString()));
    const answer = { status: 200, body: { responses: await respondToBatch(items, answerItem) } };
    calls.end(recorded, 200);
    return answer;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    calls.end(recorded, error.status);
    return errorResponse(error, clock.now(), String(recorded.number));
  }
}

/** Serves the usage reports at addresses of their own, as Graph's redirects do. */
class Downloads {
  readonly #contents = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  add(content: string): string {
    const name = `${this.#contents.size + 1}`;
    this.#contents.set(name, content);
    return `${this.#url}/downloads/${name}`;
  }

  answer(path: string): Answer | undefined {
    const content = this.#contents.get(/^\/downloads\/(\d+)$/.exec(path)?.[1] ?? '');
    if (content === undefined) return undefined;
    return {
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(content),
    };
  }
}

/** Returns the server, and with TLS the certificate authority as file and text. */
function createListener(isPlain: boolean) {
  if (isPlain) return { server: createPlainServer(), trusted: undefined };
  const folder = mkdtempSync(join(tmpdir(), 'charter-graph-'));
  const certificates = createAuthority();
  const file = join(folder, 'authority.pem');
  writeFileSync(file, certificates.certificate);
  const { certificate: cert, privateKey: key } = certificates.issueServer();
  return {
    server: createServer({ cert, key }),
    trusted: { folder, file, certificate: certificates.certificate },
  };
}

export async function startGraphStandIn(options: StandInOptions): Promise<GraphStandIn> {
  const { clock } = options;
  const { server, trusted } = createListener(options.isPlain ?? false);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const origin = `${trusted ? 'https' : 'http'}://127.0.0.1:${port}`;

  const tenants = options.tenants.map((seed) => new Tenant(seed));
  const registrations: Registration[] = [];
  const calls = new CallLog();
  const authority = new Authority(origin, registrations);
  const downloads = new Downloads(origin);
  let behaviour = options.behaviour ?? FAULTLESS;
  const storage = new Storage({ calls, clock, behaviour: () => behaviour, origin });
  const notifier = new Notifier(clock, tenants, () => behaviour, options.reach ?? ((url) => url));
  const graph = new Graph({
    authority,
    calls,
    clock,
    behaviour: () => behaviour,
    tenants: new Map(tenants.map((tenant) => [tenant.id, tenant])),
    url: `${origin}${VERSION}`,
    enforcesBudgets: options.enforcesBudgets ?? true,
    download: (content) => downloads.add(content),
    storage,
    validate: (url) => notifier.validate(url),
  });

  const answer = async (request: IncomingMessage): Promise<Outcome> => {
    const bytes = await readAll(request);
    const [path = '', search] = (request.url ?? '').split(/\?(.*)/s);
    const known = authority.answer(path, new URLSearchParams(bytes.toString())) ?? downloads.answer(path);
    if (known !== undefined) return known;
    const headers = request.headers as Record<string, string | undefined>;
    const method = request.method ?? 'GET';
    const stored = storage.answer({ method, path, headers, bytes });
    if (stored !== undefined) return stored;
    if (path === `${VERSION}/$batch` && method === 'POST') {
      return batch(graph, { calls, clock, behaviour }, { method, path: BATCH.path, headers, bytes });
    }
    if (!path.startsWith(`${VERSION}/`)) {
      const error = new GraphError(400, 'BadRequest', `Invalid version: ${path.split('/')[1]}`);
      return errorResponse(error, clock.now(), 'none');
    }
    const below = path.slice(VERSION.length);
    return graph.answer({
      method,
      path: search === undefined ? below : `${below}?${search}`,
      headers,
      bytes,
    });
  };

  const latencyOf = ({ headers }: IncomingMessage): number => {
    const { latencyMilliseconds = 0 } = options;
    if (typeof latencyMilliseconds === 'number') return latencyMilliseconds;
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return latencyMilliseconds(authority.holder(token)?.registration.tenantId);
  };

  const answerLate = async (request: IncomingMessage): Promise<Outcome> => {
    const latency = latencyOf(request);
    const outcome = await answer(request);
    if (latency === Number.POSITIVE_INFINITY) return new Promise(() => undefined);
    if (latency > 0) await delay(latency);
    return outcome;
  };

  server.on('request', (request, response) => {
    answerLate(request).then(
      (outcome) => (outcome === 'lost' ? request.socket.destroy() : send(response, outcome)),
      (error: unknown) => {
        response.writeHead(599).end(String(error instanceof Error ? error.stack : error));
      },
    );
  });

  return {
    url: `${origin}${VERSION}`,
    authorityUrl: origin,
    caFile: trusted?.file,
    tenants,
    registrations,
    calls,
    authority,
    storage,
    behave(next) {
      behaviour = next;
    },
    deliverNotifications: () => notifier.deliver(),
    deliverLifecycle: (event) => notifier.deliverLifecycle(event),
    trust() {
      if (trusted === undefined) return;
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), trusted.certificate]);
    },
    async stop() {
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
      if (trusted) rmSync(trusted.folder, { recursive: true, force: true });
    },
  };
}
