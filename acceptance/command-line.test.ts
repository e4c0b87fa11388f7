/**
 * The commands of `charter` against a running service: output and exit codes.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ChannelProvisioningPlan, Job, Team, TeamChannel, TeamChannelTab } from '@charter/sdk';
import { CALLERS, type Caller, MANIFEST, NEWCOMER, RUN_ID, subjectOf } from './callers.ts';
import { type CommandResult, charter, openService, type Service } from './service.ts';
import { issueToken } from './tokens.ts';

let service: Service;
let folder: string;
before(async () => {
  service = await openService();
  folder = await mkdtemp(join(tmpdir(), 'charter-cli-'));
});
after(async () => {
  await service?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const tokens = new Map<Caller, Promise<string>>();

/** Runs a command as the caller. */
async function as(caller: Caller, ...args: string[]): Promise<CommandResult> {
  const token = tokens.get(caller) ?? issueToken(service, subjectOf(caller));
  tokens.set(caller, token);
  return charter(service, args, { CHARTER_TOKEN: await token });
}

async function ok(running: Promise<CommandResult>): Promise<CommandResult> {
  const result = await running;
  assert.equal(result.code, 0, `${result.stderr}${result.stdout}`);
  return result;
}

const json = async <Result>(running: Promise<CommandResult>): Promise<Result> =>
  JSON.parse((await ok(running)).stdout) as Result;

const OWN_TEMPLATE = `acceptance-command-${RUN_ID}`;
const YAML_TEMPLATE = `acceptance-yaml-${RUN_ID}`;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ONE_ID = new RegExp(`^${UUID}\\n$`);

describe('charter token', () => {
  it('prints only the token, for a person and for an app', async () => {
    for (const { flag, name } of [CALLERS.owner, CALLERS.app]) {
      const { stdout, stderr } = await ok(charter(service, ['token', flag, name]));
      assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/);
      assert.equal(stderr, '');
      await ok(charter(service, ['user', 'list', '--limit', '1'], { CHARTER_TOKEN: stdout.trim() }));
    }
  });

  it('exits with 4 for an unknown person, and with 5 without a service', async () => {
    const nobody = await charter(service, ['token', '--user', 'nobody@meridian.example']);
    assert.deepEqual([nobody.code, nobody.stdout], [4, '']);
    assert.match(nobody.stderr, /nobody@meridian\.example/);
    const elsewhere = { CHARTER_DATA_DIR: join(folder, 'no-service-here'), DATABASE_URL: '' };
    const nowhere = await charter(service, ['token', '--user', CALLERS.owner.name], elsewhere);
    assert.equal(nowhere.code, 5, nowhere.stderr);
  });
});

