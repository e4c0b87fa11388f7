/**
 * Tests a sample template in a real browser, from its designer to the review of its guests. `npm run pictures` runs
 * this file, and writes the pictures of the README and of docs/portal.md.
 * @long
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { TeamProvisioningRequest } from '@charter/sdk';
import type { Page } from 'playwright-core';
import { addReview } from '../../acceptance/operations/reviews.ts';
import { choose, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { fitWindow, savePictures } from './pictures.ts';

const portal = openPortal();

const WORKSPACE = 'example.meridian.partner-workspace';
const TEAM = 'EXT Costa Engenharia - Harbour tunnel';
/** Two columns of the form fit, and the texts stay readable in a page of 800 pixels. */
const DESK = { viewport: { width: 1120, height: 900 }, deviceScaleFactor: 1.5 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

/** Returns the last day of the month that is this many months after the current one. */
function endOfMonth(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, 0))
    .toISOString()
    .slice(0, 10);
}

const upn = (name: string): string => `${name}@meridian.example`;

async function request(
  requester: string,
  body: Omit<TeamProvisioningRequest, 'template'>,
  template = WORKSPACE,
) {
  const client = await clientOf(portal, requester);
  return client.teams.createTeamProvisioningJob({ template: { id: template }, ...body });
}

/** Requests teams as other people, so that lists and plots are not empty. */
async function fillOrganisation(): Promise<void> {
  const people = (owner: string, ...members: string[]) => ({
    owners: [{ id: upn(owner) }],
    members: members.map((name) => ({ id: upn(name) })),
  });
  await request('camille.roche', {
    team: {
      name: 'Annual report',
      description: 'Texts, pictures and print of the report',
      membership: people('henrik.solberg', 'giulia.conti'),
    },
    metadata: {
      partner: 'Northlight Studio',
      purpose: 'Supply',
      confidential: false,
      sponsor: upn('henrik.solberg'),
      ends: endOfMonth(5),
    },
  });
  await request('hannah.fischer', {
    team: {
      name: 'Digital twin',
      description: 'A model of the port that learns from its sensors',
      membership: people('aisha.rahman', 'wei.zhang'),
    },
    metadata: {
      partner: 'Brightwell Advisory',
      purpose: 'Research',
      confidential: false,
      sponsor: upn('jonas.keller'),
      ends: endOfMonth(13),
    },
  });
  await request(
    'sofia.rossi',
    {
      team: { name: 'Lagoon barrier', membership: people('pierre.lefevre') },
      metadata: { value: 800, opportunity: 'OP-2041' },
    },
    'example.meridian.deal-room',
  );
  await request('stefan.huber', { team: { name: 'Quay repair' } }, 'example.meridian.project');
  await request(
    'grace.nkemelu',
    {
      team: {
        name: 'Tidewatch',
        membership: people('felix.wagner', 'olivia.bennett', 'wei.zhang', 'giulia.conti'),
      },
      metadata: { budget: 120_000, markets: ['Europe'] },
    },
    'example.meridian.product-launch',
  );
}

