/**
 * Tests the designer of questions by keyboard, by drag and on a phone, and a request that answers them.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { parse } from 'yaml';
import { assertAccessible, openPage, openPortal, PHONE_SIZE } from './browser.ts';
import { type Keyboard, signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';
import { assertAccessibleInThemes } from './themes.ts';

const portal = openPortal();

/** Applies a template with keys that the portal does not know. */
async function applyTemplate(id: string, questions: readonly string[] = []): Promise<void> {
  const nadia = await clientOf(portal, 'nadia.okafor');
  const manifest = [
    'manifestVersion: "1.0"',
    'templateConfiguration:',
    `  id: ${id}`,
    '  name: Survey',
    '  language: en-US',
    '  adoption: { week1Subject: Hello } # unknown',
    ...questions,
    'newTeam:',
    `  namingConvention: "<%= request.metadata.client || 'Internal' %> - <%= request.team.name %>"`,
    '',
  ];
  await nadia.catalog.applyCatalogTemplate({ manifest: manifest.join('\n') });
}

interface Stored {
  id: string;
  [key: string]: unknown;
}

async function storedQuestions(id: string): Promise<Stored[]> {
  const nadia = await clientOf(portal, 'nadia.okafor');
  const { text } = await nadia.catalog.exportCatalogTemplate(id);
  return parse(text).templateConfiguration.questions;
}

const listOf = (page: Page): Locator => page.getByRole('list', { name: 'Questions' });

const titlesOf = (page: Page): Promise<string[]> =>
  listOf(page).locator('[data-part=toggle]').allInnerTexts();

/** The input for a question of each kind. Each begins as a question of one line. */
const DESIGNED: readonly {
  title: string;
  id: string;
  /** The beginning of the kind in the list of kinds. */
  kind?: string;
  fields?: Readonly<Record<string, string>>;
  switches?: readonly string[];
}[] = [
  {
    title: 'Kind of work',
    id: 'kind',
    kind: 'One choice',
    fields: { Choices: 'internal\nclient', 'Answer if none is given': 'internal', Heading: 'The work' },
    switches: ['Everybody who finds the team sees the answer'],
  },
  {
    title: 'Client',
    id: 'client',
    fields: {
      Advice: 'As in the contract',
      'Fewest characters': '2',
      Heading: 'The work',
      'Asked only when': "request.metadata.kind === 'client'",
    },
    switches: ['Needs an answer'],
  },
  { title: 'Goal', id: 'goal', kind: 'Several lines', fields: { 'Most characters': '40' } },
  {
    title: 'Budget',
    id: 'budget',
    kind: 'Number',
    fields: { 'Smallest number': '0.5', 'Largest number': '1000' },
  },
  { title: 'Ends on', id: 'ends', kind: 'Date' },
  { title: 'Is it remote?', id: 'remote', kind: 'Yes or no' },
  {
    title: 'Areas',
    id: 'areas',
    kind: 'Several choices',
    fields: { Choices: 'IT\nSales', 'Most choices': '1' },
  },
  { title: 'Sponsor', id: 'sponsor', kind: 'Person' },
  { title: 'Audience', id: 'audience', kind: 'Group' },
  { title: 'Order', id: 'order', kind: 'Web address', fields: { Pattern: 'https://crm\\.example/.+' } },
];

async function design({ page, press, type, select, isAt }: Keyboard): Promise<void> {
  for (const { title, id, kind, fields = {}, switches = [] } of DESIGNED) {
    await press(page.getByRole('button', { name: 'Add a question' }));
    const question = listOf(page).getByRole('group');
    await isAt(question.getByRole('textbox', { name: 'Question' }));
    await page.keyboard.type(title);
    if (kind !== undefined) await select(question.getByRole('combobox', { name: 'Kind of answer' }), kind);
    await type(question.getByRole('textbox', { name: 'Name of the answer' }), id);
    for (const [label, value] of Object.entries(fields))
      await type(question.getByRole('textbox', { name: label, exact: true }), value);
    for (const label of switches) await press(question.getByRole('switch', { name: label }), 'Space');
  }
}