describe('charter template', () => {
  it('applies a folder, prints an outcome for each file, and exits with 1 when one is rejected', async () => {
    const { templateConfiguration } = MANIFEST;
    const own = { ...templateConfiguration, id: OWN_TEMPLATE, name: `By command ${RUN_ID}` };
    await writeFile(join(folder, 'a.json'), JSON.stringify({ ...MANIFEST, templateConfiguration: own }));
    const yaml = `manifestVersion: "1.0"
templateConfiguration: { id: ${YAML_TEMPLATE}, name: From YAML } # stored
initialization: { contents: { channels: [{ files: [{ path: Notes/a.txt, source: "data:text/plain,Hi" }] }] } }
`;
    await writeFile(join(folder, 'b.yaml'), yaml);
    const fine = await ok(as('admin', 'template', 'apply', folder));
    assert.match(fine.stdout, new RegExp(`^created +${OWN_TEMPLATE} `, 'm'));
    assert.match(fine.stdout, new RegExp(`^created +${YAML_TEMPLATE} `, 'm'));
    await writeFile(join(folder, 'c.yaml'), 'templateConfiguration: { id: "not an id" }\n');
    const mixed = await as('admin', 'template', 'apply', folder, '--json');
    assert.equal(mixed.code, 1);
    const outcomes = (JSON.parse(mixed.stdout) as { outcome: string }[]).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['unchanged', 'unchanged', 'failed']);
    assert.match(mixed.stderr, /1 of 3 manifests/);
    const forbidden = await as('member', 'template', 'apply', join(folder, 'a.json'));
    assert.equal(forbidden.code, 3);
  });

  it('exports a YAML manifest with its comments, or converts it to JSON', async () => {
    const { stdout } = await ok(as('integrator', 'template', 'export', YAML_TEMPLATE));
    assert.match(stdout, /# stored/);
    const target = join(folder, 'exported.json');
    await ok(as('integrator', 'template', 'export', YAML_TEMPLATE, '--out', target));
    const exported = JSON.parse(await readFile(target, 'utf8')) as typeof MANIFEST;
    assert.equal(exported.templateConfiguration.name, 'From YAML');
    await rm(target);
    const missing = await as('integrator', 'template', 'export', 'no-such-template');
    assert.equal(missing.code, 4);
  });

  it('lists the templates of the caller with --mine, and all templates only for an administrator', async () => {
    const mine = await json<{ templateConfiguration: { id: string } }[]>(
      as('member', 'template', 'list', '--mine', '--json'),
    );
    assert.ok(mine.some(({ templateConfiguration }) => templateConfiguration.id === OWN_TEMPLATE));
    assert.equal((await as('member', 'template', 'list')).code, 3);
    const { stdout } = await ok(as('admin', 'template', 'list'));
    assert.match(stdout, /^ID +NAME +LANGUAGE +ENABLED +DESCRIPTION$/m);
  });
});

