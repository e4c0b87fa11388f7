/**
 * Tests a policy for owners in a real browser: its form, and a member who accepts to own a team.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { CharterClient } from '@charter/sdk';
import { assertAccessible, choose, openPortal, PHONE_SIZE } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

/** Creates a team with the owners Grace and Felix and two members. Returns its id. */
async function makeTeam(name: string): Promise<string> {
  const grace = await clientOf(portal, 'grace.nkemelu');
  const { id } = await grace.teams.createTeamProvisioningJob({
    template: { id: 'example.meridian.project' },
    team: {
      name,
      membership: {
        owners: [{ id: 'felix.wagner@meridian.example' }],
        members: [{ id: 'marcus.oyelaran@meridian.example' }, { id: 'henrik.solberg@meridian.example' }],
      },
    },
  });
  const job = await grace.jobs.waitForJob(id);
  assert.equal(job.status, 'completed', job.data.error?.message);
  return job.team.id ?? '';
}

/** Waits until a worker has asked or appointed the person. */
async function untilStatus(person: CharterClient, status: 'pending' | 'appointed'): Promise<void> {
  const end = AbortSignal.timeout(90_000);
  while ((await person.owners.getOwnerRequests({ status })).value.length === 0) {
    await delay(500, undefined, { signal: end });
  }
}

describe('a policy for owners', () => {
  it('is created in the portal, and a member whom it asks accepts by keyboard on a phone', async () => {
    const teamId = await makeTeam('Breakwater');
    const admin = await clientOf(portal, 'nadia.okafor');
    const page = await portal.signIn('/policies/new', 'Nadia Okafor');
    await page.getByLabel('What the policy does').selectOption('owners');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Three owners');
    await page.getByLabel('Applies to').selectOption('teams');
    await page.getByRole('spinbutton', { name: 'Minimum number of owners who can act' }).fill('3');
    await page.getByRole('spinbutton', { name: 'Maximum number of owners' }).fill('2');
    await page.getByLabel('Asked as number 1').selectOption('mostActiveMembers');
    assert.equal(
      await page.getByLabel('Asked as number 3').inputValue(),
      'requester',
      'the choices change places',
    );
    await choose(page, 'Group whose members are appointed when nobody accepts', 'Account teams');
    await assertAccessible(page);
    await savePicture(page, 'owners-form', { fullPage: true });
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page
      .getByText('The largest number of owners must not be smaller than the smallest.')
      .first()
      .waitFor();
    await page.getByRole('spinbutton', { name: 'Maximum number of owners' }).fill('5');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByText('Three owners reports now, and rejects nothing.').waitFor();
    const policyId = page.url().split('/').at(-1) ?? '';
    const { settings } = await admin.policies.getPolicy(policyId);
    assert.deepEqual(settings.candidates, ['mostActiveMembers', 'formerOwnersManager', 'requester']);
    await admin.policies.attachPolicy(policyId, teamId);
    await page.reload();
    await page.getByText('The policy would look for 3 owners.').waitFor();
    await page.getByText('Account teams').waitFor();
    await savePicture(page, 'owners-report', { fullPage: true });
    await admin.policies.updatePolicy(policyId, { mode: 'enforce' });

    const marcus = await clientOf(portal, 'marcus.oyelaran');
    const henrik = await clientOf(portal, 'henrik.solberg');
    await Promise.race([untilStatus(marcus, 'pending'), untilStatus(henrik, 'pending')]);
    const isMarcus = (await marcus.owners.getOwnerRequests({ status: 'pending' })).value.length > 0;
    const [asked, name] = isMarcus ? [marcus, 'Marcus Oyelaran'] : [henrik, 'Henrik Solberg'];

    await page.goto(`${portal.service.url}/teams/${teamId}?section=governance`);
    await page.getByText('The team has too few owners. Charter asks people whether').waitFor();
    await page.getByText(`${name}: Asked`).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'owners-team', { fullPage: true });
    await page.getByRole('link', { name: 'Owners', exact: true }).press('Enter');
    await page.getByRole('table', { name: 'Owners of teams' }).waitFor();
    await page.getByText('2 of 3 owners').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'owners-list', { fullPage: true });

    // The person answers on another device while the page still shows the request.
    const late = await portal.signIn('/owner-requests', name);
    const button = late.getByRole('button', { name: /^Accept to own/ });
    await button.waitFor();
    const [pending] = (await asked.owners.getOwnerRequests({ status: 'pending' })).value;
    await asked.owners.declineOwnerRequest(pending?.id ?? '');
    await button.press('Enter');
    await late.getByText('You have answered this request already.').first().waitFor();
    await button.waitFor({ state: 'detached' });
    await late.getByText('You have answered this request already.').first().waitFor();
    assert.equal(await late.evaluate(() => document.activeElement?.tagName), 'H1', 'the focus is not lost');
    await late.context().close();

    const [next, nextName] = isMarcus ? [henrik, 'Henrik Solberg'] : [marcus, 'Marcus Oyelaran'];
    await untilStatus(next, 'pending');
    const phone = await portal.signIn('/', nextName, { viewport: PHONE_SIZE });
    await phone.getByRole('heading', { name: 'Would you own these teams?' }).waitFor();
    await phone.getByRole('button', { name: /^Accept to own .*Breakwater/ }).waitFor();
    await savePicture(phone, 'owners-home-phone', { fullPage: true });
    await phone.goto(`${portal.service.url}/owner-requests`);
    const accept = phone.getByRole('button', { name: /^Accept to own/ });
    await accept.waitFor();
    await assertAccessible(phone);
    await savePicture(phone, 'owner-requests-phone', { fullPage: true });
    await accept.focus();
    await phone.keyboard.press('Enter');
    await phone.getByText(/Thank you\. You become owner of/).waitFor();
    assert.equal(await phone.evaluate(() => document.activeElement?.tagName), 'H1', 'the focus is not lost');
    await untilStatus(next, 'appointed');
    await phone.getByText('No request waits for your answer.').waitFor();
    await phone.getByText(/^Owner ·/).waitFor();
    await savePicture(phone, 'owner-requests-answered', { fullPage: true });
    const { ableOwnerCount, search } = await admin.owners.getTeamOwnership(teamId);
    assert.deepEqual([ableOwnerCount, search], [3, undefined]);
    await page.goto(`${portal.service.url}/overview`);
    await page.getByText('Without an owner who can act').waitFor();
    await savePicture(page, 'owners-overview', { fullPage: true });
    for (const each of [page, phone]) await each.context().close();
  });
});
