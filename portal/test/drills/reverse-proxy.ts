/** Starts a reverse proxy with one of the configurations in deploy/proxies, adapted to this machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

const EXAMPLES = join(import.meta.dirname, '../../../deploy/proxies');
const START_MILLISECONDS = 20_000;
const RETRY_MILLISECONDS = 100;

/** Address of the clients of the drills. It differs from that of the proxy, 127.0.0.1. */
export const CLIENT_ADDRESS = '127.0.0.2';

export interface Ports {
  http: number;
  https: number;
  /** Ports of the two nodes. */
  nodes: readonly [number, number];
}

interface Product {
  /** File of the example for a host of its own, and for a path of a host. */
  files: readonly [string, string];
  /** Name of the Debian package. */
  package: string;
  /** Replaces the addresses and paths of the operator's machine. */
  adapt(configuration: string, ports: Ports, folder: string): string;
  command(file: string, folder: string): readonly [program: string, ...args: string[]];
}

const replaced = (text: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((current, [from, to]) => {
    if (!current.includes(from)) throw new Error(`The configuration does not contain ${from}.`);
    return current.replaceAll(from, to);
  }, text);

export const PRODUCTS: Readonly<Record<'nginx' | 'Caddy' | 'HAProxy', Product>> = {
  nginx: {
    files: ['nginx.conf', 'nginx-path.conf'],
    package: 'nginx-light',
    adapt: (text, { http, https }, folder) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      return replaced(text, [
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['listen 443 ', `listen 127.0.0.1:${https} `],
        ['http {\n', `pid ${folder}/nginx.pid;\n\nhttp {\n  access_log off;\n  ${temporary.join('\n  ')}\n`],
      ]);
    },
    command: (file, folder) => ['nginx', '-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;'],
  },
  Caddy: {
    files: ['Caddyfile', 'Caddyfile-path'],
    package: 'caddy',
    adapt: (text, { http, https }) =>
      replaced(text, [
        ['\nlocalhost {\n', `\nlocalhost:${https} {\n\tbind 127.0.0.1\n`],
        ['\n{\n', `\n{\n\tadmin off\n\thttp_port ${http}\n\tauto_https disable_redirects\n`],
      ]),
    command: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
  },
  HAProxy: {
    files: ['haproxy.cfg', 'haproxy-path.cfg'],
    package: 'haproxy',
    adapt: (text, { http, https }) =>
      replaced(text, [
        ['bind :80\n', `bind 127.0.0.1:${http}\n`],
        ['bind :443 ', `bind 127.0.0.1:${https} `],
      ]),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
};

export type ProductName = keyof typeof PRODUCTS;

/** Creates a self-signed certificate for `localhost`. */
function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'charter.key'), join(folder, 'charter.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...keyOptions, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  });
  const text = readFileSync(certificate, 'utf8');
  writeFileSync(join(folder, 'charter.pem'), text + readFileSync(key, 'utf8'));
  return text;
}

