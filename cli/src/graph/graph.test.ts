import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT_PERMISSIONS, GRAPH_FEATURES, permissionsFor } from '@charter/server/graph';
import { createStandInWorld, type StandInWorld } from '../../../server/test/graph/stand-in-world.ts';
import { charter } from '../run-charter.ts';
import { FEATURES } from './features.ts';

const NEEDED = permissionsFor().map(({ name }) => name);

describe('charter graph', () => {
  let world: StandInWorld;
  before(async () => {
    world = await createStandInWorld();
  });
  after(() => world.standIn.stop());

  /** Registers an app with these permissions, and checks it. */
  async function check(roles: string[], args: string[] = [], settings: Record<string, string> = {}) {
    const clientId = `client-${world.standIn.registrations.length}`;
    const secret = 'a secret';
    world.standIn.registrations.push({ clientId, tenantId: world.tenant.id, roles, secret });
    return charter(['graph', 'check', ...args], {
      CHARTER_SUITE: 'graph',
      CHARTER_GRAPH_TENANT: world.tenant.id,
      CHARTER_GRAPH_CLIENT_ID: clientId,
      CHARTER_GRAPH_CLIENT_SECRET: secret,
      CHARTER_GRAPH_URL: world.standIn.url,
      CHARTER_GRAPH_AUTHORITY: world.standIn.authorityUrl,
      ...settings,
    });
  }

  it('accepts the least permissions', async () => {
    const { code, stdout, stderr } = await check(NEEDED, ['--strict']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Signed in to Contoso/);
    assert.equal(stdout.match(/ granted /g)?.length, NEEDED.length);
  });

  it('names what is missing, what a higher permission covers, and what is too much', async () => {
    const roles = NEEDED.filter((name) => name !== 'Channel.Create' && name !== 'User.Read.All');
    const { code, stdout, stderr } = await check([...roles, 'Directory.Read.All', 'Mail.Send']);
    assert.equal(code, 1);
    assert.match(stdout, /^User\.Read\.All +by Directory\.Read\.All/m);
    assert.match(stdout, /^Channel\.Create +missing/m);
    assert.match(stderr, /Not needed: Directory\.Read\.All, Mail\.Send/);
    assert.match(stderr, /Missing: Channel\.Create\./);
  });

  it('needs no permission of a feature that is not used', async () => {
    const roles = NEEDED.filter((name) => name !== 'Reports.Read.All');
    assert.equal((await check(roles)).code, 1);
    assert.equal((await check(roles, ['--without', 'activity'])).code, 0);
  });

  it('says why Entra refuses the sign-in', async () => {
    const wrong = await check(NEEDED, [], { CHARTER_GRAPH_CLIENT_SECRET: 'wrong' });
    assert.equal(wrong.code, 3);
    assert.match(wrong.stderr, /AADSTS7000215.*Copy its value, not its id/);
    const unknown = await check(NEEDED, [], { CHARTER_GRAPH_CLIENT_ID: 'nobody' });
    assert.equal(unknown.code, 3);
    assert.match(unknown.stderr, /CHARTER_GRAPH_CLIENT_ID/);
  });

  it('asks for the settings when the suite is another one', async () => {
    const { code, stderr } = await charter(['graph', 'check']);
    assert.equal(code, 2);
    assert.match(stderr, /CHARTER_SUITE=graph/);
  });

  it('prints a script that a shell can read, with the least permissions', async () => {
    const { stdout, code } = await charter([
      ...['graph', 'register', '--without', 'labels', '--account', '--name', "Ada's"],
    ]);
    assert.equal(code, 0);
    execFileSync('sh', ['-n'], { input: stdout });
    for (const { name } of ACCOUNT_PERMISSIONS) assert.ok(stdout.includes(name), name);
    for (const name of NEEDED) assert.equal(stdout.includes(name), name !== 'SensitivityLabel.Read', name);
  });

  it('names in the guide the permissions that are needed, and no others', () => {
    const guide = readFileSync(new URL('../../../docs/microsoft-365.md', import.meta.url), 'utf8');
    const [, loop = ''] = /for permission in (.*?)\ndo\n/s.exec(guide) ?? [];
    assert.deepEqual(loop.split(/[\s\\]+/).toSorted(), NEEDED.toSorted());
    for (const name of NEEDED) assert.ok(guide.includes(`\`${name}\``), name);
  });

  it('names in the guide the permissions of the connected account', () => {
    const guide = readFileSync(new URL('../../../docs/microsoft-365.md', import.meta.url), 'utf8');
    for (const { name } of ACCOUNT_PERMISSIONS) assert.ok(guide.includes(`| \`${name}\` |`), name);
  });

  it('offers every feature but the teams themselves', () => {
    assert.deepEqual([...FEATURES], [...GRAPH_FEATURES]);
  });
});