describe('the designer of questions', () => {
  it('creates questions of each kind by keyboard, and a request answers them', async () => {
    await applyTemplate('survey');
    const editor = await signInByKeyboard(portal, '/templates/survey', 'Nadia Okafor');
    const { page, press, isAt } = editor;
    await page.getByRole('region', { name: 'Preview', exact: true }).waitFor();
    await design(editor);
    const preview = page.getByRole('region', { name: 'As the requester sees the questions' });
    await preview.getByRole('textbox', { name: 'Order' }).waitFor();
    await assertAccessibleInThemes(page);

    // The preview reacts like the form of a request.
    assert.equal(await preview.getByRole('textbox', { name: 'Client' }).count(), 0);
    await preview.getByRole('combobox', { name: 'Kind of work' }).selectOption('client');
    await preview.getByRole('textbox', { name: 'Client' }).fill('Acme');
    await page.getByText('Acme - Aurora').first().waitFor();
    await preview.getByRole('textbox', { name: 'Budget' }).fill('5000');
    await preview.getByText('Must be at most 1000.').waitFor();
    await savePicture(page, 'question-designer', { fullPage: true });

    // The focus stays on the button that moves, and the move is announced.
    const up = page.getByRole('button', { name: 'Move up: Order' });
    await press(up);
    await page.getByRole('status').getByText('“Order” is question 9 of 10 now.').waitFor();
    await isAt(up);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('“Order” is question 8 of 10 now.').waitFor();
    assert.deepEqual((await titlesOf(page)).slice(-3), ['Order', 'Sponsor', 'Audience']);
    await press(page.getByRole('button', { name: 'Move down: Order' }));
    await page.getByRole('status').getByText('“Order” is question 9 of 10 now.').waitFor();
    await press(page.getByRole('button', { name: 'Remove: Ends on' }));
    await page.getByRole('status').getByText('“Ends on” is removed.').waitFor();
    await isAt(listOf(page).getByRole('button', { name: 'Is it remote?', exact: true }));

    await press(page.getByRole('button', { name: 'Save' }));
    await page.getByText(/Saved as version/).waitFor();
    await page.context().close();
    const nadia = await clientOf(portal, 'nadia.okafor');
    const { text } = await nadia.catalog.exportCatalogTemplate('survey');
    assert.match(text, /adoption: \{ week1Subject: Hello \} # unknown/);
    assert.deepEqual(await storedQuestions('survey'), [
      {
        id: 'kind',
        type: 'choice',
        title: 'Kind of work',
        options: ['internal', 'client'],
        default: 'internal',
        section: 'The work',
        public: true,
      },
      {
        id: 'client',
        type: 'text',
        title: 'Client',
        help: 'As in the contract',
        minimum: 2,
        section: 'The work',
        when: "request.metadata.kind === 'client'",
        required: true,
      },
      { id: 'goal', type: 'multilineText', title: 'Goal', maximum: 40 },
      { id: 'budget', type: 'number', title: 'Budget', minimum: 0.5, maximum: 1000 },
      { id: 'remote', type: 'boolean', title: 'Is it remote?' },
      { id: 'areas', type: 'multipleChoice', title: 'Areas', options: ['IT', 'Sales'], maximum: 1 },
      { id: 'sponsor', type: 'person', title: 'Sponsor' },
      { id: 'order', type: 'url', title: 'Order', pattern: 'https://crm\\.example/.+' },
      { id: 'audience', type: 'group', title: 'Audience' },
    ]);
    await request();
  });

  it('shows each mistake at its field and at its question', async () => {
    await applyTemplate('survey-mistakes', [
      '  questions:',
      '    - { id: kind, title: Kind, type: choice, options: [a, b] }',
      '    - { id: size, title: Size, type: number, minimum: 1, options: [x], icon: ruler }',
    ]);
    const page = await portal.signIn('/templates/survey-mistakes', 'Nadia Okafor');
    await page.getByRole('region', { name: 'Preview', exact: true }).waitFor();
    const item = (title: string) =>
      listOf(page)
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: title, exact: true }) });
    await listOf(page).getByRole('button', { name: 'Kind', exact: true }).click();
    await item('Kind').getByRole('textbox', { name: 'Choices' }).fill('');
    await item('Kind').getByText('Is empty. Write the answers to choose from.').waitFor();
    await item('Kind').getByText('1 mistake').waitFor();
    await page.getByText('This preview shows the last state without mistakes.').waitFor();
    await assertAccessibleInThemes(page);
    await item('Kind').getByRole('textbox', { name: 'Choices' }).fill('a\nb\n');
    await item('Kind').getByText('1 mistake').waitFor({ state: 'detached' });

    // A key that the type does not use stays visible, so that it can be removed.
    await listOf(page).getByRole('button', { name: 'Size', exact: true }).click();
    assert.equal(await item('Kind').getByRole('textbox').count(), 0, 'one question is open at a time');
    await item('Size').getByText("Has no effect on a question of the type 'number'.").waitFor();
    await item('Size').getByRole('textbox', { name: 'Choices' }).fill('');
    await item('Size').getByRole('textbox', { name: 'Choices' }).waitFor({ state: 'detached' });
    await item('Size').getByRole('textbox', { name: 'Smallest number' }).fill('much');
    await item('Size').getByText('Must be a number, or a date such as 2026-12-31.').waitFor();
    await item('Size').getByRole('textbox', { name: 'Smallest number' }).fill('2.50');
    await item('Size').getByRole('textbox', { name: 'Asked only when' }).fill('request.metadata.later');
    await item('Size')
      .getByText("'request.metadata.later' is no earlier question of this template.")
      .waitFor();
    await item('Size').getByRole('textbox', { name: 'Asked only when' }).fill('');
    await item('Size')
      .getByText(/ mistake/)
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText(/Saved as version/).waitFor();
    assert.deepEqual(await storedQuestions('survey-mistakes'), [
      { id: 'kind', title: 'Kind', type: 'choice', options: ['a', 'b'] },
      { id: 'size', title: 'Size', type: 'number', minimum: 2.5, icon: 'ruler' },
    ]);
    await page.context().close();
  });

  it('reorders the questions by drag and drop, and fits a phone in each language', async () => {
    const questions = ['Alpha', 'Beta', 'Gamma'].map(
      (title) => `    - { id: ${title.toLowerCase()}, title: ${title} }`,
    );
    await applyTemplate('survey-order', ['  questions:', ...questions]);
    const page = await portal.signIn('/templates/survey-order', 'Nadia Okafor');
    await listOf(page).waitFor();
    const handle = (index: number) => listOf(page).locator('[data-part=handle]').nth(index);
    await handle(0).dragTo(listOf(page).getByRole('listitem').nth(2));
    await page.getByRole('status').getByText('“Alpha” is question 3 of 3 now.').waitFor();
    assert.deepEqual(await titlesOf(page), ['Beta', 'Gamma', 'Alpha']);
    await handle(1).dragTo(listOf(page).getByRole('listitem').nth(0));
    assert.deepEqual(await titlesOf(page), ['Gamma', 'Beta', 'Alpha']);
    const storageState = await page.context().storageState();
    await page.context().close();

    for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
      const phone = await openPage(portal.browser, { viewport: PHONE_SIZE, locale, storageState });
      await phone.goto(`${portal.service.url}/templates/survey-order`);
      const list = phone.locator('ol').filter({ has: phone.locator('[data-part=toggle]') });
      await list.locator('[data-part=toggle]').nth(1).click();
      await list.getByRole('group').waitFor();
      await assertAccessible(phone);
      const overflow = await phone.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(overflow, false, locale);
      await savePicture(phone, `question-designer-phone-${locale}`, { fullPage: true });
      await phone.context().close();
    }
  });
});

