/**
 * Tests two people who edit the same template or policy at the same time, at the default limits, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal({ hasDefaultLimits: true });

/** A time after which the portal reads a page's data again. */
const STALE_MILLISECONDS = 60_001;

const descriptionOf = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();

describe('two editors of one template', () => {
  it('see what differs, and never overwrite a version that they have not seen', async () => {
    const id = 'example.meridian.board-committee';
    const greta = await portal.signIn(`/templates/${id}`, 'Greta Lindqvist');
    const nadia = await portal.signIn(`/templates/${id}`, 'Nadia Okafor');
    const fill = async (page: Page, words: string) => {
      await page.getByRole('textbox', { name: 'Manifest' }).waitFor();
      await descriptionOf(page).fill(words);
    };
    await fill(greta, 'Written by Greta');
    await fill(nadia, 'Written by Nadia');
    await save(greta);
    await greta.getByText(/Saved as version/).waitFor();
    await save(nadia);
    const difference = nadia.getByRole('textbox', { name: 'Difference between their version and yours' });
    await nadia.getByText(/Greta Lindqvist changed the template .* on \w+ \d+, \d{4}, .+ UTC\./).waitFor();
    await difference.locator('.cm-deletedChunk').getByText('Written by Greta').waitFor();
    await difference.locator('.cm-changedLine').getByText('Written by Nadia').waitFor();
    await assertAccessible(nadia);
    await savePicture(nadia, 'template-conflict');
    await fill(greta, 'Written by Greta again');
    await save(greta);
    await greta.getByText('No changes').waitFor();
    await nadia.getByRole('button', { name: 'Save mine over it' }).click();
    await difference.locator('.cm-deletedChunk').getByText('Written by Greta again').waitFor();
    assert.equal(await descriptionOf(nadia).inputValue(), 'Written by Nadia');
    await nadia.getByRole('button', { name: 'Save mine over it' }).click();
    await nadia.getByText(/Saved as version/).waitFor();
    await difference.waitFor({ state: 'detached' });
    const { catalog } = await clientOf(portal, 'nadia.okafor');
    const { templateConfiguration } = await catalog.getCatalogTemplate(id);
    assert.equal(templateConfiguration.description, 'Written by Nadia');
    for (const page of [greta, nadia]) await page.context().close();
  });
});

describe('the editor of a template', () => {
  it('keeps what is typed while a save is running', async () => {
    const id = 'example.meridian.crisis-cell';
    const page = await portal.signIn(`/templates/${id}`, 'Nadia Okafor');
    await page.getByRole('textbox', { name: 'Manifest' }).waitFor();
    const resumed = Promise.withResolvers<void>();
    await page.route('**/v1.0/catalog/templates', async (route) => {
      await resumed.promise;
      await route.continue();
    });
    await descriptionOf(page).fill('Sent first');
    await save(page);
    await descriptionOf(page).fill('Typed meanwhile');
    resumed.resolve();
    await page.getByText(/Saved as version/).waitFor();
    await page.getByText('Unsaved changes').waitFor();
    await page.waitForFunction(
      (text) => JSON.stringify({ ...sessionStorage }).includes(text),
      'Typed meanwhile',
    );
    assert.equal(await descriptionOf(page).inputValue(), 'Typed meanwhile');
    await save(page);
    await page.getByText('No changes').waitFor();
    const { catalog } = await clientOf(portal, 'nadia.okafor');
    const { templateConfiguration } = await catalog.getCatalogTemplate(id);
    assert.equal(templateConfiguration.description, 'Typed meanwhile');
    await page.context().close();
  });

  it('shows what somebody else saved, while its own draft is unchanged', async () => {
    const id = 'example.meridian.product-launch';
    const page = await portal.signIn(`/templates/${id}`, 'Greta Lindqvist');
    await page.clock.install();
    await page.getByText('No changes').waitFor();
    await page.getByRole('link', { name: 'Templates' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    const { catalog } = await clientOf(portal, 'nadia.okafor');
    const { text } = await catalog.exportCatalogTemplate(id);
    const manifest = text.replace('name: Product launch', 'name: Product start');
    await catalog.applyCatalogTemplate({ manifest, format: 'yaml' });
    await page.clock.runFor(STALE_MILLISECONDS);
    await page.getByRole('link', { name: 'Product launch' }).first().click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true }).first();
    await page.getByRole('heading', { level: 1, name: 'Product start' }).waitFor();
    assert.equal(await name.inputValue(), 'Product start');
    await page.getByText('No changes').waitFor();
    await page.context().close();
  });
});

describe('two editors of one policy', () => {
  it('see both values of each field that differs, and never overwrite a version that they have not seen', async () => {
    const { policies } = await clientOf(portal, 'nadia.okafor');
    const { id } = await policies.createPolicy({
      name: 'Quiet names',
      kind: 'naming',
      mode: 'report',
      enabled: true,
      scope: { type: 'tenant' },
      settings: { blockedWords: ['secret'], maxLength: 60 },
    });
    const tomas = await portal.signIn(`/policies/${id}`, 'Tomás Rivera');
    const nadia = await portal.signIn(`/policies/${id}`, 'Nadia Okafor');
    const most = (page: Page) => page.getByRole('spinbutton', { name: 'Most characters' });
    await most(tomas).fill('50');
    await descriptionOf(nadia).fill('Written by Nadia');
    await nadia.getByLabel('Applies to').selectOption('templates');
    await nadia.getByRole('combobox', { name: 'Templates' }).pressSequentially('Project');
    // Another template is called "Client project".
    await nadia.getByRole('option', { name: /^Project/ }).click();
    await save(tomas);
    await tomas.getByText('The policy is saved.').waitFor();
    await save(nadia);
    const difference = nadia.getByRole('table', { name: 'Difference between their version and yours' });
    await nadia.getByText('Somebody has changed the policy since you read it.').waitFor();
    await difference.getByRole('row', { name: 'Most characters 50 60' }).waitFor();
    await difference.getByRole('row', { name: 'Templates – Project' }).waitFor();
    await difference.getByRole('row', { name: 'Description – Written by Nadia' }).waitFor();
    assert.equal(await difference.getByRole('row').count(), 5);
    await assertAccessible(nadia);
    await savePicture(nadia, 'policy-conflict');
    // Nadia adopts Tomas's value, which the table shows.
    await most(nadia).fill('50');
    await most(tomas).fill('40');
    const written = tomas.waitForResponse((response) => response.request().method() === 'PATCH');
    await save(tomas);
    assert.equal((await written).status(), 200);
    await nadia.getByRole('button', { name: 'Save mine over it' }).click();
    await difference.getByRole('row', { name: 'Most characters 40 50' }).waitFor();
    await nadia.getByRole('button', { name: 'Save mine over it' }).click();
    await nadia.getByText('The policy is saved.').waitFor();
    await difference.waitFor({ state: 'detached' });
    const { description, settings } = await policies.getPolicy(id);
    assert.deepEqual(
      [description, settings.maxLength, settings.blockedWords],
      ['Written by Nadia', 50, ['secret']],
    );
    for (const page of [tomas, nadia]) await page.context().close();
  });
});
