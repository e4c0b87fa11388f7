/** Failed starts: they end with an error message, or at a signal. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const CHARTER = fileURLToPath(new URL('../cli/bin/charter.js', import.meta.url));

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
