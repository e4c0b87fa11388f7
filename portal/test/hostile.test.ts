/** Names, messages and pictures that try to break a page, in a real browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal, PHONE } from './browser.ts';
import { clientOf } from './people.ts';

const SCRIPT = '<img src=x onerror="document.title=1">';
/** Reads `txt.exe` as `exe.txt` where the direction is overridden. */
const REVERSED = 'invoice\u202etxt.exe';
const TEMPLATE = 'bench.hostile';

const manifest = {
  manifestVersion: '1.0',
  publisher: { name: SCRIPT },
  templateConfiguration: {
    id: TEMPLATE,
    name: `${SCRIPT}${'W'.repeat(60)}`,
    description: `${REVERSED} ${'long'.repeat(200)}`,
    language: 'en-US',
    enabled: true,
    categories: [SCRIPT, 'W'.repeat(80)],
    pictureUrl: 'https://elsewhere.example/pixel.png',
    approval: { requireApproval: true, stages: [{ manager: true }] },
  },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
  initialization: { structure: { channels: [{ displayName: 'Planning' }] } },
};

const portal = openPortal();
let approvalId: string;
let teamId: string;

/** Opens the page, and fails when a text became an element or made the page wider than the window. */
async function assertHarmless(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(portal.service.url + path);
  await page.getByText(shown).first().waitFor();
  await assertAccessible(page);
  const found = await page.evaluate(() => ({
    pictures: document.querySelectorAll('img:not([src^="data:image/"])').length,
    title: document.title,
    width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  assert.deepEqual({ ...found, title: found.title === '1' }, { pictures: 0, title: false, width: 0 }, path);
}

describe('a hostile text', () => {
  before(async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    await admin.catalog.applyCatalogTemplate({ manifest });
    const grace = await clientOf(portal, 'grace.nkemelu');
    const job = await grace.teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: {
        name: `${'W'.repeat(90)} onerror alert`,
        description: SCRIPT,
        welcomeMessage: `${SCRIPT} ${'W'.repeat(1900)}`,
      },
    });
    approvalId = job.data.approval?.id ?? '';
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    await marcus.approvals.approveTeamCreation(approvalId, { message: `${SCRIPT} ${'W'.repeat(1900)}` });
    teamId = (await grace.jobs.waitForJob(job.id)).data.team?.id ?? '';
  });

  it('is shown as text to the requester, and fits a phone', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu', { viewport: PHONE });
    await assertHarmless(page, '/request', '.exe');
    await assertHarmless(page, `/request/${TEMPLATE}`, '<img src=x');
    await assertHarmless(page, `/approvals/${approvalId}`, '<img src=x');
    await assertHarmless(page, '/approvals?view=mine', 'WWWW');
    await assertHarmless(page, '/teams', 'WWWW');
    await assertHarmless(page, '/', 'WWWW');
    await page.context().close();
  });

  it('is shown as text to an administrator, and fits a phone', async () => {
    const page = await portal.signIn('/', 'Nadia Okafor', { viewport: PHONE });
    await assertHarmless(page, '/templates', '<img src=x');
    await assertHarmless(page, `/templates/${TEMPLATE}`, '<img src=x');
    await assertHarmless(page, `/teams/${teamId}`, 'WWWW');
    await page.context().close();
  });
});