describe('charter team', () => {
  const provision = (...args: string[]) =>
    as('member', 'team', 'provision', '--template', `By command ${RUN_ID}`, '--name', 'By command', ...args);
  let team: string;

  it('plans a team with --dry-run', async () => {
    const plan = await json<{ name: string; verdicts: { outcome: string }[] }>(
      provision('--owner', NEWCOMER, '--dry-run', '--json'),
    );
    assert.equal(plan.name, 'By command');
    const rejected = await provision('--dry-run');
    assert.equal(rejected.code, 1, 'the team has no owner');
    assert.match(rejected.stderr, /owner/);
  });

  it('prints the files of the plan', async () => {
    const named = ['--template', 'From YAML', '--name', 'With files'];
    const { stdout } = await ok(as('member', 'team', 'provision', ...named, '--dry-run'));
    assert.match(stdout, /^files: +General\/Notes\/a\.txt \(2 bytes\)$/m);
  });

  it('provisions a team with --watch, and prints its id', async () => {
    const metadata = join(folder, 'metadata.txt');
    await writeFile(metadata, '{"ticket":4711}');
    const args = [
      '--owner',
      CALLERS.owner.name,
      '--member',
      CALLERS.member.name,
      '--welcome-message',
      'Hello',
    ];
    const { stdout, stderr } = await ok(provision(...args, '--metadata', `@${metadata}`, '--watch'));
    assert.match(stdout, ONE_ID);
    assert.match(stderr, /^\d{4}-\S+Z Planned the team 'By command'/m);
    assert.match(stderr, /^\d{4}-\S+Z Completed\.$/m);
    team = stdout.trim();
  });

  it('creates one job for two requests with the same idempotency key', async () => {
    const once = () => provision('--owner', NEWCOMER, '--idempotency-key', `by-command-${RUN_ID}`, '--json');
    const [first, second] = [await json<Job>(once()), await json<Job>(once())];
    assert.equal(first.id, second.id);
    const { stdout } = await ok(as('member', 'job', 'watch', first.id));
    assert.match(stdout, ONE_ID);
    const shown = await ok(as('member', 'job', 'get', first.id));
    assert.match(shown.stdout, /^status: +completed$/m);
    assert.equal((await as('stranger', 'job', 'get', first.id)).code, 4);
  });

  it('shows and updates a team, depending on the role', async () => {
    await ok(
      as(
        'admin',
        'team',
        'update',
        team,
        '--name',
        'Renamed',
        '--set',
        'memberSettings.allowCreatePrivateChannels=false',
      ),
    );
    const shown = await json<Team>(as('admin', 'team', 'get', team, '--json'));
    assert.equal(shown.displayName, 'Renamed');
    assert.equal(shown.memberSettings.allowCreatePrivateChannels, false);
    assert.match((await ok(as('admin', 'team', 'get', team))).stdout, /^name: +Renamed$/m);
    assert.equal((await as('owner', 'team', 'get', team)).code, 3);
    assert.equal((await as('foreigner', 'team', 'get', team)).code, 4);
    const late = await as('admin', 'team', 'update', team, '--name', 'Late', '--if-match', '"long ago"');
    assert.equal(late.code, 1);
  });

  it('adds members, channels and tabs', async () => {
    assert.match(
      (await ok(as('owner', 'member', 'add', team, NEWCOMER, '--role', 'owner'))).stdout,
      /^role: +owner$/m,
    );
    const channel = await json<TeamChannel>(
      as(
        'owner',
        'channel',
        'create',
        team,
        '--name',
        'Contracts',
        '--type',
        'private',
        '--owner',
        NEWCOMER,
        '--json',
      ),
    );
    assert.equal(channel.membershipType, 'private');
    const listed = await json<TeamChannel[]>(as('member', 'channel', 'list', team, '--json'));
    assert.ok(!listed.some(({ id }) => id === channel.id), 'other members do not see the private channel');
    assert.match((await ok(as('member', 'channel', 'primary', team))).stdout, /^name: +General$/m);
    const address = 'https://wiki.meridian.example';
    await ok(as('member', 'tab', 'create', team, 'primary', '--name', 'Wiki', '--content-url', address));
    const tabs = await json<TeamChannelTab[]>(as('member', 'tab', 'list', team, 'primary', '--json'));
    assert.ok(
      tabs.some(
        ({ displayName, configuration }) => displayName === 'Wiki' && configuration.contentUrl === address,
      ),
    );
    const wrong = await as(
      'member',
      'tab',
      'create',
      team,
      'primary',
      '--name',
      'W',
      '--content-url',
      'http://w',
    );
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /configuration\.contentUrl: /);
    assert.match(wrong.stderr, /request-id: /);
  });

  it('archives, unarchives and deletes a team', async () => {
    const { stdout } = await ok(as('owner', 'team', 'archive', team, '--read-only-site', '--watch'));
    assert.equal(stdout.trim(), team);
    const closed = await as('owner', 'channel', 'create', team, '--name', 'Late');
    assert.equal(closed.code, 1);
    assert.match(closed.stderr, /archived/i);
    const { jobId } = await json<{ jobId: string }>(as('owner', 'team', 'unarchive', team, '--json'));
    await ok(as('owner', 'job', 'watch', jobId, '--timeout', '60'));
    await ok(as('owner', 'team', 'delete', team));
    assert.equal((await as('admin', 'team', 'get', team)).code, 4);
  });
});

