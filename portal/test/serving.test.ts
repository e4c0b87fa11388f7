/** Tests the delivery of the portal by the service: headers, compressed files, and the size of the first page. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openService, type Service } from '../../acceptance/service.ts';
import { pathsWith } from './router-paths.ts';

const BUILT = join(import.meta.dirname, '../dist');
const FIRST_PAGE_BYTES = 240_000;

/** Addresses of the router's pages, with `1` for each id. */
const ADDRESSES = pathsWith('1');

let service: Service;
before(async () => {
  service = await openService();
});
after(() => service?.stop());

/** Sends a GET and returns status and headers. Unlike `fetch`, it keeps the body compressed. */
const head = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown> }>((resolve, reject) => {
    request(`${service.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers });
    })
      .on('error', reject)
      .end();
  });

describe('the portal', () => {
  it('allows no inline script and no other origin', async () => {
    for (const path of ['/', '/approvals/1', '/request/project', '/auth/callback?code=1']) {
      const { status, headers } = await head(path);
      assert.equal(status, 200, path);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'; script-src 'self';/);
      assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.equal(headers['cache-control'], 'no-cache');
    }
  });

  it('responds with 200 to the address of every page', async () => {
    const statuses = await Promise.all(ADDRESSES.map(async (path) => [path, (await head(path)).status]));
    assert.ok(ADDRESSES.length > 0);
    assert.deepEqual(
      statuses.filter(([, status]) => status !== 200),
      [],
    );
  });

  it('sends compressed files that are cached for a year', async () => {
    const page = await (await fetch(service.url)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    const { status, headers } = await head(script, { 'accept-encoding': 'br, gzip' });
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  });

  it('responds with 404 to an unknown address and an unknown file', async () => {
    assert.equal((await head('/nowhere')).status, 404);
    assert.equal((await head('/assets/nothing.js')).status, 404);
    assert.equal((await head('/assets/..%2f..%2fpackage.json')).status, 404);
  });

  it('responds to an unknown address with a page for browsers, and with JSON for other clients', async () => {
    const asked = (accept: string) => fetch(`${service.url}/nope`, { headers: { accept } });
    const page = await asked('text/html,application/xhtml+xml,*/*;q=0.8');
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    assert.match(await page.text(), /id="portal"/);
    const program = await asked('application/json');
    assert.deepEqual(
      [program.status, ((await program.json()) as { error: { code: string } }).error.code],
      [404, 'NotFound'],
    );
    const operation = await fetch(`${service.url}/v1.0/nope`, { headers: { accept: 'text/html' } });
    assert.match(operation.headers.get('content-type') ?? '', /json/);
  });

  it('publishes the issuer for the sign-in', async () => {
    const settings = await (await fetch(`${service.url}/portal.json`)).json();
    assert.deepEqual(settings, {
      issuer: `${service.url}/oidc`,
      clientId: 'charter-portal',
      scope: 'openid profile email',
      parameters: {},
      token: 'access_token',
    });
  });
});

describe('the first page', () => {
  it(`loads at most ${FIRST_PAGE_BYTES} bytes of script, compressed by gzip`, () => {
    const chunks = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string; imports?: string[] }
    >;
    const loaded = new Set<string>();
    const load = (name: string): void => {
      if (loaded.has(name)) return;
      loaded.add(name);
      chunks[name]?.imports?.forEach(load);
    };
    for (const entry of [
      'index.html',
      'src/features/home/HomePage.tsx',
      'messages/en.json?first',
      'src/app/themes/light.ts',
    ]) {
      assert.ok(chunks[entry], entry);
      load(entry);
    }
    const sizes = [...loaded].map((name) => statSync(join(BUILT, `${chunks[name]?.file}.gz`)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes <= FIRST_PAGE_BYTES, `${bytes} bytes`);
  });
});
