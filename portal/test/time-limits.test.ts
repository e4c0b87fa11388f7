/**
 * Tests the end date of a team in a real browser: Home and the team's page announce it, and a changed answer postpones
 * it.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completedRun } from '../../acceptance/operations/lifecycle.ts';
import { assertAccessible, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Provisions a team of Ruben de Wit that ends in three days, and runs the lifecycle. Returns its id. */
async function endingTeam(): Promise<string> {
  const admin = await clientOf(portal, 'nadia.okafor');
  const templateConfiguration = {
    id: 'ending-project',
    name: 'Ending project',
    language: 'en-US',
    questions: [{ id: 'ends', type: 'date', title: 'End of the project', required: true }],
    lifecycle: {
      enabled: true,
      inactivityDays: 90,
      graceDays: 7,
      action: 'Archive',
      endDateQuestion: 'ends',
      renewalMonths: 12,
    },
  };
  await admin.catalog.applyCatalogTemplate({ manifest: { manifestVersion: '1.0', templateConfiguration } });
  const owner = await clientOf(portal, 'ruben.dewit');
  const job = await owner.teams.createTeamProvisioningJob({
    template: { id: 'ending-project' },
    team: { name: 'Regatta' },
    metadata: { ends: dayAfter(3) },
  });
  const ended = await owner.jobs.waitForJob(job.id);
  await completedRun(admin, (await admin.lifecycle.startLifecycleRun()).id);
  return ended.data.team?.id ?? '';
}

describe('the end of a team', () => {
  it('is announced to an owner, who postpones it by a changed answer', async () => {
    const teamId = await endingTeam();
    const page = await portal.signIn('/', 'Ruben de Wit');
    await page.getByText(/^Ends, and is archived on /).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Renew Regatta' }).count(), 0);
    await savePicture(page, 'ending home');
    await assertAccessible(page);
    await page.getByRole('link', { name: /Regatta Ends/ }).press('Enter');
    await page.getByText('The team reaches its end.', { exact: false }).waitFor();
    assert.equal(await page.getByText('Ends on').count(), 2);
    await page.getByText('every 12 months').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Renew/ }).count(), 0);
    await savePicture(page, 'ending team', { fullPage: true });
    await assertAccessible(page);

    await page.goto(`${portal.service.url}/teams/${teamId}?section=governance`);
    await page.getByRole('button', { name: 'Change the answers' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('End of the project').fill(dayAfter(100));
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const admin = await clientOf(portal, 'nadia.okafor');
    await completedRun(admin, (await admin.lifecycle.startLifecycleRun()).id);
    await page.goto(`${portal.service.url}/teams/${teamId}/lifecycle`);
    await page.getByRole('button', { name: /^Renew/ }).waitFor();
    await page.goto(`${portal.service.url}/request/ending-project`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Rowing');
    await page.getByLabel('End of the project').fill('2098-03-31');
    await page.getByText('Ends on').waitFor();
    await page.getByText('31 March 2098').first().waitFor();
    await page.getByText('every 12 months').waitFor();
    await page.getByText('Owners are asked after 90 days without activity').waitFor();
    await savePicture(page, 'ending preview', { fullPage: true });
    await page.context().close();

    const administrator = await portal.signIn('/teams?scope=all&ends=180d', 'Nadia Okafor');
    await administrator.getByRole('link', { name: 'Regatta' }).waitFor();
    await administrator.goto(`${portal.service.url}/teams?scope=all&ends=30d`);
    await administrator.getByText('No team matches').waitFor();
    await administrator.goto(`${portal.service.url}/templates/ending-project`);
    await administrator.getByLabel('Question that asks for the end date').waitFor();
    await savePicture(administrator, 'ending template', { fullPage: true });
    await assertAccessible(administrator);
    await administrator.context().close();
  });
});
