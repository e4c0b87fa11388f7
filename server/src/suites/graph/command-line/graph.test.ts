/**
 * Tests `charter graph` on services with faulty sign-ins, permissions and a Microsoft Graph that does not respond.
 * @long
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { FAULTLESS, type Fault } from '../../../../test/graph/behaviour.ts';
import { createStandInWorld, type StandInWorld } from '../../../../test/graph/stand-in-world.ts';
import { charter } from '../../../../test/run-charter.ts';
import { installationOf } from '../../../composition/installation.ts';
import { SUITES } from '../../registry.ts';
import { ACCOUNT_PERMISSIONS, permissionsFor } from '../accounts/permissions.ts';
import { checkRegistration } from '../commands/check.ts';
import type { GraphConfig } from '../settings.ts';

/** Whether the registry has no other suite before this one. */
const IS_DEFAULT = Object.keys(SUITES)[0] === 'graph';

const NEEDED = permissionsFor().map(({ name }) => name);

describe('charter graph', () => {
  let world: StandInWorld;
  before(async () => {
    world = await createStandInWorld();
  });
  after(() => world.standIn.stop());

  /** Registers an app with these permissions. Returns its settings. */
  function register(roles: string[]): Record<string, string> {
    const clientId = `client-${world.standIn.registrations.length}`;
    const secret = 'a secret';
    world.standIn.registrations.push({ clientId, tenantId: world.tenant.id, roles, secret });
    return {
      CHARTER_SUITE: 'graph',
      CHARTER_GRAPH_TENANT: world.tenant.id,
      CHARTER_GRAPH_CLIENT_ID: clientId,
      CHARTER_GRAPH_CLIENT_SECRET: secret,
      CHARTER_GRAPH_URL: world.standIn.url,
      CHARTER_GRAPH_AUTHORITY: world.standIn.authorityUrl,
    };
  }

  const check = (roles: string[], args: string[] = [], settings: Record<string, string> = {}) =>
    charter(['graph', 'check', ...args], { ...register(roles), ...settings });

  /** Makes the next calls fail. */
  function failWith(...faults: Fault[]): void {
    world.standIn.behave({ ...FAULTLESS, faultOf: () => faults.shift() });
  }

  it('accepts a registration with the least permissions', async () => {
    const { code, stdout, stderr } = await check(NEEDED, ['--strict']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Signed in to Contoso/);
    assert.equal(stdout.match(/ granted /g)?.length, NEEDED.length);
  });

  it('names missing permissions, those that a higher permission covers, and excessive ones', async () => {
    const roles = NEEDED.filter((name) => name !== 'Channel.Create' && name !== 'User.Read.All');
    const { code, stdout, stderr } = await check([...roles, 'Directory.Read.All', 'Mail.Send']);
    assert.equal(code, 1);
    assert.match(stdout, /^User\.Read\.All +by Directory\.Read\.All/m);
    assert.match(stdout, /^Channel\.Create +missing/m);
    assert.match(stderr, /Not needed: Mail\.Send\. Remove them\./);
    assert.match(
      stderr,
      /Higher than needed: Directory\.Read\.All\. Grant User\.Read\.All first, and then remove Directory/,
    );
    assert.match(stderr, /Missing: Channel\.Create\./);
  });

  it('requires no permission for an unused feature', async () => {
    const roles = NEEDED.filter((name) => name !== 'Reports.Read.All');
    assert.equal((await check(roles)).code, 1);
    assert.equal((await check(roles, ['--without', 'activity'])).code, 0);
  });

  it('requires the permission for the activity feed only when the feed is on', async () => {
    const on = { CHARTER_GRAPH_ACTIVITY_FEED: 'on' };
    const { code, stdout } = await check(NEEDED, [], on);
    assert.equal(code, 1);
    assert.match(stdout, /^TeamsActivity\.Send +missing/m);
    assert.equal((await check([...NEEDED, 'TeamsActivity.Send'], ['--strict'], on)).code, 0);
    assert.equal((await check([...NEEDED, 'TeamsActivity.Send'], ['--strict'])).code, 1);
  });

  it('requires the permission for sign-ins only on demand, and names the missing licence', async () => {
    const roles = [...NEEDED, 'AuditLog.Read.All'];
    const missing = await check(NEEDED, ['--with', 'signIns']);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /Missing: AuditLog\.Read\.All\./);
    assert.equal((await check(roles, ['--strict'])).code, 0);
    world.tenant.hasPremiumLicence = false;
    const { code, stderr } = await check(roles);
    assert.equal(code, 1);
    assert.match(stderr, /no licence for Microsoft Entra ID P1 or P2\. No guest counts as inactive/);
    assert.equal((await check(NEEDED)).code, 0);
    world.tenant.hasPremiumLicence = true;
  });

  it('reports that the usage report conceals the ids of teams', async () => {
    await world.newTeam('concealed');
    world.tenant.alterReport = (csv) => csv.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    const { code, stderr } = await check(NEEDED);
    assert.equal(code, 1);
    assert.match(stderr, /conceals the ids of teams\. An administrator must show them/);
    assert.equal((await check(NEEDED, ['--without', 'activity'])).code, 0);
    world.tenant.alterReport = (csv) => csv;
    assert.equal((await check(NEEDED)).code, 0);
  });

  it('prints why Entra rejects the sign-in', async () => {
    const wrong = await check(NEEDED, [], { CHARTER_GRAPH_CLIENT_SECRET: 'wrong' });
    assert.equal(wrong.code, 3);
    assert.match(wrong.stderr, /AADSTS7000215.*Copy its value, not its id/);
    const unknown = await check(NEEDED, [], { CHARTER_GRAPH_CLIENT_ID: 'nobody' });
    assert.equal(unknown.code, 3);
    assert.match(unknown.stderr, /CHARTER_GRAPH_CLIENT_ID/);
  });

  it("distinguishes an Entra that can't be reached from a wrong registration", async () => {
    const { code, stderr } = await check(NEEDED, [], { CHARTER_GRAPH_AUTHORITY: 'https://127.0.0.1:9' });
    assert.equal(code, 5, stderr);
    assert.match(stderr, /can't reach Microsoft Entra ID at https:\/\/127\.0\.0\.1:9/);
    assert.doesNotMatch(stderr, /CHARTER_GRAPH_TENANT/);
  });

  it('waits as long as Microsoft Graph asks, and prints the wait', async () => {
    failWith(
      { kind: 'throttled', seconds: 7 },
      { kind: 'unavailable', seconds: 11 },
      { kind: 'error', status: 502, hasEffect: false },
    );
    const notes: string[] = [];
    const waits: number[] = [];
    const { organisation } = await checkRegistration(installationOf<GraphConfig>('graph', register(NEEDED)), {
      report: (text) => notes.push(text),
      wait: async (time) => waits.push(time),
    });
    assert.equal(organisation, 'Contoso');
    assert.deepEqual(waits.slice(0, 2), [7_000, 11_000]);
    assert.deepEqual(
      notes.map((text) => /answers with (\d+)/.exec(text)?.[1]),
      ['429', '503', '502'],
    );
  });

  it('distinguishes an unavailable Microsoft Graph from missing permissions', async () => {
    failWith({ kind: 'unavailable', seconds: 600 });
    const { code, stderr, stdout } = await check(NEEDED);
    failWith();
    assert.equal(code, 7, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /unavailable \(503\).*Try again in 600 s/);
    assert.equal((await check([])).code, 1, 'missing permissions');
  });

  it('names the missing setting when another suite is the default', { skip: IS_DEFAULT }, async () => {
    const { code, stderr } = await charter(['graph', 'check']);
    assert.equal(code, 2);
    assert.match(stderr, /CHARTER_SUITE=graph/);
  });

  it('prints a shell script that grants the least permissions', async () => {
    const { stdout, code } = await charter([
      ...['graph', 'register', '--without', 'labels', '--account', '--name', "Ada's"],
    ]);
    assert.equal(code, 0);
    execFileSync('sh', ['-n'], { input: stdout });
    for (const { name } of ACCOUNT_PERMISSIONS) assert.ok(stdout.includes(name), name);
    for (const name of NEEDED)
      assert.equal(stdout.includes(name), name !== 'SensitivityLabels.Read.All', name);
  });

  it('prints the permissions as CSV, and lists the formats when an unknown one is requested', async () => {
    const csv = await charter(['graph', 'permissions', '--output', 'csv', '--columns', 'permission']);
    assert.equal(csv.stdout, ['"PERMISSION"', ...NEEDED.map((name) => `"${name}"`), ''].join('\r\n'));
    const unknown = await charter(['graph', 'permissions', '--output', 'xml']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /table, json, yaml, csv, tsv, names/);
  });

  it('prints the names of the permissions for scripts', async () => {
    const all = await charter(['graph', 'permissions', '--output', 'names']);
    assert.equal(all.stdout, `${NEEDED.join('\n')}\n`);
    const some = await charter(['graph', 'permissions', '--output', 'names', '--account', '--json']);
    assert.deepEqual(
      JSON.parse(some.stdout),
      ACCOUNT_PERMISSIONS.map(({ name }) => name),
    );
  });

  it('needs exactly the permissions that the guide lists', () => {
    const guide = readFileSync(new URL('../../../../../docs/microsoft-365.md', import.meta.url), 'utf8');
    const [, loop = ''] = /for permission in (.*?)\ndo\n/s.exec(guide) ?? [];
    assert.deepEqual(loop.split(/[\s\\]+/).toSorted(), NEEDED.toSorted());
    for (const name of NEEDED) assert.ok(guide.includes(`\`${name}\``), name);
  });

  it('needs no permission for the connected account that the guide omits', () => {
    const guide = readFileSync(new URL('../../../../../docs/microsoft-365.md', import.meta.url), 'utf8');
    for (const { name } of ACCOUNT_PERMISSIONS) assert.ok(guide.includes(`| \`${name}\` |`), name);
  });
});