describe('the sample template for partners', () => {
  before(fillOrganisation);

  it('shows its questions in the designer', async () => {
    const page = await portal.signIn(`/templates/${WORKSPACE}`, 'Greta Lindqvist', DESK);
    const questions = page.getByRole('list', { name: 'Questions' });
    const preview = page.getByRole('region', { name: 'As the requester sees the questions' });
    await preview.getByRole('radio', { name: 'Yes' }).click();
    await preview.getByRole('textbox', { name: 'Address of the confidentiality agreement' }).waitFor();
    const section = questions.locator('..');
    await fitWindow(page);
    await savePictures(page, 'template', section);
    await questions
      .getByRole('button', { name: 'Will you exchange confidential papers?', exact: true })
      .click();
    await questions.getByRole('textbox', { name: 'Asked only when' }).waitFor();
    await fitWindow(page);
    await savePictures(page, 'question', questions);
    await page.context().close();
  });

  it('is requested with a preview, approved by the sponsor, and provisioned', async () => {
    const page = await portal.signIn(`/request/${WORKSPACE}`, 'Stefan Huber', DESK);
    await fillForm(page);
    const plan = page.getByRole('list', { name: 'Files and plans' });
    await plan.getByText('How we work together.md').waitFor();
    await plan.getByText('First month').waitFor();
    await page.getByText('The request waits for the approval of Ruben de Wit.').waitFor();
    await page.getByText('The requested guests comply with').waitFor();
    await fitWindow(page);
    await savePictures(page, 'request');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('The request waits for an approval.').waitFor();

    const phone = await portal.signIn('/approvals', 'Ruben de Wit', PHONE);
    await phone.getByRole('link', { name: /Harbour tunnel/ }).click();
    await phone.getByRole('heading', { level: 2, name: 'Answers' }).waitFor();
    await phone.getByText('Costa Engenharia', { exact: true }).first().waitFor();
    await phone.setViewportSize({ width: 390, height: 1000 });
    await savePictures(phone, 'approval');
    await phone.getByRole('button', { name: 'Approve' }).click();
    await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await phone.getByText('Ruben de Wit approved the request.').waitFor();
    await phone.context().close();

    await page.getByText('Your team is ready.').waitFor();
    await fitWindow(page);
    await savePictures(page, 'job');
    await page.context().close();
  });

  it('creates a team whose pages show its files, plan and guests', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    const [team] = (await admin.teams.getTeams({ $search: 'Harbour tunnel' })).value;
    assert.equal(team?.displayName, TEAM);
    // The policy for guests is checked soon after a change to the team.
    await admin.teams.updateTeam(team.id, { classification: 'Partners' });
    const page = await portal.signIn(`/teams/${team.id}?section=channels`, 'Stefan Huber', DESK);
    await page.getByRole('button', { name: 'Plans of General' }).click();
    const plans = page.getByRole('list', { name: 'Plans of General' });
    await plans.getByText('Kick-off with Costa Engenharia').waitFor();
    await page.getByRole('button', { name: 'Files of Deliveries' }).click();
    await page.getByRole('button', { name: 'Open the folder Handed over' }).waitFor();
    await fitWindow(page);
    await savePictures(page, 'contents');

    const end = AbortSignal.timeout(60_000);
    while ((await admin.teams.getTeamMembers(team.id)).value.every(({ sponsor }) => sponsor === undefined))
      await delay(500, undefined, { signal: end });
    await page.goto(`${portal.service.url}/teams/${team.id}?section=members`);
    await page
      .getByRole('row', { name: 'André Costa' })
      .getByText(/^Sponsor: /)
      .waitFor();
    await fitWindow(page);
    await savePictures(page, 'guests');

    await page.goto(`${portal.service.url}/reviews/${await addReview(portal.service, team.id)}`);
    await page.getByText('0 of 3 decided').first().waitFor();
    await page.getByRole('checkbox', { name: 'Select André Costa' }).waitFor();
    await page.goto(portal.service.url);
    await page.getByRole('link', { name: TEAM }).first().waitFor();
    await fitWindow(page);
    await savePictures(page, 'home');
    await page.context().close();
  });

  it('creates teams that the directory lists, and the overview opens for an administrator', async () => {
    const page = await portal.signIn('/directory', 'Chloé Martin', DESK);
    await page.getByRole('row', { name: TEAM }).getByText('Partner organisation: Costa Engenharia').waitFor();
    await page.getByRole('row', { name: /Annual report/ }).waitFor();
    await fitWindow(page);
    await savePictures(page, 'directory');
    await page.context().close();

    const administrator = await portal.signIn('/overview', 'Nadia Okafor', DESK);
    await administrator.getByRole('table').waitFor();
    await fitWindow(administrator);
    await savePictures(administrator, 'overview');
    await administrator.context().close();
  });
});

async function fillForm(page: Page): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Name').fill('Harbour tunnel');
  await page.getByRole('textbox', { name: 'Description' }).fill('Survey of the ground below the port');
  await choose(page, 'Owners', 'Inês Carvalho');
  await choose(page, 'Members', 'André Costa');
  await field('Partner organisation').fill('Costa Engenharia');
  await page.getByRole('radio', { name: 'Yes' }).click();
  await field('Address of the confidentiality agreement').fill('https://legal.meridian.example/nda/costa');
  await choose(page, 'Sponsor', 'Ruben de Wit');
  await page.getByLabel('Last day of the collaboration').fill(endOfMonth(7));
  await page.getByText(TEAM, { exact: true }).waitFor();
}
