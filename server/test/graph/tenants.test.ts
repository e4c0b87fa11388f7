/**
 * Tests a node that governs two tenants, one through its settings, one through a stored registration.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { RunningService } from '../../src/main.ts';
import {
  connectGraphAccount,
  listGraphTenants,
  removeGraphTenant,
  setGraphTenant,
  showGraphAccount,
} from '../../src/suites/graph/commands/tenants.ts';
import { type CommandResult, charter } from '../run-charter.ts';
import { TokenIssuer } from '../token-issuer.ts';
import { FAULTLESS, type Fault } from './behaviour.ts';
import { ACCOUNT_SCOPES } from './connect-account.ts';
import type { Registration } from './route.ts';
import {
  ALL_PERMISSIONS,
  type GraphOrganisation,
  type GraphService,
  graphInstallation,
  PLAIN_TEMPLATE,
  startGraphService,
} from './service.ts';

const SECRET = 'the secret of Fabrikam';
const NEW_SECRET = 'the new secret of Fabrikam';

/** Longer than the time for which a node caches a registration. */
const REGISTRATION_SECONDS = 31;

describe('a node that governs two tenants', () => {
  let graph: GraphService;
  /** A node that trusts the issuers of all registered tenants. */
  let sharedNode: RunningService;
  let sharedIssuer: TokenIssuer;
  let contoso: GraphOrganisation;
  let fabrikam: GraphOrganisation;
  let ofFabrikam: Registration;
  const folder = mkdtempSync(join(tmpdir(), 'charter-tenants-'));

  before(async () => {
    graph = await startGraphService();
    ({ contoso, fabrikam } = graph);
    ofFabrikam = {
      clientId: 'own',
      tenantId: fabrikam.tenant.id,
      roles: [...ALL_PERMISSIONS],
      secret: SECRET,
    };
    graph.standIn.registrations.push(ofFabrikam);
    sharedIssuer = await TokenIssuer.start('/{tenantid}/v2.0');
    const shared = { CHARTER_OIDC_ISSUER: sharedIssuer.issuer, CHARTER_SERVICES: 'api' };
    sharedNode = await graph.anotherNode(shared);
  });
  after(async () => {
    await sharedNode?.stop();
    await sharedIssuer?.stop();
    await graph?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the status of a call with a token from the tenant's own issuer. */
  async function sharedStatus(world: GraphOrganisation, named = world): Promise<number> {
    const issuer = sharedIssuer.issuer.replace('{tenantid}', named.tenant.id);
    const signer = { issuer, sign: sharedIssuer.sign.bind(sharedIssuer) };
    return (await graph.call({ ...world, url: sharedNode.url, signer }, 'GET', '/me')).status;
  }

  const graphTenant = (...args: string[]): Promise<CommandResult> =>
    charter(['graph-tenant', ...args], graph.settings);

  function setFabrikam(secret: string, ...more: string[]): Promise<CommandResult> {
    const file = join(folder, 'secret');
    writeFileSync(file, `${secret}\n`);
    const client = ['--client-id', 'own', '--secret-file', file];
    return graphTenant('set', fabrikam.tenant.id, ...client, ...more);
  }

  const build = async (world: GraphOrganisation, name: string) => {
    const { id } = await graph.request(world, name);
    return graph.settle(world, id, 'completed', 'failed');
  };

  it('rejects tenants without a registration', async () => {
    assert.equal((await graph.call(fabrikam, 'GET', '/me')).status, 404);
    assert.deepEqual([await sharedStatus(contoso), await sharedStatus(fabrikam)], [200, 401]);
  });

  it('does not store a registration that Entra rejects', async () => {
    const { code, stderr } = await setFabrikam('wrong');
    assert.equal(code, 3);
    assert.match(stderr, /AADSTS7000215/);
    const listed = await listGraphTenants(graphInstallation(graph.settings));
    assert.deepEqual(
      listed.filter(({ tenant }) => tenant === fabrikam.tenant.id),
      [],
    );
  });

  it('builds teams in a tenant half a minute after its registration', async () => {
    const set = await setFabrikam(SECRET, '--administrator', fabrikam.ada);
    assert.equal(set.code, 0, set.stderr);
    graph.skip(REGISTRATION_SECONDS);
    assert.equal(await sharedStatus(fabrikam), 200, 'a node that was started before');
    assert.equal(await sharedStatus(contoso, fabrikam), 401, 'the issuer of another tenant');
    for (const world of [contoso, fabrikam]) {
      const applied = await graph.call(world, 'POST', '/catalog/templates', { manifest: PLAIN_TEMPLATE });
      assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
      const job = await build(world, 'Apollo');
      assert.equal(job.status, 'completed', JSON.stringify(job.log));
      assert.deepEqual(
        world.tenant.teams().map(({ group }) => group.group.displayName),
        ['Apollo'],
      );
    }
    const checked = await charter(
      ['graph', 'check', '--strict', '--tenant', fabrikam.tenant.id],
      graph.settings,
    );
    assert.equal(checked.code, 0, checked.stderr);
  });

  it('never prints the secret, and records the registration', async () => {
    const { stdout } = await graphTenant('list');
    assert.match(stdout, /Contoso .*of the settings/);
    assert.match(stdout, /Fabrikam +own +secret/);
    const owner = new pg.Client(graph.database.ownerUrl);
    await owner.connect();
    await owner.query('alter table charter.graph_registrations no force row level security');
    const { rows } = await owner.query('select * from charter.graph_registrations');
    await owner.query('alter table charter.graph_registrations force row level security');
    await owner.end();
    assert.equal(rows.length, 1);
    assert.doesNotMatch(stdout + JSON.stringify(rows), /secret of Fabrikam/);
    const { body } = await graph.call(fabrikam, 'GET', '/audittrails/security/records');
    const [set] = body.value.filter(({ type }: { type: string }) => type === 'graph_registration_set');
    assert.deepEqual([set?.clientId, set?.credential], ['own', 'secret'], JSON.stringify(body));
  });

  it('responds with 503 in a tenant with an expired secret, and builds teams half a minute after a new one', async () => {
    ofFabrikam.secret = NEW_SECRET;
    graph.standIn.authority.revoke();
    const rejected = await graph.call(fabrikam, 'GET', `/teams/${fabrikam.tenant.teams()[0]?.group.id}`);
    assert.deepEqual([rejected.status, rejected.headers.get('retry-after')], [503, '300']);
    assert.equal((await build(contoso, 'Borealis')).status, 'completed');
    await setGraphTenant(graphInstallation(graph.settings), {
      tenantId: fabrikam.tenant.id,
      clientId: 'own',
      secret: NEW_SECRET,
    });
    graph.skip(REGISTRATION_SECONDS);
    assert.equal((await build(fabrikam, 'Borealis')).status, 'completed');
  });

  const FAULTS: Record<string, Fault> = {
    'has revoked its consent': { kind: 'revoked' },
    'throttles every call': { kind: 'throttled', seconds: 3600 },
  };
  for (const [name, fault] of Object.entries(FAULTS)) {
    it(`builds teams while another tenant ${name}`, async () => {
      const jobs = await Promise.all(
        Array.from({ length: 12 }, (_, number) => graph.request(contoso, `${fault.kind} ${number}`)),
      );
      graph.standIn.behave({
        ...FAULTLESS,
        faultOf: ({ tenantId }) => (tenantId === contoso.tenant.id ? fault : undefined),
      });
      const job = await build(fabrikam, fault.kind);
      assert.equal(job.status, 'completed', JSON.stringify(job.log));
      graph.standIn.behave(FAULTLESS);
      const states = await Promise.all(
        jobs.map(({ id }) => graph.settle(contoso, id, 'delayed', 'completed', 'failed')),
      );
      assert.ok(states.every(({ status }) => status !== 'failed'));
      assert.ok(states.some(({ status }) => status === 'delayed'));
    });
  }

  it('reads from the copied directory on a new node while the consent is revoked', async () => {
    graph.standIn.behave({ ...FAULTLESS, faultOf: () => ({ kind: 'revoked' }) });
    const other = await graph.anotherNode({ CHARTER_SERVICES: 'api' });
    try {
      const { status, body } = await graph.call({ ...fabrikam, url: other.url }, 'GET', '/teams');
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(body.value.length > 0);
    } finally {
      graph.standIn.behave(FAULTLESS);
      await other.stop();
    }
  });

  const graphAccount = (...args: string[]) =>
    charter(['graph-account', ...args, '--tenant', fabrikam.tenant.id], graph.settings);

  const labelled = () => ({
    template: { id: 'protected' },
    team: { name: 'Guarded', welcomeMessage: 'Welcome to Guarded' },
  });
  const dryRun = async () =>
    (await graph.call(fabrikam, 'POST', '/teams/provisioning?dryRun=true', labelled())).body;
  const verdictOf = ({ verdicts }: { verdicts: { policy: string; outcome: string }[] }) =>
    verdicts.find(({ policy }) => policy === 'sensitivityLabel')?.outcome;

  it('sets labels and posts messages as a connected account', async () => {
    const label = fabrikam.tenant.addLabel({ name: 'Secret', priority: 1, isEnabled: true });
    const manifest = {
      ...PLAIN_TEMPLATE,
      templateConfiguration: {
        ...PLAIN_TEMPLATE.templateConfiguration,
        id: 'protected',
        name: 'Protected',
        sensitivityLabelId: label,
      },
      initialization: {
        structure: { channels: [{ displayName: 'News' }] },
        contents: { channels: [{ channel: 'News', announcements: ['For <%= request.team.name %>'] }] },
      },
    };
    const applied = await graph.call(fabrikam, 'POST', '/catalog/templates', { manifest });
    assert.ok([200, 201].includes(applied.status), JSON.stringify(applied.body));
    const without = await dryRun();
    assert.equal(verdictOf(without), 'violated');
    assert.deepEqual(
      without.omissions.map(({ feature }: { feature: string }) => feature),
      ['welcomeMessage', 'announcements'],
    );

    const rejected = await graphAccount('connect');
    assert.equal(rejected.code, 3, rejected.stderr);
    assert.match(rejected.stderr, /public client flows/);
    const user = { displayName: 'Service', userPrincipalName: 'service@fabrikam.example' };
    const id = fabrikam.tenant.addUser(user, graph.clock.now()).id;
    ofFabrikam.person = { id, userName: user.userPrincipalName, scopes: ACCOUNT_SCOPES };
    const connected = await graphAccount('connect');
    assert.equal(connected.code, 0, connected.stderr);
    assert.match(connected.stderr, /microsoft\.com\/devicelogin.*F7GH8JK2L/);
    assert.match(connected.stdout, /Used for: +sensitivity labels, welcome messages/);

    graph.skip(REGISTRATION_SECONDS);
    const { id: jobId } = (await graph.call(fabrikam, 'POST', '/teams/provisioning', labelled())).body;
    const job = await graph.settle(fabrikam, jobId, 'completed', 'failed');
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
    const news = [...(made?.team.channels.values() ?? [])].find(
      ({ channel }) => channel.displayName === 'News',
    );
    assert.deepEqual(
      news?.messages.map(({ body }) => body?.content),
      ['For Guarded'],
    );
    assert.deepEqual([...(made?.group.members ?? [])].includes(id), false);
  });

  it('reports the loss of the connected account, and rejects the label of a plan, until the account is connected again', async () => {
    graph.standIn.authority.signOut();
    const [made] = fabrikam.tenant.teams().filter(({ group }) => group.group.displayName === 'Guarded');
    made!.group.labels = [];
    const { id } = (await graph.call(fabrikam, 'POST', '/teams/provisioning', labelled())).body;
    const job = await graph.settle(fabrikam, id, 'delayed', 'completed', 'failed');
    assert.equal(job.status, 'delayed', JSON.stringify(job.log));
    assert.match(job.log.at(-1), /service@fabrikam\.example.*charter graph-account connect/);

    const { body: notifications } = await graph.call(fabrikam, 'GET', '/notifications');
    const [notification] = notifications.value;
    assert.equal(notification.kind, 'graph_account_lost');
    assert.match(notification.text, /service@fabrikam\.example.*AADSTS50173/s);
    const { body: trail } = await graph.call(fabrikam, 'GET', '/audittrails/security/records');
    const types = trail.value.map(({ type }: { type: string }) => type);
    assert.equal(types.filter((type: string) => type === 'graph_account_lost').length, 1);
    const checked = await charter(['graph', 'check', '--tenant', fabrikam.tenant.id], graph.settings);
    assert.equal(checked.code, 1);
    assert.match(checked.stderr, /account service@fabrikam\.example is lost since .*AADSTS50173/);

    graph.skip(REGISTRATION_SECONDS);
    assert.equal(verdictOf(await dryRun()), 'violated');
    const again = await connectGraphAccount(
      graphInstallation(graph.settings),
      fabrikam.tenant.id,
      () => undefined,
    );
    assert.equal(again.lost, undefined);
    assert.equal((await graph.settle(fabrikam, id, 'completed', 'failed')).status, 'completed');
    graph.skip(REGISTRATION_SECONDS);
    assert.equal(verdictOf(await dryRun()), 'passed');
    assert.equal((await graphAccount('disconnect')).code, 0);
    await assert.rejects(showGraphAccount(graphInstallation(graph.settings), fabrikam.tenant.id), {
      code: 'NotFound',
      message: `No account is connected for the tenant ${fabrikam.tenant.id}. Connect one: charter graph-account connect.`,
    });
  });

  it('stops work in a tenant whose registration is removed', async () => {
    assert.equal((await graphTenant('remove', fabrikam.tenant.id)).code, 0);
    await assert.rejects(removeGraphTenant(graphInstallation(graph.settings), fabrikam.tenant.id), {
      code: 'NotFound',
    });
    graph.skip(REGISTRATION_SECONDS);
    const rejected = await graph.call(fabrikam, 'GET', `/teams/${fabrikam.tenant.teams()[0]?.group.id}`);
    assert.equal(rejected.status, 503);
    assert.match(rejected.body.error.message, /no app registration.*graph-tenant set/);
    assert.equal((await graph.call(contoso, 'GET', '/me')).status, 200);
    assert.deepEqual([await sharedStatus(contoso), await sharedStatus(fabrikam)], [200, 401]);
  });
});
