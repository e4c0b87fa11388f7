/**
 * Tests the filters of the audit trail in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, choose, openPortal } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

const rows = (page: Page) => page.getByRole('table', { name: 'Records' }).getByRole('row');

describe('the records of a trail', () => {
  it('are found by the names of their actor and their target', async () => {
    const grace = await clientOf(portal, 'grace.nkemelu');
    const [harbour, quay] = await Promise.all(
      ['Harbour', 'Quay'].map(async (name) => {
        const template = { id: 'example.meridian.project' };
        const { id } = await grace.teams.createTeamProvisioningJob({ template, team: { name } });
        return (await grace.jobs.waitForJob(id)).team;
      }),
    );
    const page = await portal.signIn('/audit', 'Nadia Okafor');
    await rows(page)
      .getByRole('link', { name: quay?.displayName ?? '' })
      .first()
      .waitFor();
    await choose(page, 'Target', harbour?.displayName ?? '');
    await page.waitForURL(new RegExp(`target=${harbour?.id}`));
    await rows(page)
      .getByRole('link', { name: quay?.displayName ?? '' })
      .first()
      .waitFor({ state: 'detached' });
    await choose(page, 'Actor', 'Grace Nkemelu');
    await page.waitForURL(/actor=/);
    await rows(page).getByRole('link', { name: 'Grace Nkemelu' }).first().waitFor();
    await assertAccessible(page);
    await savePicture(page, 'audit-filters');
    const boxes = await page
      .locator('search [role=combobox], search select, search input')
      .evaluateAll((fields) =>
        fields.map((field) => {
          const { left, right, top } = (field.parentElement ?? field).getBoundingClientRect();
          return { left, right, top: Math.round(top / 20) };
        }),
      );
    const overlapping = boxes.filter((one) =>
      boxes.some((other) => one.top === other.top && one.left < other.left && one.right > other.left),
    );
    assert.deepEqual(overlapping, []);
    await page.reload();
    const chosen = (label: string, name: string) =>
      page.getByRole('listbox', { name: label }).getByRole('option', { name }).waitFor();
    await chosen('Actor', 'Grace Nkemelu');
    await chosen('Target', harbour?.displayName ?? '');
    await page.getByRole('combobox', { name: 'Actor' }).pressSequentially('Sofia Rossi');
    const sofia = page.getByRole('option', { name: 'Sofia Rossi' });
    await sofia.getByText('SR', { exact: true }).waitFor();
    await savePicture(page, 'people-with-initials');
    await sofia.click();
    await page.getByText('No record matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows(page)
      .getByRole('link', { name: quay?.displayName ?? '' })
      .first()
      .waitFor();
    await page.context().close();
  });

  it('can be filtered by an id that matches no object', async () => {
    const page = await portal.signIn('/audit', 'Nadia Okafor');
    await choose(page, 'Target', 'a-deleted-team');
    await page.waitForURL(/target=a-deleted-team/);
    await page.getByText('No record matches').waitFor();
    await page.context().close();
  });
});
