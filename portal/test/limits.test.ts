/** Actions at the default rate limits, and while the service refuses further calls, in a real browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal } from './browser.ts';
import { clientOf } from './people.ts';

const CALLS = '**/v1.0/**';
const RETRY_AFTER_SECONDS = 60;
/** Role changes of one person in a row: each is a tier-2 call, of which a minute takes 20. */
const CHANGES = 12;

const portal = openPortal({ hasDefaultLimits: true });

/** Provisions a team that Grace Nkemelu owns and Wei Zhang is a member of. Returns its id. */
async function provision(name: string): Promise<string> {
  const { teams, jobs } = await clientOf(portal, 'grace.nkemelu');
  const job = await teams.createTeamProvisioningJob({
    template: { id: 'example.meridian.project' },
    team: { name, membership: { owners: [], members: [{ id: 'wei.zhang@meridian.example' }] } },
  });
  const { status, data } = await jobs.waitForJob(job.id);
  assert.equal(status, 'completed', JSON.stringify(data.error));
  return data.team?.id ?? '';
}

/** Answers every read with 429, as the service does when the person has made too many calls. Returns their number. */
async function refuseReads(page: Page): Promise<() => number> {
  let refused = 0;
  await page.route(CALLS, (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    refused += 1;
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      json: { error: { code: 'TooManyRequests', message: 'At most 300 calls a minute are allowed here.' } },
    });
  });
  return () => refused;
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Confirms an action on Wei Zhang's membership, and waits until the dialog has closed. */
async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: `${action}: Wei Zhang` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('a confirmed action', () => {
  it('closes its dialog while reads are refused with 429, and the list follows by Retry-After', async () => {
    const page = await portal.signIn(`/teams/${await provision('Breakwater')}`, 'Grace Nkemelu');
    await rowOf(page, 'Wei Zhang').waitFor();
    await page.clock.install();
    const refused = await refuseReads(page);
    await confirm(page, 'Make owner');
    await page.getByText('Wei Zhang is an owner of “PRJ Breakwater” now.').waitFor();
    await page.getByText('Too many calls in a short time').first().waitFor();
    assert.ok(refused() > 0);
    // The page stays usable: the person goes on while the lists wait.
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await assertAccessible(page);
    await page.unroute(CALLS);
    await page.clock.fastForward(RETRY_AFTER_SECONDS * 1000);
    await rowOf(page, 'Wei Zhang').getByText('Owner', { exact: true }).waitFor();
    await page.context().close();
  });

  it('is followed by the next one, without a refused call, at the default limits', async () => {
    const team = await provision('Quay');
    const page = await portal.signIn(`/teams/${team}`, 'Grace Nkemelu');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url());
    });
    for (let change = 0; change < CHANGES; change += 1) {
      await confirm(page, change % 2 === 0 ? 'Make owner' : 'Make member');
      await page
        .getByRole('button', { name: `${change % 2 === 0 ? 'Make member' : 'Make owner'}: Wei Zhang` })
        .waitFor();
    }
    assert.deepEqual(refused, []);
    await page.context().close();
  });
});

describe('the page of a team', () => {
  for (const section of ['members', 'governance', 'lifecycle', 'history']) {
    it(`costs an administrator at most nine calls with its ${section}`, async () => {
      const [team] = (await (await clientOf(portal, 'nadia.okafor')).teams.getTeams()).value;
      const page = await portal.signIn('/', 'Nadia Okafor');
      await page.waitForLoadState('networkidle');
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/v1.0/')) calls.push(`${request.method()} ${request.url()}`);
      });
      await page.goto(`${portal.service.url}/teams/${team?.id}?section=${section}`);
      await page.getByRole('heading', { level: 1, name: team?.displayName ?? '' }).waitFor();
      await page.waitForLoadState('networkidle');
      assert.ok(calls.length > 0 && calls.length <= 9, calls.join('\n'));
      await page.context().close();
    });
  }
});
