/** Free TCP ports on 127.0.0.1. */
import { createServer } from 'node:net';

/** Listens for a moment; 0 asks for any free port. Undefined when the port is taken. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}

export const isFree = async (port: number): Promise<boolean> => (await tryPort(port)) !== undefined;

/** The preferred port when it is free, else another. */
export async function freePort(preferred: number | undefined): Promise<number> {
  const found = (preferred && (await tryPort(preferred))) || (await tryPort(0));
  if (!found) throw new Error('No TCP port is free on 127.0.0.1.');
  return found;
}
