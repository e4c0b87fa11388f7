/**
 * The client of every connection to PostgreSQL. It adds two features of libpq that pg lacks: it connects to the
 * writable one of several hosts, and `sslmode` has libpq's meaning (PostgreSQL manual, "Parameter Key Words"). Each
 * connection resolves the names and reads the certificate files again.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { text } from '../kernel/columns.ts';
import { urlsOfHosts } from '../kernel/database-url.ts';
import { statementsOn } from './connection.ts';

/** Longest wait for the response of one host. */
const RESPONSE_MILLISECONDS = 2_000;
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/** Returns the options of a URL with one host. */
function optionsOf(connectionString: string): pg.ClientConfig {
  const url = URL.parse(connectionString);
  const given = new URLSearchParams(url?.search);
  const mode = given.get('sslmode');
  if (url === null || mode === null) return { connectionString };
  for (const name of TLS_PARAMETERS) url.searchParams.delete(name);
  if (mode === 'disable') return { connectionString: url.href, ssl: false };
  const read = (name: string) => {
    const path = given.get(name);
    return path === null || path === 'system' ? undefined : readFileSync(path, 'utf8');
  };
  const [ca, cert, key] = [read('sslrootcert'), read('sslcert'), read('sslkey')];
  return {
    connectionString: url.href,
    ssl: {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert, key }),
      // With a root certificate, `require` verifies like `verify-ca`.
      rejectUnauthorized: mode !== 'require' || ca !== undefined,
      ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    },
  };
}

const READ_ONLY = '25006';

/**
 * Resolves with the server's address when it accepts writes.
 * @throws Error with the SQLSTATE 25006 when it is read-only
 */
async function askWritable(options: pg.ClientConfig): Promise<Pick<pg.Client, 'host' | 'port'>> {
  const limits = { connectionTimeoutMillis: RESPONSE_MILLISECONDS, query_timeout: RESPONSE_MILLISECONDS };
  const client = new pg.Client({ ...options, ...limits });
  // An error of the connection also rejects the statement below.
  client.on('error', () => undefined);
  const { host, port } = client;
  try {
    await client.connect();
    const isReadOnly = await statementsOn(client).first(
      text(),
    )`select current_setting('transaction_read_only')`;
    if (isReadOnly === 'off') return { host, port };
    throw Object.assign(new Error(`${host}:${port} is read-only`), { code: READ_ONLY });
  } finally {
    // Not awaited, because a server that does not respond never acknowledges it.
    client.end().catch(() => undefined);
  }
}

/** Asks all hosts at once, so that an unresponsive host does not delay the connection. */
const chooseHost = (hosts: readonly pg.ClientConfig[]) =>
  Promise.any(hosts.map(askWritable)).catch(({ errors }: AggregateError) => {
    const failures: NodeJS.ErrnoException[] = errors;
    const code = (failures.find((failure) => failure.code === READ_ONLY) ?? failures[0])?.code;
    const message = `No host of the URL accepts writes: ${failures.map((failure) => failure.message).join('; ')}`;
    throw Object.assign(new Error(message, { cause: failures[0] }), { code });
  });

/** The choices of a host that are in progress, by URL. Connections that open at the same time share one. */
const choices = new Map<string, ReturnType<typeof chooseHost>>();

export class DatabaseClient extends pg.Client {
  readonly #choose: () => Promise<Partial<Pick<pg.Client, 'host' | 'port'>>>;

  constructor({ connectionString = '', ...others }: pg.ClientConfig = {}) {
    let hosts: pg.ClientConfig[] = [];
    let choose = async () => ({});
    try {
      hosts = urlsOfHosts(connectionString).map(optionsOf);
      if (hosts.length > 1 || connectionString.includes('target_session_attrs=')) {
        choose = () => {
          const started = choices.get(connectionString);
          if (started !== undefined) return started;
          const choice = chooseHost(hosts).finally(() => choices.delete(connectionString));
          choices.set(connectionString, choice);
          return choice;
        };
      }
    } catch (error) {
      // No caller of a pool can catch an error thrown here, so a missing certificate fails the connection instead.
      choose = () => Promise.reject(error);
    }
    super({ ...others, ...hosts[0] });
    this.#choose = choose;
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client?: this) => void): void;
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | undefined {
    const connected = this.#choose().then(async (address) => {
      Object.assign(this, address);
      await super.connect();
      return this;
    });
    if (callback === undefined) return connected;
    connected.then(() => callback(null, this), callback);
    return undefined;
  }
}

/** Runs the work on a connection of its own, which then ends. An error of the connection fails the work's statement. */
export async function withConnection<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
  others: pg.ClientConfig = {},
): Promise<Result> {
  const client = new DatabaseClient({ connectionString, ...others });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
