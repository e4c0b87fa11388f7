/**
 * The first start of an organisation without sample data, with only the printed commands.
 * @long
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@charter/sdk';
import { charter, freePort, GIVEN_URL, type Service, startNode } from './service.ts';

const skip = GIVEN_URL === undefined ? false : 'needs a service of its own';

/** Runs a printed command as a person would: in a shell, in another folder, without the variables of the service. */
const inShell = (line: string) =>
  promisify(execFile)('/bin/sh', ['-c', line], { cwd: '/', env: { PATH: process.env.PATH } });

describe('a service without sample data', { skip }, () => {
  let folder: string;
  let environment: Record<string, string>;
  let service: Service;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-first-'));
    const PORT = String(await freePort());
    environment = { PORT, CHARTER_DATA_DIR: join(folder, 'data'), CHARTER_SAMPLE_DATA: 'off' };
    service = await startNode({ environment });
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const hint = (): string => service.output().trim().split('\n').at(-1) ?? '';
  const setUp = (...args: string[]) =>
    charter(service, ['setup', '--organisation', 'Contoso', '--name', 'Grace Hopper', ...args]);

  it('rejects a first person with an invalid mail address', async () => {
    const { code, stderr } = await setUp('--mail', 'grace');
    assert.notEqual(code, 0);
    assert.match(stderr, /must be an address/);
  });

  it('prints the command that creates the first person, who then administers the organisation', async () => {
    const [, line = ''] = /^There is nobody to sign in as yet\. .* with: (.*)$/.exec(hint()) ?? [];
    assert.match(line, / setup --organisation /);
    const { stdout } = await inShell(line.replace('you@your-domain.example', 'grace@contoso.example'));
    const [, tokenLine = ''] = /^For a script, get a token with: (.*)$/m.exec(stdout) ?? [];
    assert.match(stdout, /can sign in/);
    assert.match((await inShell(tokenLine)).stdout, /^ey/);
    const token = await charter(service, ['token', '--user', 'grace@contoso.example']);
    const client = createClient({ baseUrl: service.url, token: token.stdout.trim() });
    const me = await client.me.getMe();
    assert.deepEqual(
      [me.displayName, me.roles.includes('GLOBAL_ADMIN'), me.tenant.defaultDomainName],
      ['Your Name', true, 'contoso.example'],
    );
    const { value } = await client.audit.getAuditTrailRecords('security');
    assert.deepEqual(value.map(({ type }) => type).sort(), ['role_assigned', 'user_added']);
  });

  it('rejects the set-up of a second organisation', async () => {
    const { code, stderr } = await setUp('--mail', 'eve@fabrikam.example');
    assert.notEqual(code, 0);
    assert.match(stderr, /has the organisation .* already/);
  });

  it('prints how to sign in, and a command for scripts, at the next start', async () => {
    await service.stop();
    service = await startNode({ environment });
    const [, line = ''] = /^For a script, get a token with: (.*)$/.exec(hint()) ?? [];
    assert.match(line, /token --user grace@contoso\.example$/);
    assert.match(
      service.output(),
      /^Sign in there, or on the command line with: \S+charter login --url http:\S+$/m,
    );
    const { stdout } = await inShell(line);
    assert.match(stdout, /^ey/);
  });
});
