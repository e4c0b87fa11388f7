/**
 * Tests names, messages and pictures that try to break a page, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { clientOf } from './people.ts';

const SCRIPT = '<img src=x onerror="document.title=1">';
/** A name with a direction override. Browsers that apply it display the name as `invoiceexe.txt`. */
const REVERSED = 'invoice\u202etxt.exe';
const TEMPLATE = 'bench.hostile';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const uriOf = (type: string, bytes: Iterable<number>): string =>
  `data:image/${type};base64,${Buffer.from([...bytes]).toString('base64')}`;
/** A file that begins like a picture, but that no browser can decode. */
const BROKEN_PICTURE = uriOf('png', [...PNG_SIGNATURE, ...Buffer.from(SCRIPT)]);
const REFUSED_PICTURES: Record<string, string> = {
  'a drawing with a script': uriOf(
    'svg+xml',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title=1</script></svg>'),
  ),
  'a page': `data:text/html,${SCRIPT}`,
  'bytes of something else': uriOf('png', Buffer.from(SCRIPT)),
  'a script': 'javascript:document.title=1',
  'a huge one': uriOf('png', [...PNG_SIGNATURE, ...Buffer.alloc(80_000)]),
};

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
    pictureUrl: BROKEN_PICTURE,
    approval: { requireApproval: true, stages: [{ manager: true }] },
  },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
  initialization: { structure: { channels: [{ displayName: 'Planning' }] } },
};

const portal = openPortal();
let approvalId: string;
let teamId: string;

/** Opens the page. Fails when a text became an element, or made the page wider than the window. */
async function assertHarmless(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(portal.service.url + path);
  await page.getByText(shown).filter({ visible: true }).first().waitFor();
  await assertFits(page, path);
}

async function assertFits(page: Page, place: string): Promise<void> {
  await assertAccessible(page);
  const found = await page.evaluate(() => ({
    // Pictures of other sites, and pictures that can't be decoded.
    pictures: [...document.images].filter(
      ({ src, complete, naturalWidth }) => !src.startsWith('data:image/') || (complete && naturalWidth === 0),
    ).length,
    title: document.title,
    // The difference is negative while a drawer covers the scroll bar.
    width: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  }));
  assert.deepEqual({ ...found, title: found.title === '1' }, { pictures: 0, title: false, width: 0 }, place);
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
    const page = await portal.signIn('/', 'Grace Nkemelu', { viewport: PHONE_SIZE });
    await assertHarmless(page, '/request', '.exe');
    await assertHarmless(page, `/request/${TEMPLATE}`, '<img src=x');
    await assertHarmless(page, `/approvals/${approvalId}`, '<img src=x');
    await assertHarmless(page, '/approvals?view=mine', 'WWWW');
    await assertHarmless(page, '/teams', 'WWWW');
    await assertHarmless(page, '/', 'WWWW');
    await page.context().close();
  });

  it('is rejected as the address of a picture', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    for (const [name, pictureUrl] of Object.entries(REFUSED_PICTURES)) {
      const templateConfiguration = { ...manifest.templateConfiguration, id: 'bench.refused', pictureUrl };
      const applying = admin.catalog.applyCatalogTemplate({
        manifest: { ...manifest, templateConfiguration },
      });
      await assert.rejects(applying, { status: 400 }, name);
    }
    // The address of another site is stored, but the portal never loads it.
    const templateConfiguration = {
      ...manifest.templateConfiguration,
      id: 'bench.elsewhere',
      pictureUrl: 'https://elsewhere.example/pixel.png',
    };
    await admin.catalog.applyCatalogTemplate({ manifest: { ...manifest, templateConfiguration } });
  });

  it('is shown as text to an administrator, and fits a phone', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    await admin.webhooks.createHook({
      name: `${SCRIPT}${'W'.repeat(80)}`,
      description: `${REVERSED} ${'W'.repeat(900)}`,
      config: { url: `https://receiver.example/${'W'.repeat(200)}`, content_type: 'json' },
      events: ['team_created'],
    });
    await admin.policies.createPolicy({
      name: `${SCRIPT}${'W'.repeat(80)}`,
      description: `${REVERSED} ${'W'.repeat(900)}`,
      kind: 'naming',
      scope: { type: 'tenant' },
      settings: { blockedWords: [SCRIPT, 'W'.repeat(90)] },
    });
    const page = await portal.signIn('/', 'Nadia Okafor', { viewport: PHONE_SIZE });
    await assertHarmless(page, '/hooks', '<img src=x');
    await assertHarmless(page, '/policies', '<img src=x');
    await assertHarmless(page, '/jobs', 'WWWW');
    await assertHarmless(page, `/teams/${teamId}?section=history`, 'WWWW');
    await assertHarmless(page, '/audit?trail=catalog', '<img src=x');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .press('Enter');
    await page.getByRole('dialog').getByText('<img src=x').first().waitFor();
    await assertFits(page, 'a record');
    await assertHarmless(page, '/templates', '<img src=x');
    await assertHarmless(page, `/templates/${TEMPLATE}`, '<img src=x');
    await assertHarmless(page, `/teams/${teamId}`, 'WWWW');
    await page.context().close();
  });
});
