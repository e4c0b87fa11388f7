/**
 * Checks that the table of addresses in docs/operations.md lists every route of the service, and says whether it needs
 * a sign-in.
 */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { startTeamService, type TeamService } from './team-service.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/operations.md');

interface Row {
  /** Addresses; `*` at the end stands for any further text. */
  addresses: string[];
  needsCredentials: boolean;
  /** Whether only an optional part, which the service of the test lacks, adds the address. */
  isOptional: boolean;
}

/** Reads the rows of the section "Public addresses". */
function readRows(): Row[] {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split('### Public addresses\n');
  const lines = (section.split('\n#')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const [, names = '', use = '', credentials = ''] = line.split('|').map((cell) => cell.trim());
    return {
      addresses: [...names.matchAll(/`([^`]+)`/g)].map(([, address]) => address as string),
      needsCredentials: credentials !== 'no',
      isOptional: use.startsWith('with Microsoft 365') || use.startsWith('with a client secret'),
    };
  });
}

const matches = (pattern: string, address: string): boolean =>
  pattern.endsWith('/*')
    ? address === pattern.slice(0, -2) || address.startsWith(pattern.slice(0, -1))
    : address === pattern;

describe('the addresses of the service', () => {
  const routes: RouteOptions[] = [];
  const rows = readRows();
  let service: TeamService;
  const collect = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  before(async () => {
    subscribe('fastify.initialization', collect);
    service = await startTeamService();
    unsubscribe('fastify.initialization', collect);
  });
  after(() => service.close());

  const rowOf = (address: string): Row | undefined =>
    rows.find(({ addresses }) => addresses.some((pattern) => matches(pattern, address)));

  it('are all in the table of docs/operations.md, which has no others', () => {
    assert.ok(routes.length > 100);
    const missing = routes.map(({ url }) => url).filter((url) => rowOf(url) === undefined);
    assert.deepEqual(missing, []);
    const needed = rows.filter(({ isOptional }) => !isOptional).flatMap(({ addresses }) => addresses);
    // The router rewrites the base path /api/v1.0, so no route has it.
    const unused = needed.filter(
      (pattern) => pattern !== '/api/v1.0/*' && !routes.some(({ url }) => matches(pattern, url)),
    );
    assert.deepEqual(unused, []);
  });

  it('respond with 401 without credentials where docs/operations.md says so, and nowhere else', async () => {
    const wrong: string[] = [];
    for (const { method, url } of routes) {
      if (method !== 'GET') continue;
      const address = new URL(url.replaceAll(/:\w+/g, '1').replace('*', ''), service.url);
      const { status } = await fetch(address, { redirect: 'manual' });
      if ((status === 401) !== rowOf(url)?.needsCredentials) wrong.push(`${url} ${status}`);
    }
    assert.deepEqual(wrong, []);
  });
});
