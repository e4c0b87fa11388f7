/**
 * A node that governs two tenants, one through its settings, one through a stored registration.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type CommandResult, charter } from '../../../cli/src/run-charter.ts';
import { graphCommands } from '../../src/composition/graph-commands.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type RunningService, serve } from '../../src/main.ts';
import { permissionsFor } from '../../src/suites/graph/accounts/permissions.ts';
import { createMigratedDatabase, type TestDatabase } from '../database.ts';
import { TokenIssuer } from '../token-issuer.ts';
import { ACCOUNT_SCOPES } from './connect-account.ts';
import { type Fault, POLITE } from './manners.ts';
import type { Registration } from './route.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';
import type { Tenant } from './tenant.ts';

const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id: 'project', name: 'Project', version: '1.0', language: 'en', enabled: true },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
};

const SECRET = 'the secret of Fabrikam';
const NEW_SECRET = 'the new secret of Fabrikam';

/** Longer than the time for which a node caches a registration. */
const REGISTRATION_SECONDS = 31;

describe('a node that governs two tenants', () => {
  let database: TestDatabase;
  let issuer: TokenIssuer;
  let standIn: GraphStandIn;
  let service: RunningService;
  /** A node that trusts the issuers of all registered tenants. */
  let sharedNode: RunningService;
  let sharedIssuer: TokenIssuer;
  let settings: Record<string, string>;
  let contoso: { tenant: Tenant; ada: string };
  let fabrikam: { tenant: Tenant; ada: string };
  let ofFabrikam: Registration;
  let skippedSeconds = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + skippedSeconds * 1000) };
  const folder = mkdtempSync(join(tmpdir(), 'charter-tenants-'));

  before(async () => {
    database = await createMigratedDatabase();
    issuer = await TokenIssuer.start('/entra');
    standIn = await startGraphStandIn({
      clock,
      enforcesBudgets: false,
      isPlain: true,
      tenants: [
        { displayName: 'Contoso', defaultDomain: 'contoso.example' },
        { displayName: 'Fabrikam', defaultDomain: 'fabrikam.example' },
      ],
    });
    const [one, other] = standIn.tenants.map((tenant) => {
      const address = `ada@${tenant.defaultDomain}`;
      const user = { displayName: 'Ada Lovelace', userPrincipalName: address, mail: address };
      return { tenant, ada: tenant.addUser(user, clock.now()).id };
    });
    [contoso, fabrikam] = [one!, other!];
    const roles = permissionsFor().map(({ name }) => name);
    standIn.registrations.push({ clientId: 'shared', tenantId: contoso.tenant.id, roles, secret: 'secret' });
    ofFabrikam = { clientId: 'own', tenantId: fabrikam.tenant.id, roles, secret: SECRET };
    standIn.registrations.push(ofFabrikam);
    settings = {
      DATABASE_URL: database.ownerUrl,
      PORT: '0',
      CHARTER_LOG_LEVEL: 'silent',
      CHARTER_RATE_LIMIT_TIER_1: '1000000',
      CHARTER_RATE_LIMIT_TIER_3_PEOPLE: '1000000',
      CHARTER_RATE_LIMIT_ALL: '1000000',
      CHARTER_OIDC_ISSUER: issuer.issuer,
      CHARTER_OIDC_AUDIENCE: 'charter',
      CHARTER_FIRST_ADMINISTRATOR: `${contoso.tenant.id}/${contoso.ada}`,
      CHARTER_SUITE: 'graph',
      CHARTER_GRAPH_TENANT: contoso.tenant.id,
      CHARTER_GRAPH_CLIENT_ID: 'shared',
      CHARTER_GRAPH_CLIENT_SECRET: 'secret',
      CHARTER_GRAPH_URL: standIn.url,
      CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
    };
    service = await serve(readConfig(settings), clock);
    sharedIssuer = await TokenIssuer.start('/{tenantid}/v2.0');
    const shared = { CHARTER_OIDC_ISSUER: sharedIssuer.issuer, CHARTER_SERVICES: 'api' };
    sharedNode = await serve(readConfig({ ...settings, ...shared }), clock);
  });
  after(async () => {
    await sharedNode?.stop();
    await sharedIssuer?.stop();
    await service?.stop();
    await standIn?.stop();
    await issuer?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  type World = typeof contoso;

  async function call(
    { tenant, ada }: World,
    method: string,
    path: string,
    body?: unknown,
    url = service.url,
    signer = { issuer: issuer.issuer, sign: issuer.sign.bind(issuer) },
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ): Promise<{ status: number; headers: Headers; body: any }> {
    const exp = Math.floor(clock.now().getTime() / 1000) + 300;
    const claims = { iss: signer.issuer, aud: 'charter', exp, sub: ada, tid: tenant.id, scp: 'all' };
    const response = await fetch(`${url}/v1.0${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await signer.sign(claims)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  }

  /** Returns the status of a call with a token from the tenant's own issuer. */
  async function sharedStatus(world: World, named = world): Promise<number> {
    const name = sharedIssuer.issuer.replace('{tenantid}', named.tenant.id);
    const signer = { issuer: name, sign: sharedIssuer.sign.bind(sharedIssuer) };
    return (await call(world, 'GET', '/me', undefined, sharedNode.url, signer)).status;
  }

  const graphTenant = (...args: string[]): Promise<CommandResult> =>
    charter(['graph-tenant', ...args], settings);

  function setFabrikam(secret: string, ...more: string[]): Promise<CommandResult> {
    const file = join(folder, 'secret');
    writeFileSync(file, `${secret}\n`);
    const client = ['--client-id', 'own', '--secret-file', file];
    return graphTenant('set', fabrikam.tenant.id, ...client, ...more);
  }

  const request = async (world: World, name: string) => {
    const answer = await call(world, 'POST', '/teams/provisioning', {
      template: { id: 'project' },
      team: { name },
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };

  /** Polls the job until it has one of these statuses. */
  async function settle(world: World, id: string, ...statuses: string[]) {
    let job = (await call(world, 'GET', `/jobs/${id}`)).body;
    while (!statuses.includes(job.status)) job = (await call(world, 'GET', `/jobs/${id}`)).body;
    return job;
  }

  const build = async (world: World, name: string) => {
    const { id } = await request(world, name);
    return settle(world, id, 'completed', 'failed');
  };

  it('rejects tenants without a registration', async () => {
    assert.equal((await call(fabrikam, 'GET', '/me')).status, 404);
    assert.deepEqual([await sharedStatus(contoso), await sharedStatus(fabrikam)], [200, 401]);
  });

  it('does not store a registration that Entra refuses', async () => {
    const { code, stderr } = await setFabrikam('wrong');
    assert.equal(code, 3);
    assert.match(stderr, /AADSTS7000215/);
    const listed = await graphCommands(settings).listTenants();
    assert.deepEqual(
      listed.filter(({ tenant }) => tenant === fabrikam.tenant.id),
      [],
    );
  });

  it('builds teams in a tenant half a minute after its registration', async () => {
    const set = await setFabrikam(SECRET, '--administrator', fabrikam.ada);
    assert.equal(set.code, 0, set.stderr);
    skippedSeconds += REGISTRATION_SECONDS;
    assert.equal(await sharedStatus(fabrikam), 200, 'a node that was started before');
    assert.equal(await sharedStatus(contoso, fabrikam), 401, 'the issuer of another tenant');
    for (const world of [contoso, fabrikam]) {
      const applied = await call(world, 'POST', '/catalog/templates', { manifest: MANIFEST });
      assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
      const job = await build(world, 'Apollo');
      assert.equal(job.status, 'completed', JSON.stringify(job.log));
      assert.deepEqual(
        world.tenant.teams().map(({ group }) => group.group.displayName),
        ['Apollo'],
      );
    }
    const checked = await charter(['graph', 'check', '--strict', '--tenant', fabrikam.tenant.id], settings);
    assert.equal(checked.code, 0, checked.stderr);
  });

  it('never shows the secret, and records the registration', async () => {
    const { stdout } = await graphTenant('list');
    assert.match(stdout, /Contoso .*of the settings/);
    assert.match(stdout, /Fabrikam +own +secret/);
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    await owner.query('alter table charter.graph_registrations no force row level security');
    const { rows } = await owner.query('select * from charter.graph_registrations');
    await owner.query('alter table charter.graph_registrations force row level security');
    await owner.end();
    assert.equal(rows.length, 1);
    assert.doesNotMatch(stdout + JSON.stringify(rows), /secret of Fabrikam/);
    const { body } = await call(fabrikam, 'GET', '/audittrails/security/records');
    const [set] = body.value.filter(({ type }: { type: string }) => type === 'graph_registration_set');
    assert.deepEqual([set?.clientId, set?.credential], ['own', 'secret'], JSON.stringify(body));
  });

  it('waits in a tenant with an expired secret, and continues half a minute after a new one', async () => {
    ofFabrikam.secret = NEW_SECRET;
    standIn.authority.revoke();
    const refused = await call(fabrikam, 'GET', `/teams/${fabrikam.tenant.teams()[0]?.group.id}`);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '300']);
    assert.equal((await build(contoso, 'Borealis')).status, 'completed');
    await graphCommands(settings).setTenant({
      tenantId: fabrikam.tenant.id,
      clientId: 'own',
      secret: NEW_SECRET,
    });
    skippedSeconds += REGISTRATION_SECONDS;
    assert.equal((await build(fabrikam, 'Borealis')).status, 'completed');
  });

  const FAULTS: Record<string, Fault> = {
    'has revoked its consent': { kind: 'revoked' },
    'throttles every call': { kind: 'throttled', seconds: 3600 },
  };
  for (const [name, fault] of Object.entries(FAULTS)) {
    it(`builds teams in spite of a tenant that ${name}`, async () => {
      const jobs = await Promise.all(
        Array.from({ length: 12 }, (_, number) => request(contoso, `${fault.kind} ${number}`)),
      );
      standIn.behave({
        ...POLITE,
        faultOf: ({ tenantId }) => (tenantId === contoso.tenant.id ? fault : undefined),
      });
      const job = await build(fabrikam, fault.kind);
      assert.equal(job.status, 'completed', JSON.stringify(job.log));
      standIn.behave(POLITE);
      const states = await Promise.all(
        jobs.map(({ id }) => settle(contoso, id, 'delayed', 'completed', 'failed')),
      );
      assert.ok(states.every(({ status }) => status !== 'failed'));
      assert.ok(states.some(({ status }) => status === 'delayed'));
    });
  }

  it('answers from its copy on a new node while the consent is revoked', async () => {
    standIn.behave({ ...POLITE, faultOf: () => ({ kind: 'revoked' }) });
    const other = await serve(readConfig({ ...settings, CHARTER_SERVICES: 'api' }), clock);
    try {
      const { status, body } = await call(fabrikam, 'GET', '/teams', undefined, other.url);
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(body.value.length > 0);
    } finally {
      standIn.behave(POLITE);
      await other.stop();
    }
  });

  const graphAccount = (...args: string[]) =>
    charter(['graph-account', ...args, '--tenant', fabrikam.tenant.id], settings);

  const labelled = () => ({
    template: { id: 'protected' },
    team: { name: 'Guarded', welcomeMessage: 'Welcome to Guarded' },
  });
  const dryRun = async () =>
    (await call(fabrikam, 'POST', '/teams/provisioning?dryRun=true', labelled())).body;
  const verdictOf = ({ verdicts }: { verdicts: { policy: string; outcome: string }[] }) =>
    verdicts.find(({ policy }) => policy === 'sensitivityLabel')?.outcome;

  it('sets labels and posts messages as a connected account', async () => {
    const label = fabrikam.tenant.addLabel({ name: 'Secret', priority: 1, isEnabled: true });
    const manifest = {
      ...MANIFEST,
      templateConfiguration: {
        ...MANIFEST.templateConfiguration,
        id: 'protected',
        name: 'Protected',
        sensitivityLabelId: label,
      },
    };
    const applied = await call(fabrikam, 'POST', '/catalog/templates', { manifest });
    assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
    const without = await dryRun();
    assert.equal(verdictOf(without), 'violated');
    assert.deepEqual(
      without.omissions.map(({ feature }: { feature: string }) => feature),
      ['welcomeMessage'],
    );

    const refused = await graphAccount('connect');
    assert.equal(refused.code, 3, refused.stderr);
    assert.match(refused.stderr, /public client flows/);
    const user = { displayName: 'Service', userPrincipalName: 'service@fabrikam.example' };
    const id = fabrikam.tenant.addUser(user, clock.now()).id;
    ofFabrikam.person = { id, userName: user.userPrincipalName, scopes: ACCOUNT_SCOPES };
    const connected = await graphAccount('connect');
    assert.equal(connected.code, 0, connected.stderr);
    assert.match(connected.stderr, /microsoft\.com\/devicelogin.*F7GH8JK2L/);
    assert.match(connected.stdout, /Used for: +sensitivity labels, welcome messages/);

    skippedSeconds += REGISTRATION_SECONDS;
    const { id: jobId } = (await call(fabrikam, 'POST', '/teams/provisioning', labelled())).body;
    const job = await settle(fabrikam, jobId, 'completed', 'failed');
    assert.equal(job.status, 'completed', JSON.stringify(job.log));
    const made = fabrikam.tenant.teams().find(({ group }) => group.group.displayName === 'Guarded');
    assert.deepEqual(
      made?.group.labels.map(({ labelId }) => labelId),
      [label],
    );
    const primary = made?.team.channels.get(made.team.primaryChannelId);
    assert.deepEqual(
      primary?.messages.map(({ body }) => body?.content),
      ['Welcome to Guarded'],
    );
    assert.deepEqual([...(made?.group.members ?? [])].includes(id), false);
  });

  it('reports the loss of the account, and plans without it until it is connected again', async () => {
    standIn.authority.signOut();
    const [made] = fabrikam.tenant.teams().filter(({ group }) => group.group.displayName === 'Guarded');
    made!.group.labels = [];
    const { id } = (await call(fabrikam, 'POST', '/teams/provisioning', labelled())).body;
    const job = await settle(fabrikam, id, 'delayed', 'completed', 'failed');
    assert.equal(job.status, 'delayed', JSON.stringify(job.log));
    assert.match(job.log.at(-1), /service@fabrikam\.example.*charter graph-account connect/);

    const { body: notified } = await call(fabrikam, 'GET', '/notifications');
    const [notification] = notified.value;
    assert.equal(notification.kind, 'graph_account_lost');
    assert.match(notification.text, /service@fabrikam\.example.*AADSTS50173/s);
    const { body: trail } = await call(fabrikam, 'GET', '/audittrails/security/records');
    const types = trail.value.map(({ type }: { type: string }) => type);
    assert.equal(types.filter((type: string) => type === 'graph_account_lost').length, 1);
    const checked = await charter(['graph', 'check', '--tenant', fabrikam.tenant.id], settings);
    assert.equal(checked.code, 1);
    assert.match(checked.stderr, /account service@fabrikam\.example is lost since .*AADSTS50173/);

    skippedSeconds += REGISTRATION_SECONDS;
    assert.equal(verdictOf(await dryRun()), 'violated');
    const again = await graphCommands(settings).connectAccount(fabrikam.tenant.id, () => undefined);
    assert.equal(again.lost, undefined);
    assert.equal((await settle(fabrikam, id, 'completed', 'failed')).status, 'completed');
    skippedSeconds += REGISTRATION_SECONDS;
    assert.equal(verdictOf(await dryRun()), 'passed');
    assert.equal((await graphAccount('disconnect')).code, 0);
    await assert.rejects(graphCommands(settings).showAccount(fabrikam.tenant.id), { code: 'NotFound' });
  });

  it('stops work in a tenant whose registration is removed', async () => {
    assert.equal((await graphTenant('remove', fabrikam.tenant.id)).code, 0);
    await assert.rejects(graphCommands(settings).removeTenant(fabrikam.tenant.id), { code: 'NotFound' });
    skippedSeconds += REGISTRATION_SECONDS;
    const refused = await call(fabrikam, 'GET', `/teams/${fabrikam.tenant.teams()[0]?.group.id}`);
    assert.equal(refused.status, 503);
    assert.match(refused.body.error.message, /no app registration.*graph-tenant set/);
    assert.equal((await call(contoso, 'GET', '/me')).status, 200);
    assert.deepEqual([await sharedStatus(contoso), await sharedStatus(fabrikam)], [200, 401]);
  });
});
