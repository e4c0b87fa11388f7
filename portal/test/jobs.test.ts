/**
 * Tests jobs in a real browser: one that fails and is retried from its step, cancelled ones, and the list.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();
const PROJECT = 'example.meridian.project';

/** A connection to the embedded suite's database. Triggers that it creates make the writes of a step fail or wait. */
let suite: pg.Client;
const breakChannels = () =>
  suite.query(`create trigger broken before insert on embedded_suite.channels
               for each row when (not new.is_primary) execute function reject()`);
const repairChannels = () => suite.query('drop trigger broken on embedded_suite.channels');

async function requestTeam(name: string): Promise<string> {
  const client = await clientOf(portal, 'grace.nkemelu');
  const job = await client.teams.createTeamProvisioningJob({ template: { id: PROJECT }, team: { name } });
  return job.id;
}

const status = (page: Page, text: string) => page.locator('main').getByText(text).first().waitFor();

describe('a job', () => {
  before(async () => {
    suite = new pg.Client({ connectionString: portal.service.databaseUrl });
    await suite.connect();
    await suite.query(`
    create function reject() returns trigger language plpgsql as $$
      begin raise exception 'the suite rejects this' using errcode = '22000'; end $$;
    create function wait_for_go() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return new; end $$`);
  });
  after(() => suite?.end());

  it('is retried from its failed step by keyboard', async () => {
    await breakChannels();
    const id = await requestTeam('Harbour tunnel');
    const { page, press, isInContent } = await signInByKeyboard(portal, `/jobs/${id}`, 'Grace Nkemelu');
    await status(page, 'The team could not be created.');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Create the channels' })
      .getByText('failed', { exact: true })
      .waitFor();
    await assertAccessible(page);
    await repairChannels();
    await press(page.getByRole('button', { name: 'Retry from the failed step' }));
    await status(page, 'Your team is ready.');
    await isInContent();
    await page.getByText('Created the team').waitFor();
    assert.equal(await page.getByText('Created the team').count(), 1);
    await assertAccessible(page);
    await page.context().close();
  });

  it('is cancelled by an administrator while it runs, and its team is deleted', async () => {
    await suite.query('select pg_advisory_lock(4711)');
    await suite.query(`create trigger held before insert on embedded_suite.channels
                       for each row when (not new.is_primary) execute function wait_for_go()`);
    const id = await requestTeam('Lighthouse');
    const options = { viewport: PHONE_SIZE };
    const keyboard = await signInByKeyboard(portal, `/jobs/${id}`, 'Nadia Okafor', options);
    const { page, press, isAt, isInContent } = keyboard;
    // Quick steps are recorded together, so the page shows an earlier step meanwhile.
    await page.getByText('running', { exact: true }).waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel the job' });
    await press(cancel);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The job ends after its present step.').waitFor();
    await page.keyboard.press('Escape');
    await isAt(cancel);
    await page.keyboard.press('Enter');
    await press(dialog.getByRole('checkbox', { name: /Delete the team/ }), 'Space');
    await assertAccessible(page);
    await press(dialog.getByRole('button', { name: 'Cancel the job' }));
    await status(page, 'The job is being cancelled.');
    await isInContent();
    await suite.query('select pg_advisory_unlock(4711)');
    await status(page, 'The job is cancelled, and what was built is deleted.');
    await status(page, 'Nadia Okafor cancelled the job.');
    await suite.query('drop trigger held on embedded_suite.channels');
    const { rows } = await suite.query('select from directory.teams where marker = $1', [id]);
    assert.equal(rows.length, 0);
    await assertAccessible(page);
    await page.context().close();
  });

  it('is cleaned up from its page after a failure', async () => {
    await breakChannels();
    const id = await requestTeam('Sandbank');
    const page = await portal.signIn(`/jobs/${id}`, 'Grace Nkemelu');
    await page.getByRole('button', { name: 'Delete what was built' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('PRJ Sandbank').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'job-clean-up');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await status(page, 'What the job had built is deleted.');
    await repairChannels();
    const { rows } = await suite.query('select from directory.teams where marker = $1', [id]);
    assert.equal(rows.length, 0);
    await savePicture(page, 'job-cleaned');
    await page.context().close();
  });

  it('cannot be cleaned up from an outdated page after another person has retried it', async () => {
    await breakChannels();
    const id = await requestTeam('Sea wall');
    const page = await portal.signIn(`/jobs/${id}`, 'Nadia Okafor');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Install the apps' })
      .getByText('not run', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Delete what was built' }).click();
    await repairChannels();
    const grace = await clientOf(portal, 'grace.nkemelu');
    const cancelled: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/cancel')) cancelled.push(request.url());
    });
    await grace.jobs.retryJob(id);
    const dialog = page.getByRole('dialog');
    // If the page has read the job meanwhile, the button is disabled, and a click would wait for it in vain.
    await dialog.getByRole('button', { name: 'Delete' }).dispatchEvent('click');
    await dialog.getByText('Somebody else has retried the job meanwhile. Nothing is deleted.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).isDisabled(), true);
    await assertAccessible(page);
    await savePicture(page, 'job-retried-by-other');
    assert.deepEqual(cancelled, []);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await status(page, 'The job is completed.');
    await page.context().close();
  });

  it('shows no error to the second of two people who retry it', async () => {
    await breakChannels();
    const id = await requestTeam('Groyne');
    const page = await portal.signIn(`/jobs/${id}`, 'Nadia Okafor');
    const retry = page.getByRole('button', { name: 'Retry from the failed step' });
    await retry.waitFor();
    await repairChannels();
    const read = Promise.withResolvers<void>();
    await page.route(`**/v1.0/jobs/${id}`, async (route) => {
      await read.promise;
      await route.continue();
    });
    const grace = await clientOf(portal, 'grace.nkemelu');
    await grace.jobs.retryJob(id);
    await retry.click();
    read.resolve();
    await page
      .getByText(/The job is completed\.|The job has not ended|Somebody else retried/)
      .first()
      .waitFor();
    await status(page, 'The job is completed.');
    assert.equal(await page.getByText('This is not possible any more').count(), 0);
    await page.context().close();
  });

  it('is found by filters, and the address contains them', async () => {
    const page = await portal.signIn('/jobs', 'Nadia Okafor');
    await page.getByRole('link', { name: /Harbour tunnel/ }).waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('cell', { name: /Nadia Okafor cancelled the job/ }).waitFor();
    await page.getByRole('link', { name: /Harbour tunnel/ }).waitFor({ state: 'detached' });
    assert.match(page.url(), /\/jobs\?status=failed$/);
    await assertAccessible(page);
    await page.reload();
    await page.getByRole('cell', { name: /Nadia Okafor cancelled the job/ }).waitFor();
    await page.getByRole('button', { name: 'Grace Nkemelu' }).first().click();
    await page.waitForURL(/requester=/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox', { name: 'Search by team name' }).fill('arbour unn');
    await page.waitForURL(/search=arbour/);
    await page.getByRole('link', { name: /Lighthouse/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Harbour tunnel/ }).waitFor();
    await page.context().close();
  });

  it('appears on Home with its state', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu');
    const mine = page.getByRole('listitem').filter({ hasText: 'Harbour tunnel' });
    await mine.getByText('Completed').waitFor();
    await assertAccessible(page);
    await page.context().close();
  });
});
