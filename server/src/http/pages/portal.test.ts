import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fastify from 'fastify';
import { addPortal } from './portal.ts';

const settings = {
  issuer: 'https://issuer.example/realm',
  clientId: 'portal',
  scope: 'openid',
  parameters: {},
  token: 'access_token',
} as const;

test('the portal serves the page of the latest build, or of the previous one while a build runs', async (context) => {
  const built = mkdtempSync(join(tmpdir(), 'charter-portal-'));
  const index = join(built, 'index.html');
  const app = fastify();
  context.after(async () => {
    await app.close();
    rmSync(built, { recursive: true });
  });
  mkdirSync(join(built, 'assets'));
  writeFileSync(index, 'first build');
  const origins = async () => ['https://issuer.example', 'https://tokens.example'];
  await app.register(async (part) => addPortal(part, () => settings, { built, origins }));
  const policy = (await app.inject('/teams')).headers['content-security-policy'];
  assert.match(String(policy), /connect-src 'self' https:\/\/issuer.example https:\/\/tokens.example;/);
  const read = async (): Promise<string> => (await app.inject('/teams')).body;
  assert.equal(await read(), 'first build');
  rmSync(index);
  assert.equal(await read(), 'first build');
  writeFileSync(index, 'second build');
  assert.equal(await read(), 'second build');
});
