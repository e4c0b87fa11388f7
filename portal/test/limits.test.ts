/**
 * Tests actions in a real browser at the default rate limits, and while the service rejects further calls.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const CALLS = '**/v1.0/**';
const RETRY_AFTER_SECONDS = 60;
/** Number of role changes that one person makes in a row. Each is a tier-2 call, limited to 20 a minute. */
const CHANGES = 12;

const portal = openPortal();

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

/**
 * Rejects every read with 429, as the service does after too many calls. Returns a function that returns the number of
 * rejected reads.
 */
async function rejectReads(page: Page): Promise<() => number> {
  let rejected = 0;
  await page.route(CALLS, (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    rejected += 1;
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      json: { error: { code: 'TooManyRequests', message: 'At most 300 calls a minute are allowed here.' } },
    });
  });
  return () => rejected;
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
  it('closes its dialog while reads are rejected with 429, and the list is updated after Retry-After', async () => {
    const page = await portal.signIn(`/teams/${await provision('Breakwater')}`, 'Grace Nkemelu');
    await rowOf(page, 'Wei Zhang').waitFor();
    await page.clock.install();
    const rejected = await rejectReads(page);
    await confirm(page, 'Make owner');
    await page.getByText('Wei Zhang is an owner of “PRJ Breakwater” now.').waitFor();
    await page.getByText('Too many calls in a short time').first().waitFor();
    assert.ok(rejected() > 0);
    // The page stays usable: the person continues while the lists wait.
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await assertAccessible(page);
    await page.unroute(CALLS);
    await page.clock.fastForward(RETRY_AFTER_SECONDS * 1000);
    await rowOf(page, 'Wei Zhang').getByText('Owner', { exact: true }).waitFor();
    await page.context().close();
  });

  it('can be repeated at the default limits without a rejected call', async () => {
    const team = await provision('Quay');
    const page = await portal.signIn(`/teams/${team}`, 'Grace Nkemelu');
    const rejected: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 429) rejected.push(response.url());
    });
    for (let change = 0; change < CHANGES; change += 1) {
      await confirm(page, change % 2 === 0 ? 'Make owner' : 'Make member');
      await page
        .getByRole('button', { name: `${change % 2 === 0 ? 'Make member' : 'Make owner'}: Wei Zhang` })
        .waitFor();
    }
    assert.deepEqual(rejected, []);
    await page.context().close();
  });
});

describe('the page of a team', () => {
  for (const [section, most] of Object.entries({ members: 8, governance: 9, lifecycle: 8, history: 8 })) {
    it(`makes at most ${most} calls to show an administrator its section ${section}`, async () => {
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
      assert.ok(calls.length > 0 && calls.length <= most, calls.join('\n'));
      assert.equal(calls.filter((call) => call.endsWith('/v1.0/me')).length, 1, calls.join('\n'));
      await page.context().close();
    });
  }
});

/** Puts 100 people into the directory, the last two of the same name. Returns their addresses. */
async function importPeople(): Promise<string[]> {
  const admin = await clientOf(portal, 'nadia.okafor');
  const users = Array.from({ length: 100 }, (_, index) => ({
    id: `list-${index}`,
    displayName: index < 98 ? `Listed Person ${index}` : 'Alex Twin',
    userPrincipalName: `listed.${index}@meridian.example`,
    mail: `listed.${index}@meridian.example`,
    department: index === 98 ? 'Sales' : 'Legal',
  }));
  await admin.users.importUsers({ users });
  return users.map(({ mail }) => mail);
}

/** Pastes a text into the focused search box, or drops a file on it, as the browser does. */
async function give(page: Page, field: string, kind: 'paste' | 'drop', text: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).evaluate(
    (box, [how, content]) => {
      const data = new DataTransfer();
      if (how === 'paste') data.setData('text/plain', content);
      else data.items.add(new File([content], 'people.csv', { type: 'text/csv' }));
      const options = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data });
      box.dispatchEvent(event);
    },
    [kind, text] as const,
  );
}

