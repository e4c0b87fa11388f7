/**
 * Policies from the command line: apply, attach, check, enforce, delete.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Policy } from '@charter/sdk';
import { CALLERS, type Caller, RUN_ID, TEMPLATE } from './callers.ts';
import { type CommandResult, charter } from './service.ts';
import { type Harness, openHarness, rejection } from './stage.ts';

let stage: Harness;
let folder: string;
before(async () => {
  stage = await openHarness();
  folder = await mkdtemp(join(tmpdir(), 'charter-policies-'));
});
after(async () => {
  await stage?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const as = async (caller: Caller, ...args: string[]): Promise<CommandResult> =>
  charter(stage.service, ['policy', ...args], { CHARTER_TOKEN: await stage.token(caller) });

async function ok(running: Promise<CommandResult>): Promise<CommandResult> {
  const result = await running;
  assert.equal(result.code, 0, `${result.stderr}${result.stdout}`);
  return result;
}

const WORDS = {
  name: `Words ${RUN_ID}`,
  kind: 'naming',
  scope: { type: 'teams' },
  settings: { blockedWords: ['confidential', 'strictly internal'], maxLength: 60 },
};
const PRIVATE = {
  name: `Private ${RUN_ID}`,
  kind: 'privacy',
  enabled: false,
  settings: { visibility: 'private' },
};

async function apply(...policies: object[]): Promise<{ outcome: string; policy: Policy }[]> {
  const file = join(folder, 'policies.json');
  await writeFile(file, JSON.stringify(policies));
  const { stdout } = await ok(as('admin', 'apply', file, '--json'));
  return JSON.parse(stdout) as { outcome: string; policy: Policy }[];
}

describe('charter policy', () => {
  it('applies a file, and updates only changed policies', async () => {
    const outcomes = async (...policies: object[]) =>
      (await apply(...policies)).map(({ outcome }) => outcome);
    assert.deepEqual(await outcomes(WORDS, PRIVATE), ['created', 'created']);
    assert.deepEqual(await outcomes(WORDS, PRIVATE), ['unchanged', 'unchanged']);
    const fewer = { ...WORDS, settings: { blockedWords: ['confidential'] } };
    const [changed] = await apply(fewer, PRIVATE);
    assert.equal(changed?.outcome, 'updated');
    assert.deepEqual(changed?.policy.settings, fewer.settings);
    const { stdout } = await ok(as('admin', 'get', changed!.policy.id, '--json'));
    assert.deepEqual(await outcomes(JSON.parse(stdout) as object), ['unchanged']);
    const listed = await ok(as('app', 'list', '--kind', 'naming'));
    assert.match(
      listed.stdout,
      new RegExp(`${changed!.policy.id} +naming +yes +enforce +teams it is attached to +Words`),
    );
    assert.match((await ok(as('admin', 'get', changed!.policy.id))).stdout, /blockedWords: +confidential/);
  });

  it('attaches, checks, detaches and deletes a policy', async () => {
    const [applied] = await apply(WORDS);
    const { id } = applied!.policy;
    const { team } = await stage.makeTeam();
    await ok(as('admin', 'attach', id, team));
    assert.match((await ok(as('admin', 'teams', id))).stdout, new RegExp(`^${team} `, 'm'));
    const violated = await as('admin', 'check', 'A CONFIDENTIAL matter', '--team', team);
    assert.equal(violated.code, 1);
    assert.match(violated.stdout, /violated +naming/);
    await ok(as('admin', 'check', 'Confidentiality', '--team', team));
    const renaming = stage.as('admin').teams.updateTeam(team, { displayName: 'Strictly-internal plans' });
    const error = await rejection(renaming);
    assert.deepEqual([error.status, error.code], [400, 'PolicyViolation']);
    assert.deepEqual(
      error.details.map(({ target }) => target),
      ['naming'],
    );
    await ok(as('admin', 'detach', id, team));
    await stage.as('admin').teams.updateTeam(team, { displayName: 'Strictly-internal plans' });
    await ok(as('admin', 'delete', id));
    assert.equal((await as('admin', 'get', id)).code, 4);
  });

  it('rejects users without the role, and names the errors of a file', async () => {
    assert.equal((await as('owner', 'list')).code, 3);
    const file = join(folder, 'wrong.json');
    await writeFile(file, '[{"name": "x"}]');
    assert.equal((await as('admin', 'apply', file)).code, 2);
    const yaml = join(folder, 'wrong.yaml');
    await writeFile(yaml, 'name: [');
    const broken = await as('admin', 'apply', yaml);
    assert.equal(broken.code, 2);
    assert.match(broken.stderr, /not valid YAML/);
    await writeFile(yaml, 'name: x\nkind: naming\nsettings:\n  words: []\n');
    assert.match((await as('admin', 'apply', yaml)).stderr, /settings\.words/);
    await writeFile(file, JSON.stringify({ ...WORDS, name: 'x', settings: { words: [] } }));
    const rejected = await as('admin', 'apply', file);
    assert.equal(rejected.code, 1);
    assert.match(rejected.stderr, /settings\.words/);
  });
});

describe('an enabled policy', () => {
  it('rejects a request and appears in its plan, and its creation and deletion are recorded', async () => {
    const admin = stage.as('admin');
    const { id } = await admin.policies.createPolicy({
      name: `Reserved ${RUN_ID}`,
      kind: 'naming',
      scope: { type: 'templates', templateIds: [TEMPLATE] },
      settings: { reservedNames: [`Board ${RUN_ID}`] },
    });
    const request = {
      template: { id: TEMPLATE },
      team: { name: `BOARD  ${RUN_ID}`, membership: { owners: [{ id: CALLERS.owner.name }] } },
    };
    const plan = await stage.as('owner').teams.planTeamProvisioning(request);
    const violated = plan.verdicts.filter(({ outcome }) => outcome === 'violated');
    assert.deepEqual(
      violated.map(({ policy }) => policy),
      ['naming'],
    );
    const error = await rejection(stage.as('owner').teams.createTeamProvisioningJob(request));
    assert.equal(error.code, 'PolicyViolation');
    await admin.policies.deletePolicy(id);
    const types: string[] = [];
    for await (const record of admin.audit.records('policies', { $filter: `target/id eq '${id}'` })) {
      types.push(record.type);
    }
    assert.deepEqual(types.sort(), ['policy_created', 'policy_deleted']);
  });
});
