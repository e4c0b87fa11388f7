/** An API node and a worker that can be killed and restarted at the same address. */
import { type Environment, freePort, RAISED_LIMITS, type Service, startNode } from './service.ts';
import { issueToken } from './tokens.ts';

type Part = 'api' | 'worker';

/** The processes to kill, in turn. */
const VICTIMS: readonly (readonly Part[])[] = [['api'], ['worker'], ['api', 'worker']];

export class KilledService {
  readonly #nodes = new Map<Part, Service>();
  readonly #environment: Environment;
  readonly url: string;
  /** Resolves when the API is reachable again. */
  up: Promise<void> = Promise.resolve();

  private constructor(environment: Environment, port: string) {
    this.#environment = environment;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * @param folder data directory of the nodes, which all restarts use
   * @param secretKey the installation's key, which encrypts secrets in the database
   */
  static async start(databaseUrl: string, folder: string, secretKey: string): Promise<KilledService> {
    const port = String(await freePort());
    const environment = {
      ...RAISED_LIMITS,
      DATABASE_URL: databaseUrl,
      CHARTER_DATA_DIR: folder,
      CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
      CHARTER_LOG_LEVEL: 'error',
      CHARTER_SECRET_KEY: secretKey,
    };
    const service = new KilledService(environment, port);
    await service.#start('api');
    await service.#start('worker');
    return service;
  }

  async #start(part: Part): Promise<void> {
    const port = part === 'api' ? { PORT: new URL(this.url).port } : {};
    const environment = { ...this.#environment, ...port };
    this.#nodes.set(part, await startNode({ environment, args: [`--services=${part}`] }));
  }

  token(userPrincipalName: string): Promise<string> {
    const environment = { ...this.#environment, CHARTER_URL: this.url };
    return issueToken({ environment }, { user: userPrincipalName });
  }

  /** Kills the processes of this round with SIGKILL, and restarts them. */
  async killAndRestart(round: number): Promise<void> {
    const victims = VICTIMS[round % VICTIMS.length] ?? [];
    const restarted = this.#killAll(victims).then(() =>
      Promise.all(victims.map((part) => this.#start(part))).then(() => undefined),
    );
    this.up = restarted;
    await restarted;
  }

  async #killAll(victims: readonly Part[]): Promise<void> {
    await Promise.all(victims.map((part) => this.#nodes.get(part)?.stop('SIGKILL')));
    for (const part of victims) this.#nodes.delete(part);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map((node) => node.stop()));
    this.#nodes.clear();
  }
}
