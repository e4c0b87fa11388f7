/** A webhook from its creation to a redelivery, in a real browser, with a real receiver. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { answerWith, type Receiver, startReceiver } from '../../server/test/receiver.ts';
import { assertAccessible, openPortal, PHONE } from './browser.ts';

const portal = openPortal();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());

/** Fills the dialog of a new webhook by keyboard, and returns its secret. */
async function createHook(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New webhook' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of the receiver').fill(receiver.url);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: /\(team_created\)/ }).press('Space');
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'I have stored the secret' }).press('Enter');
  return secret;
}

describe('a webhook', () => {
  it('is created, tested, and its failed delivery is sent again', async () => {
    const page = await portal.signIn('/hooks', 'Nadia Okafor');
    await page.getByText('There is no webhook yet.').waitFor();
    await assertAccessible(page);
    const secret = await createHook(page, 'Inventory');
    assert.match(secret, /^whsec_/);
    await page.getByRole('link', { name: 'Inventory' }).press('Enter');
    await page.getByText('There is no delivery.').waitFor();

    receiver.answer(answerWith(410, {}, 'I am gone'));
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Disabled: the receiver is gone').first().waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'hook_test' }).press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByText('I am gone').waitFor();
    await drawer.getByText('"tenant"').waitFor();
    await assertAccessible(page);

    receiver.answer(answerWith(200, {}, 'Thank you'));
    await drawer.getByRole('button', { name: 'Redeliver' }).click();
    await drawer.getByRole('button', { name: 'Close' }).press('Enter');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await receiver.received(2);
    await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    assert.equal(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size, 1);
    await page.context().close();
  });

  it('gets a new secret and is deleted, and the focus returns from its dialogs', async () => {
    const page = await portal.signIn('/hooks', 'Ivo Marek', { viewport: PHONE });
    const old = await createHook(page, 'Payroll');
    await page.getByRole('link', { name: 'Payroll' }).click();
    const rotate = page.getByRole('button', { name: 'Rotate the secret' });
    await rotate.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await rotate.evaluate((element) => element === document.activeElement), true);
    await rotate.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
    assert.notEqual(await page.getByLabel('Secret', { exact: true }).inputValue(), old);
    await page.getByRole('button', { name: 'I have stored the secret' }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Payroll is deleted.').waitFor();
    await page.getByRole('link', { name: 'Payroll' }).waitFor({ state: 'detached' });
    await page.context().close();
  });
});
