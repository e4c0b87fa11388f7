/** Calls that people of the sample organisation make in addition to those in the browser. */
import assert from 'node:assert/strict';
import { type CharterClient, createClient } from '@charter/sdk';
import { issueToken } from '../../acceptance/tokens.ts';
import type { Portal } from './browser.ts';

/** Tokens by service and person. A token is valid longer than the tests of a file run. */
const tokens = new Map<string, Promise<string>>();

/** Returns a token of the person with this user name, such as `grace.nkemelu`. */
export function tokenOf({ service }: Portal, userName: string): Promise<string> {
  const key = `${service.url} ${userName}`;
  const token = tokens.get(key) ?? issueToken(service, { user: `${userName}@meridian.example` });
  tokens.set(key, token);
  return token;
}

/** Returns a client that calls as the person with this user name. */
export async function clientOf(portal: Portal, userName: string): Promise<CharterClient> {
  const token = await tokenOf(portal, userName);
  return createClient({ baseUrl: portal.service.url, tokenProvider: async () => token });
}

/** Requests a team that the requester's manager and one of two executives must approve. Returns the approval's id. */
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

/**
 * Applies a template as Nadia Okafor, an administrator, and returns her client.
 * @param rest further parts of the manifest
 */
export async function applyTemplate(
  portal: Portal,
  template: { id: string; name: string },
  rest: Readonly<Record<string, unknown>> = {},
): Promise<CharterClient> {
  const nadia = await clientOf(portal, 'nadia.okafor');
  await nadia.catalog.applyCatalogTemplate({
    manifest: {
      manifestVersion: '1.0',
      templateConfiguration: { ...template, language: 'en-US' },
      ...rest,
    },
  });
  return nadia;
}