describe('a people picker', () => {
  it('accepts and corrects pasted and dropped lists of 100 people with a few calls, at the default limits', async () => {
    const addresses = await importPeople();
    const team = await provision('Ferry');
    const page = await portal.signIn(`/teams/${team}`, 'Grace Nkemelu');
    await rowOf(page, 'Wei Zhang').waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/v1.0/')) {
        calls.push(new URL(request.url()).pathname);
      }
    });
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = page.getByRole('dialog');
    const pasted = addresses.slice(0, 60).map((mail, index) => `Person, ${index} <${mail}>`);
    await give(
      page,
      'Members',
      'paste',
      [...pasted, 'alex twin', 'Lost Person', 'gone@x.example'].join('; '),
    );
    await dialog.getByText('60 people were added.').waitFor();
    const unknown = dialog.getByRole('textbox', { name: 'Not found (2)' });
    assert.equal(await unknown.inputValue(), 'Lost Person\ngone@x.example');
    assert.equal(await dialog.getByRole('button', { name: 'Add people' }).isDisabled(), true);
    await dialog.getByText('Correct the people who were not found').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'list-of-people');
    await dialog
      .getByRole('combobox', { name: 'Who is “alex twin”?' })
      .selectOption({ label: 'Alex Twin · Sales · listed.98@meridian.example' });
    await dialog.getByText('61 people were added.').waitFor();
    await unknown.fill('Felix Wagner\ngone@x.example');
    await dialog.getByRole('button', { name: 'Look up again' }).click();
    await dialog.getByRole('textbox', { name: 'Not found (1)' }).waitFor();
    const rows = addresses.slice(50, 98).map((mail, index) => `"Person, ${index}",${mail},Legal`);
    await give(page, 'Members', 'drop', ['Name,Mail,Department', ...rows].join('\r\n'));
    await dialog.getByText('38 people were added.').waitFor();
    // The second list keeps the unresolved people of the first one.
    assert.equal(await dialog.getByRole('textbox', { name: 'Not found (1)' }).inputValue(), 'gone@x.example');
    await dialog.getByRole('button', { name: 'Leave this person out' }).click();
    assert.equal(await dialog.getByRole('textbox', { name: /Not found/ }).count(), 0);
    await dialog.getByRole('button', { name: 'Add people' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('100 people are in the team now.').waitFor();
    assert.deepEqual(calls, [
      '/v1.0/users/lookup',
      '/v1.0/users/lookup',
      '/v1.0/users/lookup',
      `/v1.0/teams/${team}/members/add`,
    ]);
    const grace = await clientOf(portal, 'grace.nkemelu');
    assert.equal((await grace.teams.getTeamMembers(team, { $count: true }))['@odata.count'], 102);
    await page.context().close();
  });

  it("adds the members of one of the caller's groups, or the people of a file, up to the field's limit of 20", async () => {
    const addresses = await importPeople();
    const { groups } = await clientOf(portal, 'grace.nkemelu');
    const [group] = (await groups.getMyGroups()).value;
    assert.ok(group !== undefined);
    const people = (await groups.getGroupMembers(group.id)).value;
    const page = await portal.signIn('/request/example.meridian.project', 'Grace Nkemelu');
    const tags = page.getByRole('listbox', { name: 'Owners' }).getByRole('option');
    await page.getByRole('combobox', { name: 'Owners' }).pressSequentially(group.displayName);
    await page.getByRole('option', { name: `${group.displayName} Group: adds the people` }).click();
    await page.getByText(/people were added|person was added/).waitFor();
    assert.equal(await tags.count(), Math.min(20, people.length));
    const files = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file with a list for Owners' }).click();
    const file = { name: 'owners.txt', mimeType: 'text/plain', buffer: Buffer.from(addresses.join('\n')) };
    await (await files).setFiles(file);
    await page.getByText('At most 20 people fit here.').waitFor();
    assert.equal(await tags.count(), 20);
    await assertAccessible(page);
    await savePicture(page, 'list-too-long', { fullPage: true });
    await page.context().close();
  });
});
