/** Starts a service for a benchmark, with its own database, issuer and process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { findRunningEmbeddedPostgres } from '../server/src/persistence/embedded-postgres.ts';
import { makeDataDirectory } from '../server/test/data-directory.ts';

/** An OpenID issuer on loopback that signs any claims. */
export interface BenchIssuer {
  issuer: string;
  jwksUri: string;
  tokenFor(claims: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export const AUDIENCE = 'charter-bench';

export async function startIssuer(): Promise<BenchIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwks = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' }],
  });
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const discovery = JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` });
    response.end(request.url === '/jwks' ? jwks : discovery);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    jwksUri: `${issuer}/jwks`,
    tokenFor: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'bench', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime('2h')
        .sign(privateKey),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A running program, which printed its address when it was ready. */
export interface RunningProgram {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

const ADDRESS = /https?:\/\/127\.0\.0\.1:\d+/;

/** @param ready what the program prints when it is ready; `url` is that text */
export async function startProgram(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready = ADDRESS,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = ready.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) =>
      reject(new Error(`${file} ended with ${code} before it was ready: ${output}`)),
    );
  });
  return { url, process: child, stop };
}

export interface BenchService extends RunningProgram {
  /** URL of the database for its owner. */
  ownerUrl: string;
  /** Path of its data directory. */
  folder: string;
}

const MAIN = join(import.meta.dirname, '../server/charter.js');

/** Settings of every service: rate limits above the load of any benchmark. */
const SETTINGS = {
  PORT: '0',
  CHARTER_LOG_LEVEL: 'warn',
  CHARTER_RATE_LIMIT_TIER_1: '1000000',
  CHARTER_RATE_LIMIT_TIER_2: '1000000',
  CHARTER_RATE_LIMIT_TIER_3: '1000000',
  CHARTER_RATE_LIMIT_TIER_3_PEOPLE: '1000000',
  CHARTER_RATE_LIMIT_ALL: '1000000',
  CHARTER_RATE_LIMIT_SCIM: '1000000',
};

/** Starts `charter serve` on its own data folder. */
export async function startService(env: NodeJS.ProcessEnv = {}): Promise<BenchService> {
  const folder = await makeDataDirectory('charter-bench-');
  const program = await startProgram(MAIN, ['serve'], { ...SETTINGS, CHARTER_DATA_DIR: folder, ...env });
  const ownerUrl = await findRunningEmbeddedPostgres(folder);
  if (ownerUrl === undefined) throw new Error('The service does not run on the embedded PostgreSQL.');
  return {
    ...program,
    ...{ ownerUrl, folder },
    stop: async () => {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a further node of a service, on its database and checkpoints. It needs the settings of the first one. */
export const startNode = (
  { ownerUrl, folder }: Pick<BenchService, 'ownerUrl' | 'folder'>,
  env: NodeJS.ProcessEnv,
): Promise<RunningProgram> =>
  startProgram(
    MAIN,
    ['serve'],
    { ...SETTINGS, DATABASE_URL: ownerUrl, CHARTER_DATA_DIR: folder, ...env },
    env.CHARTER_SERVICES === 'worker' ? /The worker of Charter is ready/ : ADDRESS,
  );