/** Asks for a team with the designed questions, by keyboard. */
async function request(): Promise<void> {
  const { page, press, type, select, choose } = await signInByKeyboard(
    portal,
    '/request/survey',
    'Grace Nkemelu',
  );
  await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Lighthouse');
  await select(page.getByRole('combobox', { name: 'Kind of work' }), 'client');
  await type(page.getByRole('textbox', { name: 'Client' }), 'Acme');
  await type(page.getByRole('textbox', { name: 'Goal' }), 'Light');
  await type(page.getByRole('textbox', { name: 'Budget' }), '500');
  await press(page.getByRole('radio', { name: 'Yes' }), 'Space');
  await press(page.getByRole('checkbox', { name: 'Sales' }), 'Space');
  await choose('Sponsor', 'Marcus Oyelaran');
  await type(page.getByRole('textbox', { name: 'Order' }), 'https://crm.example/7');
  await choose('Audience', 'Product and marketing');
  await page.getByText('Acme - Lighthouse', { exact: true }).waitFor();
  await press(page.getByRole('button', { name: 'Send the request' }));
  await page.getByText('Your team is ready.').waitFor();
  await page.context().close();
  const grace = await clientOf(portal, 'grace.nkemelu');
  const [last] = (await grace.jobs.getJobs()).value;
  const { data } = await grace.jobs.getJob(last?.id ?? '');
  const metadata = data.request.metadata as Record<string, unknown>;
  const { sponsor, audience, ...answers } = metadata;
  assert.deepEqual([typeof sponsor, typeof audience], ['string', 'string']);
  assert.deepEqual(answers, {
    kind: 'client',
    client: 'Acme',
    goal: 'Light',
    budget: 500,
    remote: true,
    areas: ['Sales'],
    order: 'https://crm.example/7',
  });
}
