/** Runs the client of the last release, which is stored in `releases/`, against this service. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type * as Sdk from '@charter/sdk';
import { startReceiver } from '../server/test/receiver.ts';
import { CALLERS, TEMPLATE } from './callers.ts';
import { type Harness, openHarness } from './stage.ts';

const ROOT = new URL('..', import.meta.url);
const clients = globSync('releases/*/sdk.js', { cwd: fileURLToPath(ROOT) });

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
