/** Calls of the sample organisation's people that a test makes beside the browser. */
import assert from 'node:assert/strict';
import { type CharterClient, createClient } from '@charter/sdk';
import { charter } from '../../acceptance/service.ts';
import type { Portal } from './browser.ts';

/** Returns a client that calls as the person with this user name, such as `grace.nkemelu`. */
export async function clientOf({ service }: Portal, userName: string): Promise<CharterClient> {
  const args = ['token', '--user', `${userName}@meridian.example`];
  const { code, stdout, stderr } = await charter(service, args);
  assert.equal(code, 0, stderr);
  return createClient({ baseUrl: service.url, tokenProvider: async () => stdout.trim() });
}

/** Requests a team that its requester's manager and one of two executives must approve. Returns the approval's id. */
export async function requestLaunch(portal: Portal, name: string): Promise<string> {
  const members = ['felix.wagner', 'olivia.bennett', 'wei.zhang'];
  const grace = await clientOf(portal, 'grace.nkemelu');
  const job = await grace.teams.createTeamProvisioningJob({
    template: { id: 'example.meridian.product-launch' },
    team: {
      name,
      membership: { owners: [], members: members.map((user) => ({ id: `${user}@meridian.example` })) },
    },
  });
  assert.ok(job.data.approval);
  return job.data.approval.id;
}
