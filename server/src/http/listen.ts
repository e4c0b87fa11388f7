/** Listening, and what the operator is told when it is not possible. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CharterError } from '../kernel/errors.ts';

export interface Address {
  host: string;
  /** 0: a free one. */
  port: number;
}

const REASONS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Something listens on port ${port} of ${host} already. Stop it, or set PORT to another port.`,
  EACCES: ({ port }) => `Port ${port} is not open to this user. Set PORT to one from 1024 on.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is no address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is no address, nor a name that has one.`,
};

/** An error of `listen` in words for the operator. */
function toOperator(error: unknown, address: Address): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code]?.(address) : undefined;
  return reason === undefined ? error : new CharterError('Conflict', reason, { cause: error });
}

/**
 * Listens for a moment: a start that must fail should do so before it makes anything, such as the secrets of
 * the sample apps, which are shown once.
 * @throws Conflict with a sentence for the operator
 */
export async function assertCanListen(address: Address): Promise<void> {
  const server = createServer().listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw toOperator(error, address);
  }
  server.close();
  await once(server, 'close');
}
