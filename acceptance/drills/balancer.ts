/**
 * A balancer as operators use them: it polls /readyz of each node at an interval, sends requests to the ready ones in
 * turn over connections that it keeps open, and never repeats a request.
 */
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Backend {
  port: number;
  healthPort: number;
}

interface Member extends Backend {
  agent: Agent;
  isReady: boolean;
}

/** Headers of one connection (RFC 9110, section 7.6.1), which a proxy does not pass on. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

const passedOn = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));

export class Balancer {
  readonly #members: Member[];
  readonly #server: Server;
  readonly #polling: NodeJS.Timeout;
  readonly #waiting = new Set<() => void>();
  #next = 0;
  /** Requests that were cut, found no node, or got a 5xx. */
  readonly failures: string[] = [];
  requests = 0;

  private constructor(backends: readonly Backend[], pollMilliseconds: number) {
    this.#members = backends.map((backend) => ({
      ...backend,
      agent: new Agent({ keepAlive: true }),
      isReady: false,
    }));
    this.#server = createServer((request, response) => this.#forward(request, response));
    const poll = () => {
      for (const member of this.#members) void this.#poll(member, pollMilliseconds);
    };
    this.#polling = setInterval(poll, pollMilliseconds);
    poll();
  }

  static async start(backends: readonly Backend[], pollMilliseconds: number): Promise<Balancer> {
    const balancer = new Balancer(backends, pollMilliseconds);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when all nodes were ready at the last poll. */
  async allReady(): Promise<void> {
    while (!this.#members.every(({ isReady }) => isReady)) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#polling);
    this.#server.close();
    this.#server.closeAllConnections();
    for (const { agent } of this.#members) agent.destroy();
    await once(this.#server, 'close');
  }

  async #poll(member: Member, milliseconds: number): Promise<void> {
    const url = `http://127.0.0.1:${member.healthPort}/readyz`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(milliseconds) }).catch(() => undefined);
    await answer?.body?.cancel();
    member.isReady = answer?.status === 200;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    this.requests += 1;
    const { method = '', url: path = '/' } = request;
    const ready = this.#members.filter(({ isReady }) => isReady);
    this.#next += 1;
    const member = ready[this.#next % ready.length];
    const fail = (what: string): void => {
      this.failures.push(`${method} ${path}: ${what}`);
      if (!response.headersSent) response.writeHead(502);
      response.destroy();
    };
    if (member === undefined) {
      fail('no node is ready');
      return;
    }
    let hasGone = false;
    const { agent, port } = member;
    const headers = passedOn(request.headers);
    const onward = requestOf({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 500) this.failures.push(`${method} ${path}: ${statusCode} of port ${port}`);
      response.writeHead(statusCode, passedOn(answer.headers));
      answer.on('error', (error) => hasGone || fail(`cut: ${error.message}`));
      answer.pipe(response);
    });
    onward.on('error', (error) => hasGone || response.headersSent || fail(error.message));
    response.on('close', () => {
      // The client disconnected, which is not a failure of the node.
      if (response.writableFinished) return;
      hasGone = true;
      onward.destroy();
    });
    request.pipe(onward);
  }
}
