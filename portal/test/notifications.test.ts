/**
 * Tests notifications in a real browser: the bell, the list, and the mail settings.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

// No server listens at this address. The mail stays pending, and the page shows the mail settings.
const portal = openPortal({
  environment: { CHARTER_SMTP_URL: 'smtp://127.0.0.1:9', CHARTER_MAIL_FROM: 'charter@meridian.example' },
});

async function request(name: string): Promise<string> {
  const grace = await clientOf(portal, 'grace.nkemelu');
  const template = { id: 'example.meridian.project' };
  const job = await grace.teams.createTeamProvisioningJob({ template, team: { name } });
  await grace.jobs.waitForJob(job.id).catch(() => undefined);
  return job.id;
}

const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread` });

describe('notifications', () => {
  it('are counted on the bell, link to the team, and are marked as read', async () => {
    await request('Breakwater');
    const page = await portal.signIn('/', 'Grace Nkemelu', { viewport: PHONE_SIZE });
    await bell(page, 1).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'notifications-phone');
    await page.getByRole('link', { name: /Your team .* is ready/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Breakwater' }).waitFor();
    await bell(page, 0).waitFor();
    await page.context().close();
  });

  it('are all marked as read with one button', async () => {
    for (const name of ['Buoy', 'Beacon']) await request(name);
    const page = await portal.signIn('/notifications', 'Grace Nkemelu');
    await bell(page, 2).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await bell(page, 0).waitFor();
    await page.getByText('You have read everything.').waitFor();
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByRole('link', { name: /Beacon.* is ready/ }).waitFor();
    await page.context().close();
  });

  it('show the requester at which step a request failed, and notify the administrator', async () => {
    const suite = new pg.Client({ connectionString: portal.service.databaseUrl });
    await suite.connect();
    await suite.query(`
      create function reject() returns trigger language plpgsql as $$
        begin raise exception 'the suite rejects this' using errcode = '22000'; end $$;
      create trigger broken before insert on embedded_suite.channels
        for each row when (not new.is_primary) execute function reject()`);
    const id = await request('Sandbank');
    await suite.query('drop trigger broken on embedded_suite.channels');
    await suite.end();
    const page = await portal.signIn('/notifications', 'Grace Nkemelu');
    const link = page.getByRole('link', { name: /Sandbank.* could not be created/ });
    await page.getByText('It stopped at the step “Create the channels”.').waitFor();
    await savePicture(page, 'notifications-desk');
    await link.click();
    await page.getByRole('button', { name: 'Retry from the failed step' }).waitFor();
    await page.context().close();
    const admin = await clientOf(portal, 'nadia.okafor');
    const { value } = await admin.notifications.getNotifications({ unread: true });
    assert.deepEqual(
      value.filter(({ job }) => job?.id === id).map(({ kind }) => kind),
      ['job_failed'],
    );
  });

  it('have a switch that turns the mail of one kind off', async () => {
    const page = await portal.signIn('/notifications?view=mail', 'Grace Nkemelu');
    await page.getByText('grace.nkemelu@meridian.example').waitFor();
    const ready = page.getByRole('switch', { name: 'My team is ready' });
    assert.equal(await ready.isChecked(), true);
    await ready.click();
    await page.getByRole('switch', { name: 'My team is ready', checked: false, disabled: false }).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'notifications-mail');
    const grace = await clientOf(portal, 'grace.nkemelu');
    const { kinds } = await grace.notifications.getNotificationSettings();
    assert.deepEqual(
      kinds.filter(({ mail }) => !mail).map(({ kind }) => kind),
      ['team_ready'],
    );
    await page.context().close();
  });
});
