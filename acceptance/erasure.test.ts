/**
 * Export and erasure of a person who requested, approved, owned and was rejected: the service, its files, its log and
 * its exports hold neither name nor address afterwards, and the trails verify.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type CharterClient, createClient } from '@charter/sdk';
import pg from 'pg';
import { CALLERS, GUARDED_TEMPLATE, TEMPLATE } from './callers.ts';
import { completedErasure } from './operations/identity.ts';
import { charter, GIVEN_URL } from './service.ts';
import { type Harness, openHarness, rejection, waitForCompletedJob } from './stage.ts';
import { columnsContaining } from './stored-rows.ts';
import { issueToken } from './tokens.ts';

const ID = 'e7a54b1c-person';
const NAME = 'Zyxmara Quillfeather';
const ADDRESS = 'zyxmara@quillfeather.example';
const REASON = 'Zebras need no room';
const MARKS = ['zyxmara', 'quillfeather', REASON.toLowerCase()];

const found = (text: string): string[] => MARKS.filter((mark) => text.toLowerCase().includes(mark));

describe('a person who is erased', {
  skip: GIVEN_URL !== undefined && 'reads the files of its own service',
}, () => {
  let stage: Harness;
  let folder: string;
  let owner: pg.Client;
  let her: CharterClient;
  let admin: CharterClient;
  let team: string;
  let adminToken: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-erasure-'));
    const environment = {
      CHARTER_AUDIT_CHECKPOINT_DIR: join(folder, 'checkpoints'),
      CHARTER_LOG_LEVEL: 'info',
    };
    stage = await openHarness({ environment });
    admin = stage.as('admin');
    adminToken = await stage.token('admin');
    owner = new pg.Client({ connectionString: stage.service.databaseUrl });
    await owner.connect();
    await admin.users.importUsers({
      users: [
        {
          id: ID,
          displayName: NAME,
          givenName: 'Zyxmara',
          surname: 'Quillfeather',
          mail: ADDRESS,
          userPrincipalName: ADDRESS,
        },
      ],
    });
    const token = await issueToken(stage.service, { user: ADDRESS });
    her = createClient({ baseUrl: stage.service.url, token, retry: false });
    await her.webhooks.createHook({
      name: 'Mine',
      events: ['team_creation_approved', 'team_member_added'],
      config: { verb: 'post', url: 'http://127.0.0.1:9/closed', content_type: 'json' },
    });
    const ask = async (client: CharterClient, template: string, name: string) =>
      client.teams.createTeamProvisioningJob({
        template: { id: template },
        team: { name, membership: { owners: [{ id: CALLERS.owner.name }], members: [{ id: ADDRESS }] } },
      });
    const approvalOf = async (client: CharterClient, name: string): Promise<string> =>
      (await ask(client, GUARDED_TEMPLATE, name)).data.approval?.id ?? '';
    team = (await waitForCompletedJob(her, (await ask(her, TEMPLATE, 'Erasure one')).id)).team.id ?? '';
    const approved = await ask(her, GUARDED_TEMPLATE, 'Erasure two');
    await stage.as('member').approvals.approveTeamCreation(approved.data.approval?.id ?? '', {
      message: 'Welcome',
    });
    await waitForCompletedJob(her, approved.id);
    await stage.as('member').approvals.rejectTeamCreation(await approvalOf(her, 'Erasure three'), {
      message: 'Ask again',
    });
    const delegated = await approvalOf(stage.as('owner'), 'Erasure four');
    await stage.as('member').approvals.delegateApproval(delegated, { deputy: { id: ADDRESS } });
    await her.approvals.rejectTeamCreation(delegated, { message: REASON });
    await her.teams.removeTeamMember(team, CALLERS.owner.name).catch(() => undefined);
    await admin.teams.updateTeam(team, { description: 'Changed' });
    assert.equal((await rejection(her.users.importUsers({ users: [] as never }))).status, 403);
  });
  after(async () => {
    await owner?.end();
    await stage?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (...args: string[]) => charter(stage.service, args, { CHARTER_TOKEN: adminToken });

  const columns = (): Promise<string[]> => columnsContaining(owner, MARKS);

  /** Resolves when the records are sealed. */
  const seal = () => admin.audit.getAuditTrailRecords('security', { $top: 1 });

  it('is exported with all stored personal data before the erasure', async () => {
    const { code, stdout, stderr } = await run('person', 'export', ADDRESS);
    assert.equal(code, 0, stderr);
    const exported = JSON.parse(stdout);
    assert.equal(exported.userId, ID);
    assert.deepEqual(found(stdout), MARKS);
    assert.ok(exported.records.length > 5);
  });

  it('is not erased during a legal hold', async () => {
    assert.equal((await run('person', 'hold', ADDRESS, '--reason', 'Proceedings')).code, 0);
    const { code, stderr } = await run('person', 'erase', ADDRESS);
    assert.notEqual(code, 0);
    assert.match(stderr, /legal hold/);
    assert.equal((await run('person', 'release', ADDRESS)).code, 0);
  });

  it('leaves neither name nor address in the database', async () => {
    await seal();
    const { stdout } = await run('person', 'erase', ADDRESS, '--dry-run');
    assert.match(stdout, /jobs: \d/);
    assert.ok((await columns()).length > 10);
    assert.equal((await run('person', 'erase', ADDRESS)).code, 0);
    await completedErasure(admin, ID);
    await seal();
    assert.deepEqual(await columns(), []);
  });

  it('leaves neither name nor address in exports, checkpoints and the log, and the trails verify', async () => {
    const file = join(folder, 'audit.ndjson');
    assert.equal((await run('audit', 'export', '--out', file)).code, 0);
    assert.deepEqual(found(await readFile(file, 'utf8')), []);
    const { stdout } = await run('audit', 'export', '--format', 'csv');
    assert.deepEqual(found(stdout), []);
    assert.match(stdout, /"erased"/);
    const { code, stderr } = await run('audit', 'verify', file);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /1 person was erased/);
    for (const name of await readdir(join(folder, 'checkpoints')))
      assert.deepEqual(found(await readFile(join(folder, 'checkpoints', name), 'utf8')), []);
    const lines = stage.service.output().split('\n');
    assert.deepEqual(
      lines.filter((line) => found(line).length > 0),
      [],
    );
  });

  it('is shown to readers as "erased" with the same id', async () => {
    const { value } = await admin.audit.getAuditTrailRecords('teams', { $filter: `actor/id eq '${ID}'` });
    assert.ok(value.length > 0);
    for (const { actor } of value) assert.equal(actor.displayName, 'erased');
    const { value: jobs } = await admin.jobs.getJobs({ $top: 20 });
    assert.ok(jobs.some(({ requester }) => requester?.id === ID && requester.displayName === 'erased'));
  });

  it('cannot sign in and is not stored again by an import, and other people can still work', async () => {
    // The erasure notifies every node, which otherwise rereads an account only after 10 s or more.
    const deadline = Date.now() + 5_000;
    while (
      await her.me.getMe().then(
        () => true,
        () => false,
      )
    ) {
      assert.ok(Date.now() < deadline, 'the token is still accepted');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    assert.ok([401, 403].includes((await rejection(her.me.getMe())).status));
    await admin.users.importUsers({
      users: [{ id: ID, displayName: NAME, mail: ADDRESS, userPrincipalName: ADDRESS }],
    });
    assert.deepEqual(
      (await columns()).filter((place) => place.startsWith('directory.')),
      [],
    );
    assert.ok((await admin.teams.getTeam(team)).id);
    await admin.approvals.getApprovals({ $top: 50 });
    assert.ok((await stage.makeTeam()).team);
    assert.equal((await run('person', 'erase', ID)).code, 0);
  });
});