describe('charter channel request', () => {
  const template = `acceptance-channel-${RUN_ID}`;
  let team: string;
  const request = (...args: string[]) =>
    as('member', 'channel', 'request', team, '--template', template, '--name', 'Contracts', ...args);
  const channels = () => json<TeamChannel[]>(as('owner', 'channel', 'list', team, '--json'));

  before(async () => {
    const path = join(folder, 'channel.yaml');
    await writeFile(
      path,
      `manifestVersion: "1.0"
templateConfiguration:
  id: ${template}
  name: ${template}
  questions: [{ id: client, title: Client, required: true }]
  permanentMembership: { owners: [{ id: ${CALLERS.owner.name} }], members: [{ id: ${NEWCOMER} }] }
  approval:
    requireApproval: true
    stages:
      - { name: Owners, approvers: [{ id: ${CALLERS.owner.name} }] }
      - { name: Legal, approvers: [{ id: ${NEWCOMER} }], when: 'request.metadata.client === "Northwind"' }
newChannel:
  membershipType: private
  namingConvention: <%= request.metadata.client %> <%= request.channel.name %>
`,
    );
    await ok(as('admin', 'template', 'apply', path));
    const people = ['--owner', CALLERS.owner.name, '--member', CALLERS.member.name];
    const named = ['--template', `By command ${RUN_ID}`, '--name', 'With rooms'];
    team = (await ok(as('member', 'team', 'provision', ...named, ...people, '--watch'))).stdout.trim();
  });

  it('shows the channel, its people and who would approve it with --dry-run, and creates nothing', async () => {
    const { stdout, stderr } = await ok(request('--answer', 'client=Northwind', '--dry-run'));
    assert.equal(stderr, '');
    assert.match(stdout, /^channel: +Northwind Contracts$/m);
    assert.match(stdout, /^type: +private$/m);
    assert.match(stdout, /^owners: +Inês Carvalho, Ruben de Wit$/m);
    assert.match(stdout, /^added to the team: +Stefan Huber$/m);
    assert.match(stdout, /^ {2}· Stage 2 of the approvers is asked, because its condition is true\.$/m);
    assert.match(stdout, /^ {2}✓ The request waits for the approval of .*Ruben de Wit.*Stefan Huber/m);
    const other = await ok(request('--answer', 'client=Fabrikam', '--dry-run'));
    assert.match(other.stdout, /^channel: +Fabrikam Contracts$/m);
    assert.match(
      other.stdout,
      /^ {2}· Stage 2 of the approvers is not asked, because its condition is not true\.$/m,
    );
    const plan = await json<ChannelProvisioningPlan>(
      request('--answer', 'client=Northwind', '--dry-run', '--json'),
    );
    assert.deepEqual(
      plan.approvalConditions?.map(({ stage, outcome }) => [stage, outcome]),
      [[2, 'met']],
    );
    assert.deepEqual(
      (await channels()).map(({ displayName }) => displayName),
      ['General', 'Planning'],
    );
    const waiting = await json<{ type: string }[]>(as('member', 'job', 'list', '--json'));
    assert.ok(waiting.every(({ type }) => type !== 'ChannelProvisioning'));
  });

  it('exits with 1 for a plan with a violation, and for a missing answer', async () => {
    const unanswered = await request('--dry-run');
    assert.equal(unanswered.code, 1);
    assert.match(unanswered.stderr, /metadata\.client/);
    await ok(as('owner', 'channel', 'create', team, '--name', 'Northwind Contracts'));
    const taken = await request('--answer', 'client=Northwind', '--dry-run');
    assert.equal(taken.code, 1);
    assert.match(taken.stdout, /^ {2}✗ The team has a channel called 'Northwind Contracts' already\./m);
    assert.match(taken.stderr, /Choose another name/);
    assert.equal((await request('--dry-run', '--watch')).code, 2);
  });

  it('pauses a request until an owner approves it, and then creates the channel', async () => {
    const { stdout } = await ok(request('--answer', 'client=Fabrikam'));
    const job = await json<Job>(as('member', 'job', 'get', stdout.trim(), '--json'));
    assert.equal(job.status, 'paused');
    const approval = job.data.approval?.id ?? '';
    const inList = await ok(as('owner', 'approval', 'list', '--role', 'approver', '--status', 'pending'));
    assert.match(inList.stdout, new RegExp(`^${approval} .* Contracts \\(private\\) .*${template} `, 'm'));
    const approved = await ok(as('owner', 'approval', 'approve', approval));
    assert.match(approved.stderr, /The request is approved\. The channel is being created\./);
    await ok(as('member', 'job', 'watch', job.id, '--timeout', '60'));
    assert.ok((await channels()).some(({ displayName }) => displayName === 'Fabrikam Contracts'));
  });

  it('sends a request that charter approval get shows with its stage, approvers and decisions', async () => {
    const { stdout } = await ok(
      request(
        '--name',
        'Offers',
        '--description',
        'Signed ones',
        '--member',
        NEWCOMER,
        '--answer',
        'client=Northwind',
      ),
    );
    const job = await json<Job>(as('member', 'job', 'get', stdout.trim(), '--json'));
    const approval = job.data.approval?.id ?? '';
    const shown = async () => (await ok(as('owner', 'approval', 'get', approval))).stdout;
    const atFirst = await shown();
    assert.match(atFirst, /^channel: +Offers \(private\)$/m);
    assert.match(atFirst, /^description: +Signed ones$/m);
    assert.match(atFirst, new RegExp(`^members: +${NEWCOMER}$`, 'm'));
    assert.match(atFirst, /^answers: +Client: Northwind$/m);
    assert.match(atFirst, /^stage: +0$/m);
    assert.match(atFirst, /^waits for: +Ruben de Wit$/m);
    assert.doesNotMatch(atFirst, /^(?:decisions|comments|question):/m);
    await ok(as('owner', 'approval', 'ask', approval, '--message', 'For which year?'));
    assert.match(await shown(), /^waits for: +Inês Carvalho$/m);
    await ok(as('member', 'approval', 'answer', approval, '--message', '2027'));
    const approved = await ok(as('owner', 'approval', 'approve', approval, '--message', 'Fine'));
    assert.match(approved.stderr, /^Your approval is recorded\. Other approvers decide now\.$/m);
    const later = await shown();
    assert.match(later, /^stage: +1$/m);
    assert.match(later, /^waits for: +Stefan Huber$/m);
    assert.match(later, /^decisions: +Ruben de Wit approved \(stage 0\): Fine$/m);
    await ok(as('member', 'approval', 'withdraw', approval));
    assert.doesNotMatch(await shown(), /^(?:stage|waits for):/m);
  });
});

