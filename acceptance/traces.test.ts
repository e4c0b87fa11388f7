/**
 * Receives traces in place of a collector: one trace leads from a request to the delivery of its events.
 * @long
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLERS, TEMPLATE } from './callers.ts';
import { GIVEN_URL } from './service.ts';
import { type Harness, openHarness } from './stage.ts';

interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A span in the JSON encoding of OTLP. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** Starts a server that records each request and responds with 200. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url, headers: request.headers, body: await textOf(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Trace and span of the caller, which Charter continues. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const NAME = 'Traced by a person';

describe('a trace', { skip: GIVEN_URL !== undefined && 'starts its own service' }, () => {
  let collector: Receiver;
  let hook: Receiver;
  let spans: Span[];
  let secret: string;
  let token: string;

  /** Polls until `look` returns a value. */
  async function eventually<T>(look: () => T | undefined): Promise<T> {
    for (const end = Date.now() + 30_000; ; ) {
      const found = look();
      if (found !== undefined) return found;
      assert.ok(Date.now() < end, 'It did not happen in time.');
      await sleep(50);
    }
  }

  before(async () => {
    [collector, hook] = await Promise.all([startReceiver(), startReceiver()]);
    const stage: Harness = await openHarness({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' },
    });
    try {
      const made = await stage.as('admin').webhooks.createHook({
        events: ['team_provisioning_completed'],
        config: { url: `${hook.url}/?key=hidden` },
      });
      secret = made.config.secret ?? '';
      token = await stage.token('owner');
      const { status, text } = await stage.raw({
        method: 'POST',
        path: '/v1.0/teams/provisioning',
        as: 'owner',
        headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
        body: {
          template: { id: TEMPLATE },
          team: { name: NAME, membership: { owners: [{ id: CALLERS.owner.name }] } },
        },
      });
      assert.equal(status, 201, text);
      // An invalid traceparent is ignored, and the ratio of 0 samples no request.
      await stage.raw({ path: '/v1.0/teams', as: 'owner', headers: { traceparent: 'nonsense' } });
      await eventually(() => hook.received[0]);
    } finally {
      // A node sends its last spans when it stops.
      await stage.close();
    }
    spans = collector.received.flatMap(({ body }) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  });
  after(() => {
    collector.close();
    hook.close();
  });

  const named = (name: string | RegExp): Span => {
    const found = spans.find((span) =>
      typeof name === 'string' ? span.name === name : name.test(span.name),
    );
    assert.ok(found, `No span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const parentOf = ({ parentSpanId }: Span): string | undefined =>
    spans.find(({ spanId }) => spanId === parentSpanId)?.name;

  it('joins request, job, step, call of the suite and delivery', () => {
    assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], [TRACE]);
    const request = named('POST /v1.0/teams/provisioning');
    assert.equal(request.parentSpanId, PARENT);
    assert.equal(parentOf(named('job TeamProvisioning')), request.name);
    assert.equal(parentOf(named('step createTeam')), 'job TeamProvisioning');
    assert.equal(parentOf(named('suite teams.create')), 'step createTeam');
    assert.equal(parentOf(named('deliver team_provisioning_completed')), 'job TeamProvisioning');
    assert.ok(spans.every(({ status }) => (status.code ?? 0) !== 2));
  });

  it('is passed on to the receiver of a webhook', () => {
    const { spanId } = named('deliver team_provisioning_completed');
    assert.equal(hook.received[0]?.headers.traceparent, `00-${TRACE}-${spanId}-01`);
  });

  it('contains sampled requests only', () => {
    assert.ok(!spans.some(({ name }) => name === 'GET /v1.0/teams'));
  });

  it('contains no secret and no text that a person wrote', () => {
    const sent = collector.received.map(({ body }) => body).join('\n');
    assert.ok(sent.includes('"charter"'));
    for (const text of [secret, token, 'hidden', NAME, CALLERS.owner.name, 'Bearer']) {
      assert.ok(text.length > 3 && !sent.includes(text), text);
    }
  });

  it('is sent to /v1/traces', () => {
    assert.deepEqual([...new Set(collector.received.map(({ path }) => path))], ['/v1/traces']);
  });
});
