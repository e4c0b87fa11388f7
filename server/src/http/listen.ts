/** Checks that the service can listen, and reports errors to the operator. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CharterError } from '../kernel/errors.ts';

export interface Address {
  host: string;
  /** Settings that name host and port. Default: those of the API. */
  settings?: { host: string; port: string };
  /** Port to listen at; 0 for any free port. */
  port: number;
}

const REASONS: Readonly<Record<string, (address: Required<Address>) => string>> = {
  EADDRINUSE: ({ host, port, settings }) =>
    `Port ${port} of ${host} is in use. Stop the process that listens on it, or set ${settings.port} to another port.`,
  EACCES: ({ port, settings }) =>
    `Port ${port} is not open to this user. Set ${settings.port} to one from 1024 on.`,
  EADDRNOTAVAIL: ({ host, settings }) => `${settings.host} ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host, settings }) =>
    `${settings.host} ${host} is not an address, and its name does not resolve.`,
};

const OF_API = { host: 'HOST', port: 'PORT' };

/** Translates an error of `listen` into a sentence for the operator. */
export function listenError(error: unknown, { host, port, settings = OF_API }: Address): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code]?.({ host, port, settings }) : undefined;
  return reason === undefined ? error : new CharterError('Conflict', reason, { cause: error });
}

/**
 * Listens for a moment, so that a service that can't listen stops before it creates secrets that are shown only once.
 * @throws Conflict with a sentence for the operator
 */
export async function assertCanListen(address: Address): Promise<void> {
  const server = createServer().listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, address);
  }
  server.close();
  await once(server, 'close');
}
