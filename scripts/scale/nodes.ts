/** One of the two compared databases, with the nodes that a run starts on it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { AUDIENCE, type BenchIssuer, type RunningProgram, startNode } from '../../bench/service.ts';
import { freePort } from '../../server/src/persistence/embedded-postgres.ts';
import type { TenantSize } from './sizes.ts';

/** A filled database, the small or the large one of the comparison. */
export interface FilledDatabase {
  name: 'small' | 'large';
  ownerUrl: string;
  /** Data folder of its nodes: signing key and checkpoints. */
  folder: string;
  tenants: readonly TenantSize[];
  /** The tenant that is compared: of about the same size in both databases. */
  tenant: TenantSize;
  owner: pg.Client;
}

/** Lifecycle runs begin only where a run asks for them. */
const ENVIRONMENT = { CHARTER_SAMPLE_DATA: 'off', CHARTER_LIFECYCLE_HOURS: 'off' };

/** Starts a node that serves the API for tokens of the issuer. */
export const startApi = (
  database: FilledDatabase,
  issuer: BenchIssuer,
  services = 'api',
): Promise<RunningProgram> =>
  startNode(database, {
    ...ENVIRONMENT,
    CHARTER_SERVICES: services,
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: AUDIENCE,
  });

/** A node without the API. Without an issuer it may send webhooks to loopback. */
export interface Worker extends RunningProgram {
  /** Reads a gauge or counter without labels from its page of metrics. */
  metric(name: string): Promise<number>;
}

export async function startWorker(database: FilledDatabase, env: NodeJS.ProcessEnv = {}): Promise<Worker> {
  const port = String(await freePort());
  const node = await startNode(database, {
    ...ENVIRONMENT,
    CHARTER_SERVICES: 'worker',
    CHARTER_HEALTH_PORT: port,
    ...env,
  });
  return {
    ...node,
    async metric(name) {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`);
      const line = (await response.text()).split('\n').find((candidate) => candidate.startsWith(`${name} `));
      if (line === undefined) throw new Error(`The metric ${name} is missing.`);
      return Number(line.slice(name.length + 1));
    },
  };
}

/** Returns the first number of the first row. */
export async function count(owner: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await owner.query({ text, values, rowMode: 'array' });
  return Number(rows[0]?.[0] ?? 0);
}

/**
 * Polls a number until it is zero. Returns the seconds from its first decrease to zero, and the decrease: work that a
 * timer begins has no other sign of its start.
 * @throws Error after `seconds`
 */
export async function untilNone(
  read: () => Promise<number>,
  seconds: number,
): Promise<{ seconds: number; done: number }> {
  const first = await read();
  const deadline = performance.now() + seconds * 1000;
  let began = performance.now();
  let before = first;
  for (;;) {
    const left = await read();
    const now = performance.now();
    if (left === 0) return { seconds: (now - began) / 1000, done: first };
    if (left === first) began = now;
    before = Math.min(before, left);
    if (now > deadline) throw new Error(`${before} of ${first} were left after ${seconds} s.`);
    await delay(50);
  }
}

/** Clock ticks of Linux per second. */
const TICKS = 100;

/** Returns the CPU seconds of a process so far, with those of its ended children. */
async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / TICKS;
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (child) => {
      const text = await readFile(`/proc/${child}/stat`, 'utf8').catch(() => '');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === pid);
}

/** Returns the CPU seconds of the PostgreSQL server on a data folder. */
export async function postgresCpuSeconds(dataDirectory: string): Promise<number> {
  const pid = Number((await readFile(join(dataDirectory, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
  const children = await childrenOf(pid);
  const seconds = await Promise.all([pid, ...children].map(cpuSeconds));
  return seconds.reduce((sum, one) => sum + one, 0);
}

export const nodeCpuSeconds = ({ process: { pid } }: RunningProgram): Promise<number> =>
  cpuSeconds(pid as number);
