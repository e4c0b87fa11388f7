/** A request from the form to the team, with an approver on a phone, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { openService, type Service } from '../../acceptance/service.ts';
import { openBrowser, PHONE, signIn } from './browser.ts';

let service: Service;
let browser: Browser;

before(async () => {
  service = await openService();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/**
 * Fails with the rules that the page violates, and where. Leaves out the elements of Fluent UI that catch the focus at
 * the edge of an open dialog or list and pass it on: nobody can stay on them.
 */
async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('[data-tabster-dummy]').analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    [],
  );
}

async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).pressSequentially(name);
  await page.getByRole('option', { name }).click();
}

describe('a request', () => {
  it('is previewed, sent, approved on a phone and provisioned', async () => {
    const requester = await signIn(browser, service.url, 'Grace Nkemelu');
    await assertAccessible(requester);
    await requester.getByRole('navigation').getByRole('link', { name: 'Request a team' }).click();
    await requester.getByRole('searchbox').fill('launch');
    await requester.getByRole('link', { name: 'Product launch' }).click();
    await requester.getByRole('textbox', { name: 'Name', exact: true }).fill('Lighthouse');
    for (const name of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang'])
      await choose(requester, 'Members', name);
    await requester.getByText('Launch - Lighthouse', { exact: true }).waitFor();
    await assertAccessible(requester);
    await requester.getByRole('button', { name: 'Send the request' }).click();
    await requester.getByText('The request waits for an approval.').waitFor();
    await assertAccessible(requester);

    await approve('Marcus Oyelaran');
    await approve('Jonas Keller');
    await requester.getByText('Your team is ready.').waitFor();
    await assertAccessible(requester);
  });
});

/** Opens the inbox on a phone, and approves the first request. */
async function approve(displayName: string): Promise<void> {
  const phone = await signIn(browser, `${service.url}/approvals`, displayName, { viewport: PHONE });
  await phone.getByRole('link', { name: /Lighthouse/ }).click();
  await assertAccessible(phone);
  await phone.getByRole('button', { name: 'Approve' }).click();
  await assertAccessible(phone);
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await phone.getByRole('dialog').waitFor({ state: 'detached' });
  await phone.context().close();
}
