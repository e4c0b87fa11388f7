/**
 * Failed starts: they end with an error message, or at a signal.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const CHARTER = fileURLToPath(new URL('../server/bin/charter.js', import.meta.url));

function serve(environment: Record<string, string>) {
  const child = spawn(process.execPath, [CHARTER, 'serve', '--port', '0'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk));
  return { child, ended: once(child, 'close') as Promise<[number | null]>, errors: () => errors.join('') };
}

describe('a start that fails', () => {
  it('names a data directory that cannot be created', {
    skip: process.platform === 'linux' ? false : 'there is no /proc',
  }, async () => {
    const { ended, errors } = serve({ CHARTER_DATA_DIR: '/proc/x' });
    assert.deepEqual(await ended, [1, null]);
    assert.match(errors(), /^error: The data directory \/proc\/x cannot be made\. .*CHARTER_DATA_DIR\.$/m);
  });

  it('stops at SIGTERM while it waits for the database', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const connected = once(silent, 'connection') as Promise<[Socket]>;
    const { child, ended } = serve({ DATABASE_URL: `postgres://owner:x@127.0.0.1:${port}/charter` });
    const [socket] = await connected;
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    socket.destroy();
    silent.close();
  });

  it('ends with an error message when PostgreSQL asks for a password and none is set', async () => {
    const authentication = (code: number, text: string) => {
      const message = Buffer.alloc(9 + text.length);
      message.write('R');
      message.writeInt32BE(message.length - 1, 1);
      message.writeInt32BE(code, 5);
      message.write(text, 9);
      return message;
    };
    // Imitates a PostgreSQL server that asks for SCRAM-SHA-256 and never closes the connection.
    const postgres = createServer((socket) => {
      socket.once('data', () => {
        socket.write(authentication(10, 'SCRAM-SHA-256\0\0'));
        socket.once('data', () => socket.write(authentication(11, 'r=nonce,s=c2FsdA==,i=4096')));
      });
    }).listen(0, '127.0.0.1');
    await once(postgres, 'listening');
    const { port } = postgres.address() as AddressInfo;
    const { ended, errors } = serve({ DATABASE_URL: `postgres://owner@127.0.0.1:${port}/charter` });
    const end = await ended;
    postgres.close();
    assert.deepEqual(end, [5, null]);
    assert.match(
      errors(),
      /^error: PostgreSQL asks for a password.* DATABASE_URL, PGPASSWORD or ~\/\.pgpass\.$/m,
    );
  });

  it('warns of settings that are probably mistakes', async () => {
    const { ended, errors } = serve({
      CHARTER_DATA_DIR: '/dev/null/x',
      CHARTER_OIDC_ISUER: 'https://id.example',
    });
    await ended;
    assert.match(
      errors(),
      /^warning: CHARTER_OIDC_ISUER is no setting\. Did you mean CHARTER_OIDC_ISSUER\?$/m,
    );
  });
});
