/**
 * Tests questions of a request, by keyboard and on a phone: the form, the approver's view, and the answers of the team.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';
import { assertAccessibleInThemes } from './themes.ts';

const portal = openPortal();

const QUESTIONS = [
  {
    id: 'kind',
    type: 'choice',
    title: 'Kind of project',
    options: ['internal', 'client'],
    required: true,
    section: 'The project',
  },
  {
    id: 'client',
    title: 'Client',
    help: 'As in the contract',
    required: true,
    when: "request.metadata.kind === 'client'",
    section: 'The project',
  },
  { id: 'ends', type: 'date', title: 'Ends on', section: 'The project' },
  {
    id: 'budget',
    type: 'number',
    title: 'Budget',
    maximum: 1000,
    default: '100',
    section: 'The project',
  },
  { id: 'remote', type: 'boolean', title: 'Is it remote?', section: 'The project' },
  {
    id: 'areas',
    type: 'multipleChoice',
    title: 'Areas',
    options: ['IT', 'Sales'],
    section: 'People',
  },
  { id: 'sponsor', type: 'person', title: 'Sponsor', section: 'People' },
];

/** Applies a template with these questions. Marcus Oyelaran approves its requests. */
async function applyTemplate(): Promise<void> {
  const nadia = await clientOf(portal, 'nadia.okafor');
  await nadia.catalog.applyCatalogTemplate({
    manifest: {
      manifestVersion: '1.0',
      templateConfiguration: {
        id: 'asked',
        name: 'Asked project',
        language: 'en-US',
        approval: { requireApproval: true, approvalTeam: [{ id: 'marcus.oyelaran@meridian.example' }] },
        questions: QUESTIONS,
      },
      newTeam: {
        namingConvention: "<%= request.metadata.client || 'Internal' %> - <%= request.team.name %>",
      },
    },
  });
}

describe('a request with questions', () => {
  it('is filled in by keyboard and approved, and the page of its team shows and changes the answers', async () => {
    await applyTemplate();
    const { page, press, type, isAt } = await signInByKeyboard(portal, '/request/asked', 'Grace Nkemelu');
    await page.getByRole('heading', { level: 3, name: 'The project' }).waitFor();
    await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Lighthouse');
    await page.getByText('Answer the required questions to see').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Client' }).count(), 0);
    await page.locator('input[value="100"]').waitFor();
    await assertAccessibleInThemes(page);

    // The first problem gets the focus after an attempt to send the form.
    await press(page.getByRole('button', { name: 'Send the request' }));
    const kind = page.getByRole('combobox', { name: 'Kind of project' });
    await isAt(kind);
    await page.getByText("'Kind of project' needs an answer.").first().waitFor();
    // Typing the first letter selects the option.
    await page.keyboard.press('c');
    await type(page.getByRole('textbox', { name: 'Client' }), 'Acme');
    await type(page.getByRole('textbox', { name: 'Budget' }), '5000');
    await page.getByText('Must be at most 1000.').first().waitFor();
    await assertAccessibleInThemes(page);
    await savePicture(page, 'questions-problem', { fullPage: true });
    await page.getByRole('textbox', { name: 'Budget' }).fill('500');
    await page.getByRole('checkbox', { name: 'Sales' }).press('Space');
    await page.getByRole('radio', { name: 'Yes' }).press('Space');
    await page.getByLabel('Ends on').fill('2027-03-31');
    await page.getByText('Acme - Lighthouse', { exact: true }).waitFor();
    await page.getByText(/March.*2027/).waitFor();
    await savePicture(page, 'questions', { fullPage: true });
    await press(page.getByRole('button', { name: 'Send the request' }));
    await page.getByText('The request waits for an approval.').waitFor();
    await page.context().close();

    const phone = await portal.signIn('/approvals', 'Marcus Oyelaran', { viewport: PHONE_SIZE });
    await phone.getByRole('link', { name: /Lighthouse/ }).click();
    await phone.getByRole('heading', { level: 2, name: 'Answers' }).waitFor();
    await phone
      .getByText(/March.*2027/)
      .first()
      .waitFor();
    await assertAccessible(phone);
    await savePicture(phone, 'questions-approval', { fullPage: true });
    await phone.getByRole('button', { name: 'Approve' }).press('Enter');
    await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
    await phone.getByRole('dialog').waitFor({ state: 'detached' });
    await phone.context().close();

    const grace = await clientOf(portal, 'grace.nkemelu');
    const { value: jobs } = await grace.jobs.getJobs();
    const job = await grace.jobs.waitForJob(jobs[0]?.id ?? '');
    assert.deepEqual(job.data.request.metadata, {
      kind: 'client',
      client: 'Acme',
      ends: '2027-03-31',
      budget: 500,
      remote: true,
      areas: ['Sales'],
    });
    await showTeam(job.data.team?.id ?? '');
  });

  it('fits a phone', async () => {
    await applyTemplate();
    const phone = await portal.signIn('/request/asked', 'Grace Nkemelu', { viewport: PHONE_SIZE });
    await phone.getByRole('heading', { level: 3, name: 'People' }).waitFor();
    await phone.getByRole('combobox', { name: 'Kind of project' }).selectOption('client');
    await phone.getByRole('textbox', { name: 'Client' }).waitFor();
    await assertAccessible(phone);
    const overflow = await phone.evaluate('document.documentElement.scrollWidth > innerWidth');
    assert.equal(overflow, false);
    await savePicture(phone, 'questions-phone', { fullPage: true });
    await phone.context().close();
  });
});

/** Shows the answers on the team's page, and changes one. */
async function showTeam(teamId: string): Promise<void> {
  const page = await portal.signIn(`/teams/${teamId}?section=governance`, 'Grace Nkemelu');
  await page.getByRole('heading', { level: 2, name: 'Answers' }).waitFor();
  await page.getByText('Acme', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change the answers' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Budget' }).fill('5000');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.getByText('Must be at most 1000.').first().waitFor();
  await assertAccessible(page);
  await dialog.getByRole('textbox', { name: 'Budget' }).fill('700');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('700', { exact: true }).waitFor();
  await savePicture(page, 'questions-team', { fullPage: true });
  await page.context().close();
}
