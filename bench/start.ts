/**
 * Measures a warm start without the start of the embedded PostgreSQL, compared with the start of a bare server, and the
 * memory of the idle service.
 */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/persistence/embedded-postgres.ts';
import { makeDataDirectory } from '../server/test/data-directory.ts';
import { type Measurement, measureAlternately, median } from './measurement.ts';
import { type RunningProgram, startProgram } from './service.ts';

const MAIN = join(import.meta.dirname, '../server/charter.js');
const BARE = join(import.meta.dirname, 'bare-server.ts');
/** The bare server connects to its database and its issuer at the first request, so a start needs neither. */
const BARE_SETTINGS = {
  BARE_DATABASE_URL: 'postgres://127.0.0.1:1/none',
  BARE_JWKS: 'http://127.0.0.1:1/jwks',
  BARE_ISSUER: 'http://127.0.0.1:1',
  BARE_AUDIENCE: 'none',
  BARE_QUERY: 'select',
};
/** Time in which a node releases the memory of its start (server/src/composition/idle-memory.ts). */
const IDLE_MILLISECONDS = 10_000;
const IDLE_ROUNDS = 3;

/** Time limit for a start. A service that is not ready by then fails the benchmark. */
const READY_MILLISECONDS = 60_000;

/** Resolves when the service is ready. @throws Error after READY_MILLISECONDS */
export async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_MILLISECONDS;
  for (;;) {
    if (performance.now() > deadline) throw new Error(`${url} did not get ready.`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
  }
}

/** Returns the resident set size of a process in MiB, from /proc. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error('This system has no /proc/<pid>/status with VmRSS.');
  return Number(kilobytes) / 1024;
}

export async function measureStart(): Promise<Measurement[]> {
  const folder = await makeDataDirectory('charter-bench-');
  const env = { PORT: '0', CHARTER_DATA_DIR: folder, CHARTER_LOG_LEVEL: 'error' };
  const withService = async <T>(use: (service: RunningProgram) => Promise<T>): Promise<T> => {
    const service = await startProgram(MAIN, ['serve'], env);
    try {
      return await use(service);
    } finally {
      await service.stop();
    }
  };
  try {
    // The first start is cold: it creates the cluster and the sample organisations.
    await withService(async () => undefined);

    const seconds = await measureAlternately({
      service: async () => {
        const began = performance.now();
        return withService(async ({ url }) => {
          await untilReady(url);
          return (performance.now() - began) / 1000;
        });
      },
      postgres: async () => {
        const began = performance.now();
        const server = await startEmbeddedPostgres({ dataDirectory: folder });
        const took = (performance.now() - began) / 1000;
        await server.stop();
        return took;
      },
      bare: async () => {
        const began = performance.now();
        const server = await startProgram(BARE, [], BARE_SETTINGS);
        const took = (performance.now() - began) / 1000;
        await server.stop();
        return took;
      },
    });

    const memory: number[] = [];
    for (let round = 0; round < IDLE_ROUNDS; round += 1) {
      const megabytes = await withService(async (service) => {
        await untilReady(service.url);
        await new Promise((resolve) => setTimeout(resolve, IDLE_MILLISECONDS));
        return residentMegabytes(service.process.pid as number);
      });
      memory.push(megabytes);
    }

    return [
      {
        name: 'warm start to /readyz without the embedded PostgreSQL, against the start of a bare server',
        value: (seconds.service - seconds.postgres) / seconds.bare,
        limit: 7,
        comparison: 'atMost',
        unit: 'times',
        detail: { 'service s': seconds.service, 'postgres s': seconds.postgres, 'bare s': seconds.bare },
      },
      {
        name: 'resident memory of the idle service',
        value: median(memory),
        limit: 180,
        comparison: 'atMost',
        unit: 'MB',
        detail: { 'least MB': Math.min(...memory), 'most MB': Math.max(...memory) },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
