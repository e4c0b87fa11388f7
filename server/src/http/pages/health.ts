/** Pages for operators: /livez, /healthz, /readyz and /metrics (docs/specification.md, section 1). */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { BUILD } from '../../kernel/build.ts';
import { withinTime } from '../../kernel/deadline.ts';

/** A part that the node depends on; `check` rejects when it is not available. */
export interface ReadinessCheck {
  name: 'database' | 'queue' | 'suite' | 'checkpoints';
  /** Resolves to a sentence when the part is degraded. Anybody can read the sentence, so it contains no names. */
  check(): Promise<unknown>;
}

/** The error of a check whose message anybody may read. The private detail is in `cause`, for the log. */
export class NotReady extends Error {}

const CHECK_TIMEOUT_MILLISECONDS = 2_000;

interface CheckResult {
  name: string;
  state: string;
  /** Why the node is not ready because of this part; undefined when the part is available. */
  reason?: string;
}

interface HealthLog {
  warn(details: object, message: string): void;
}

async function runCheck({ name, check }: ReadinessCheck, log: HealthLog): Promise<CheckResult> {
  try {
    const note = await withinTime(check(), CHECK_TIMEOUT_MILLISECONDS, () => new Error('no answer in time'));
    return { name, state: typeof note === 'string' ? note : 'ok' };
  } catch (error) {
    log.warn({ err: error, part: name }, 'This node is not ready, because a part is not available.');
    const reason = error instanceof NotReady ? error.message : `The ${name} is not available; see the log.`;
    return { name, state: 'unavailable', reason };
  }
}

/** The response of /readyz. */
export interface Readiness {
  status: 'starting' | 'ready' | 'not ready' | 'stopping';
  /** Why the node is not ready; undefined when it is ready. */
  reason?: string;
  /** The state of each part: `ok`, `unavailable`, or a sentence that says how it is degraded. */
  checks?: Record<string, string>;
}

/** The health of one node, from before it reaches the database until it exits. */
export class NodeHealth {
  readonly #log: HealthLog;
  #phase: Readiness | undefined = { status: 'starting', reason: 'The node is starting.' };
  #checks: readonly ReadinessCheck[] = [];
  /** Concurrent probes share one round of checks. */
  #running: Promise<CheckResult[]> | undefined;

  constructor(log: HealthLog) {
    this.#log = log;
  }

  /** Sets the reason for which the start waits, shown by `/readyz`. */
  waitFor(reason: string): void {
    if (!this.isStopping) this.#phase = { status: 'starting', reason };
  }

  /** Ends the start: from now on, the checks decide. */
  started(checks: readonly ReadinessCheck[]): void {
    this.#checks = checks;
    if (!this.isStopping) this.#phase = undefined;
  }

  /** Makes the node unready until it exits. */
  stop(): void {
    this.#phase = { status: 'stopping', reason: 'The node is stopping.' };
  }

  get isStopping(): boolean {
    return this.#phase?.status === 'stopping';
  }

  async readiness(): Promise<Readiness> {
    if (this.#phase !== undefined) return this.#phase;
    this.#running ??= Promise.all(this.#checks.map((check) => runCheck(check, this.#log))).finally(() => {
      this.#running = undefined;
    });
    const results = await this.#running;
    // The node may have begun to stop during the checks.
    if (this.#phase !== undefined) return this.#phase;
    const checks = Object.fromEntries(results.map(({ name, state }) => [name, state]));
    const reasons = results.flatMap(({ reason }) => reason ?? []);
    return reasons.length === 0
      ? { status: 'ready', checks }
      : { status: 'not ready', reason: reasons.join(' '), checks };
  }
}

export interface Page {
  status: number;
  type: string;
  body: string;
}

/** The pages of a node, by path. The API and the health listener serve the same ones. */
export type Pages = Readonly<Record<`/${string}`, () => Promise<Page>>>;

const json = (status: number, content: object): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(content),
});

/** @param metrics returns the page with the metrics of the node */
export function healthPages(health: NodeHealth, metrics: () => Promise<Page>): Pages {
  const isAlive = async (): Promise<Page> => json(200, { status: 'ok', ...BUILD });
  return {
    '/livez': isAlive,
    '/healthz': isAlive,
    '/readyz': async () => {
      const readiness = await health.readiness();
      return json(readiness.status === 'ready' ? 200 : 503, readiness);
    },
    '/metrics': metrics,
  };
}

/** Serves the pages in addition to the operations. */
export function addPages(app: FastifyInstance, pages: Pages): void {
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const { status, type, body } = await page();
      return reply.status(status).type(type).serializer(String).send(body);
    });
  }
}

/**
 * Closes each connection of a stopping node with its next response, so that clients and proxies open new ones, to
 * another node (RFC 9112, section 9.6). A request in progress counts too: its connection would stay open otherwise.
 */
export function closeConnectionsOf(app: FastifyInstance, health: NodeHealth): void {
  const close = ({ raw }: FastifyReply): void => {
    // Set on Node's response, so that it also holds for responses that bypass Fastify.
    if (health.isStopping && !raw.headersSent) raw.setHeader('connection', 'close');
  };
  app.addHook('onRequest', (_request, reply, done) => {
    close(reply);
    done();
  });
  app.addHook('onSend', (_request, reply, _body, done) => {
    close(reply);
    done();
  });
}