/** @throws Error that says how to install the program */
function assertInstalled(program: string, packageName: string): void {
  try {
    execFileSync('/bin/sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
  } catch (error) {
    throw new Error(
      `The drill needs the program ${program}. Install it: apt-get install --no-install-recommends ${packageName}`,
      { cause: error },
    );
  }
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ProxiedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export class ReverseProxy implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #certificate: string;
  readonly #port: number;
  #session: ClientHttp2Session | undefined;
  #output = '';
  readonly #kill = () => void this.#child.kill('SIGKILL');

  private constructor(child: ChildProcess, folder: string, certificate: string, port: number) {
    this.#child = child;
    this.#folder = folder;
    this.#certificate = certificate;
    this.#port = port;
    process.once('exit', this.#kill);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  /** @throws Error when the program is not installed, or does not start */
  static async start(name: ProductName, isBelowPath: boolean, ports: Ports): Promise<ReverseProxy> {
    const { files, package: packageName, adapt, command } = PRODUCTS[name];
    const folder = mkdtempSync(join(tmpdir(), 'charter-proxy-'));
    // The workers of nginx run as another user.
    chmodSync(folder, 0o755);
    const file = join(folder, 'configuration');
    const [program, ...args] = command(file, folder);
    assertInstalled(program, packageName);
    const certificate = makeCertificate(folder);
    const example = readFileSync(join(EXAMPLES, files[isBelowPath ? 1 : 0]), 'utf8');
    const local = replaced(example, [
      [isBelowPath ? 'intranet.example.com' : 'charter.example.com', 'localhost'],
      ['/etc/charter/tls/', `${folder}/`],
      ['10.0.0.11:3000', `127.0.0.1:${ports.nodes[0]}`],
      ['10.0.0.12:3000', `127.0.0.1:${ports.nodes[1]}`],
    ]);
    writeFileSync(file, adapt(local, ports, folder));
    mkdirSync(join(folder, 'data'));
    const child = spawn(program, args, {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        XDG_DATA_HOME: join(folder, 'data'),
        XDG_CONFIG_HOME: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const proxy = new ReverseProxy(child, folder, certificate, ports.https);
    await proxy.#untilItAnswers();
    return proxy;
  }

  async #untilItAnswers(): Promise<void> {
    const deadline = Date.now() + START_MILLISECONDS;
    for (;;) {
      try {
        await this.ask('/');
        return;
      } catch (error) {
        this.#session = undefined;
        if (this.#child.exitCode !== null || Date.now() > deadline)
          throw new Error(`The proxy does not answer:\n${this.#output}`, { cause: error });
        await delay(RETRY_MILLISECONDS);
      }
    }
  }

  get output(): string {
    return this.#output;
  }

  /** Opens a connection from CLIENT_ADDRESS that speaks HTTP/2. */
  async #connect(): Promise<ClientHttp2Session> {
    if (this.#session !== undefined && !this.#session.closed && !this.#session.destroyed)
      return this.#session;
    const socket = connectTls({
      ...{ host: '127.0.0.1', port: this.#port, localAddress: CLIENT_ADDRESS },
      ...{ servername: 'localhost', ca: this.#certificate, ALPNProtocols: ['h2'] },
    });
    await once(socket, 'secureConnect');
    if (socket.alpnProtocol !== 'h2') throw new Error(`The proxy speaks ${socket.alpnProtocol}, not HTTP/2.`);
    const session = connectHttp2(`https://localhost:${this.#port}`, { createConnection: () => socket });
    session.on('error', () => undefined);
    this.#session = session;
    return session;
  }

  async #open(path: string, { method = 'GET', headers = {}, body }: ProxiedRequest) {
    const session = await this.#connect();
    const stream = session.request({
      ':method': method,
      ':path': path,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    });
    // A proxy that rejects a body may end the stream before it has read all.
    stream.on('error', () => undefined);
    stream.end(body);
    const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }];
    return { stream: stream.setEncoding('utf8'), status: answer[':status'] ?? 0, headers: answer };
  }

  async ask(path: string, asked: ProxiedRequest = {}): Promise<Answer> {
    const { stream, status, headers } = await this.#open(path, asked);
    let body = '';
    for await (const part of stream) body += part;
    return { status, headers, body };
  }

  /** Resolves with the first part of a response that does not end, and aborts the request. */
  async firstPart(path: string, asked: ProxiedRequest = {}): Promise<Answer> {
    const { stream, status, headers } = await this.#open(path, asked);
    const [body] = (await once(stream, 'data')) as [string];
    const isOpen = !stream.readableEnded;
    stream.close();
    if (!isOpen) throw new Error('The response has ended.');
    return { status, headers, body };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#session?.destroy();
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, 'close');
      this.#child.kill('SIGTERM');
      await ended;
    }
    process.off('exit', this.#kill);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