describe('the commands that list people and labels', () => {
  it('find people by the words of --search, and list at most --limit people', async () => {
    const found = await json<{ userPrincipalName: string }[]>(
      as('member', 'user', 'list', '--search', 'stef hub', '--json'),
    );
    assert.deepEqual(
      found.map(({ userPrincipalName }) => userPrincipalName),
      [NEWCOMER],
    );
    const { stdout } = await ok(as('member', 'user', 'list', '--limit', '3'));
    assert.equal(stdout.trimEnd().split('\n').length, 4);
    assert.equal((await as('member', 'user', 'list', '--filter', "shoe eq '45'")).code, 1);
  });

  it('list the labels of the caller', async () => {
    assert.match((await ok(as('member', 'label', 'list'))).stdout, /^\S+ +General +1 /m);
  });
});

describe('a command', () => {
  it('uses a new token with --as, even when CHARTER_TOKEN is set', async () => {
    const { name } = CALLERS.member;
    const listed = await ok(
      charter(service, ['template', 'list', '--mine', '--as', name], { CHARTER_TOKEN: 'a.b.c' }),
    );
    assert.match(listed.stdout, new RegExp(`^${OWN_TEMPLATE} `, 'm'));
    const nobody = await charter(service, ['user', 'list', '--as', 'nobody@meridian.example']);
    assert.equal(nobody.code, 4);
  });

  it('names CHARTER_TOKEN when the token in it is invalid', async () => {
    const { code, stderr } = await charter(service, ['user', 'list'], { CHARTER_TOKEN: 'a.b.c' });
    assert.equal(code, 3);
    assert.match(stderr, /CHARTER_TOKEN/);
  });
});
