/** Two API nodes and two workers that can be killed and restarted at the same addresses. */
import { readFileSync } from 'node:fs';
import { type Environment, freePort, RAISED_LIMITS, type Service, startNode } from './service.ts';
import { issueToken } from './tokens.ts';

type Part = 'api' | 'worker';
type Place = 'first api' | 'second api' | 'first worker' | 'second worker';

const PLACES: Readonly<Record<Place, Part>> = {
  'first api': 'api',
  'second api': 'api',
  'first worker': 'worker',
  'second worker': 'worker',
};
const APIS: readonly Place[] = ['first api', 'second api'];

/** The nodes to kill, in turn. */
const VICTIMS: readonly (readonly Place[])[] = [
  ['first api'],
  ['first worker'],
  ['second api', 'second worker'],
  ['first worker', 'second worker'],
  ['second api'],
  ['first api', 'first worker'],
  ['second worker'],
  ['first api', 'second api'],
  ['first api', 'second api', 'first worker', 'second worker'],
];

/** Age at which a token is replaced. Tokens of the embedded issuer are valid for an hour. */
const TOKEN_MILLISECONDS = 20 * 60_000;

interface RunningNode {
  service: Service;
  port: string;
  isUp: boolean;
}

/** Returns the resident memory of a process in mebibytes, from Linux's /proc; undefined elsewhere. */
function residentMebibytes(pid: number | undefined): number | undefined {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

export class KilledService {
  readonly #nodes = new Map<Place, RunningNode>();
  readonly #environment: Environment;
  readonly #ports: Readonly<Record<Place, string>>;
  readonly #tokens = new Map<string, { token: Promise<string>; issuedAt: number }>();
  #next = 0;
  /** Address that callers use. `fetch` sends their requests to an API node that runs. */
  readonly url: string;
  /** Resolves when an API node is reachable again. */
  up: Promise<void> = Promise.resolve();
  /** Number of SIGKILLs. */
  kills = 0;
  /** Resident memory of each killed node in mebibytes, in the order of the kills. */
  readonly residentMebibytes: number[] = [];

  private constructor(environment: Environment, ports: Record<Place, string>) {
    this.#environment = environment;
    this.#ports = ports;
    this.url = environment.CHARTER_PUBLIC_URL as string;
  }

  /**
   * @param folder data directory of the nodes, which all restarts use
   * @param secretKey the installation's key, which encrypts secrets in the database
   */
  static async start(databaseUrl: string, folder: string, secretKey: string): Promise<KilledService> {
    const ports = {} as Record<Place, string>;
    for (const place of Object.keys(PLACES) as Place[]) ports[place] = String(await freePort());
    const environment = {
      ...RAISED_LIMITS,
      DATABASE_URL: databaseUrl,
      CHARTER_DATA_DIR: folder,
      CHARTER_PUBLIC_URL: `http://127.0.0.1:${ports['first api']}`,
      CHARTER_LOG_LEVEL: 'error',
      CHARTER_SECRET_KEY: secretKey,
    };
    const service = new KilledService(environment, ports);
    for (const place of Object.keys(PLACES) as Place[]) await service.#start(place);
    return service;
  }

  async #start(place: Place): Promise<void> {
    const part = PLACES[place];
    const port = this.#ports[place];
    const environment = { ...this.#environment, PORT: port };
    const service = await startNode({ environment, args: [`--services=${part}`] });
    this.#nodes.set(place, { service, port, isUp: true });
  }

  /** Sends the request to the API nodes in turn, and to the other one while one is down, as a balancer does. */
  readonly fetch = (request: Request): Promise<Response> => {
    this.#next += 1;
    const running = APIS.flatMap((place) => this.#nodes.get(place) ?? []).filter(({ isUp }) => isUp);
    const { port } = running[this.#next % running.length] ?? { port: this.#ports['first api'] };
    const url = new URL(request.url);
    url.port = port;
    return fetch(new Request(url, request));
  };

  /** Returns a token of the person, which is renewed during long runs. */
  async token(userPrincipalName: string): Promise<string> {
    const known = this.#tokens.get(userPrincipalName);
    if (known !== undefined && Date.now() - known.issuedAt < TOKEN_MILLISECONDS) return known.token;
    const environment = { ...this.#environment, CHARTER_URL: this.url };
    const token = issueToken({ environment }, { user: userPrincipalName });
    this.#tokens.set(userPrincipalName, { token, issuedAt: Date.now() });
    return token;
  }

  /** Kills the nodes of this round with SIGKILL, and restarts them. */
  async killAndRestart(round: number): Promise<void> {
    const victims = VICTIMS[round % VICTIMS.length] ?? [];
    const restarted = this.#killAll(victims).then(() =>
      Promise.all(victims.map((place) => this.#start(place))).then(() => undefined),
    );
    if (APIS.every((place) => victims.includes(place))) this.up = restarted;
    await restarted;
  }

  async #killAll(victims: readonly Place[]): Promise<void> {
    await Promise.all(
      victims.map(async (place) => {
        const node = this.#nodes.get(place);
        if (node === undefined) return;
        const resident = residentMebibytes(node.service.pid);
        if (resident !== undefined) this.residentMebibytes.push(resident);
        node.isUp = false;
        this.kills += 1;
        await node.service.stop('SIGKILL');
        this.#nodes.delete(place);
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map(({ service }) => service.stop()));
    this.#nodes.clear();
  }
}
