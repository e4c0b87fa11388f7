/**
 * Runs the client and the command line of the last release, which `releases/` stores, against this service.
 * @long
 */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type * as Sdk from '@charter/sdk';
import { startReceiver } from '../server/test/receiver.ts';
import { CALLERS, type Caller, TEMPLATE } from './callers.ts';
import { type CommandResult, runProgram } from './service.ts';
import { type Harness, openHarness } from './stage.ts';

const ROOT = new URL('..', import.meta.url);
const clients = globSync('releases/*/sdk.js', { cwd: fileURLToPath(ROOT) });
const commandLines = globSync('releases/*/cli/bin/main.js', { cwd: fileURLToPath(ROOT) });

for (const path of clients) {
  describe(`the client in ${path}`, () => {
    let stage: Harness;
    let sdk: typeof Sdk;
    let owner: Sdk.CharterClient;
    let admin: Sdk.CharterClient;
    before(async () => {
      stage = await openHarness();
      sdk = await import(new URL(path, ROOT).href);
      const baseUrl = stage.service.url;
      owner = sdk.createClient({ baseUrl, token: await stage.token('owner') });
      admin = sdk.createClient({ baseUrl, token: await stage.token('admin') });
    });
    after(() => stage?.close());

    it('provisions a team, follows its job, and reads pages', async () => {
      const job = await owner.teams.createTeamProvisioningJob({
        template: { id: TEMPLATE },
        team: {
          name: 'From an earlier client',
          membership: { owners: [{ id: CALLERS.owner.name }], members: [{ id: CALLERS.member.name }] },
        },
      });
      const { status, team } = await owner.jobs.waitForJob(job.id);
      assert.equal(status, 'completed');
      const { displayName } = await admin.teams.getTeam(team?.id ?? '');
      const names: string[] = [];
      for await (const each of owner.teams.mine({ $top: 1 })) names.push(each.displayName);
      assert.ok(names.includes(displayName));
    });

    it('reports an error with its code', async () => {
      await assert.rejects(owner.teams.getTeam(crypto.randomUUID()), (error) => {
        assert.ok(error instanceof sdk.CharterApiError);
        assert.deepEqual([error.status, typeof error.code], [403, 'string']);
        return true;
      });
    });

    it('verifies a webhook of this service', async () => {
      const receiver = await startReceiver();
      const hook = await admin.webhooks.createHook({
        events: ['team_created'],
        config: { url: receiver.url },
      });
      try {
        await stage.makeTeam();
        await receiver.received(1);
        const { headers = {}, body = '' } = receiver.messages[0] ?? {};
        const verified = await sdk.verifyWebhook({
          secret: hook.config.secret ?? '',
          headers,
          body,
        });
        assert.equal(verified.event, 'team_created');
      } finally {
        await admin.webhooks.deleteHook(hook.id);
        await receiver.close();
      }
    });
  });
}

for (const path of commandLines) {
  describe(`the command line in ${path}`, () => {
    let stage: Harness;
    before(async () => {
      stage = await openHarness();
    });
    after(() => stage?.close());

    const run = async (caller: Caller, ...args: string[]): Promise<CommandResult> =>
      runProgram(fileURLToPath(new URL(path, ROOT)), args, {
        CHARTER_URL: stage.service.url,
        CHARTER_TOKEN: await stage.token(caller),
      });
    const read = async (caller: Caller, ...args: string[]) => {
      const { code, stdout, stderr } = await run(caller, ...args, '--json');
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };

    it('prints the version of its release', async () => {
      const { stdout } = await run('owner', '--version');
      assert.equal(stdout.trim(), path.split('/')[1]);
    });

    it('provisions a team, reads and changes it', async () => {
      const provision = ['team', 'provision', '--template', TEMPLATE, '--owner', CALLERS.owner.name];
      const name = 'From an earlier command line';
      const plan = await read('owner', ...provision, '--name', name, '--dry-run');
      assert.equal(plan.name, name);
      const made = await run('owner', ...provision, '--name', name, '--watch');
      assert.equal(made.code, 0, made.stderr);
      const id = made.stdout.trim();
      assert.equal((await read('admin', 'team', 'get', id)).displayName, name);
      const changed = await run('admin', 'team', 'update', id, '--description', 'Changed');
      assert.equal(changed.code, 0, changed.stderr);
      const teams: { id: string; description: string }[] = await read('owner', 'team', 'list', '--mine');
      assert.equal(teams.find((team) => team.id === id)?.description, 'Changed');
      const [job] = await read('owner', 'job', 'list', '--limit', '1');
      assert.equal(job.status, 'completed');
    });

    it('lists templates in a table, and exits with 4 for a missing team and 3 for a missing permission', async () => {
      const table = await run('admin', 'template', 'list');
      assert.equal(table.code, 0, table.stderr);
      assert.ok(table.stdout.includes(TEMPLATE));
      assert.equal((await run('admin', 'team', 'get', crypto.randomUUID())).code, 4);
      assert.equal((await run('member', 'audit', 'export')).code, 3);
    });
  });
}

it('releases/ stores one client and one command line', () => {
  assert.deepEqual([clients.length, commandLines.length], [1, 1]);
});
