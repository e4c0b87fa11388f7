/**
 * Tests a webhook from creation to redelivery, in a real browser, with a real receiver.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Receiver, respondWith, startReceiver } from '../../server/test/receiver.ts';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { type Keyboard, signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';

const portal = openPortal();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.close());

/** Fills in the dialog of a new webhook by keyboard, and returns its secret. */
async function createHook({ page, press, type, isAt }: Keyboard, name: string): Promise<string> {
  const opener = page.getByRole('button', { name: 'New webhook' });
  await press(opener);
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Address of the receiver'), receiver.url);
  await type(dialog.getByRole('textbox', { name: 'Name' }), name);
  await press(dialog.getByRole('checkbox', { name: /\(team_created\)/ }), 'Space');
  await assertAccessible(page);
  await press(dialog.getByRole('button', { name: 'Create' }));
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  await assertAccessible(page);
  await press(page.getByRole('button', { name: 'I have stored the secret' }));
  await isAt(opener);
  return secret;
}

describe('a webhook', () => {
  it('is created, receives an event, and redelivers a failed message by keyboard', async () => {
    const keyboard = await signInByKeyboard(portal, '/hooks', 'Nadia Okafor');
    const { page, press, isAt } = keyboard;
    await page.getByText('There is no webhook yet.').waitFor();
    await assertAccessible(page);
    assert.match(await createHook(keyboard, 'Inventory'), /^whsec_/);
    await press(page.getByRole('link', { name: 'Inventory' }));
    await isAt(page.locator('h1'));
    await page.getByText('There is no delivery.').waitFor();

    receiver.answer(respondWith(410, {}, 'I am gone'));
    const grace = await clientOf(portal, 'grace.nkemelu');
    const template = { id: 'example.meridian.project' };
    await grace.teams.createTeamProvisioningJob({ template, team: { name: 'Inventory' } });
    await page.getByText('Disabled: the receiver is gone').first().waitFor();
    await assertAccessible(page);
    const event = page.getByRole('link', { name: 'team_created' });
    await press(event);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('I am gone').waitFor();
    await drawer.getByText('"tenant"').waitFor();
    const headers = drawer.getByLabel('Headers of the request');
    await headers
      .getByText(`X-Charter-Signature: ${receiver.messages[0]?.headers['x-charter-signature']}`)
      .waitFor();
    await assertAccessible(page);

    receiver.answer(respondWith(200, {}, 'Thank you'));
    await press(drawer.getByRole('button', { name: 'Redeliver' }));
    await press(drawer.getByRole('button', { name: 'Close' }));
    await drawer.waitFor({ state: 'detached' });
    await isAt(event);
    await press(page.getByRole('button', { name: 'Enable', exact: true }));
    await receiver.received(2);
    await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    await isAt(page.getByRole('button', { name: 'Disable', exact: true }));
    assert.equal(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size, 1);
    await press(page.getByRole('button', { name: 'Send a test' }));
    await page.getByRole('link', { name: 'hook_test' }).waitFor();
    await receiver.received(3);
    // After an outage, a pending message can be sent without waiting for its next attempt.
    receiver.answer(respondWith(503, {}, 'Under repair'));
    await press(page.getByRole('button', { name: 'Send a test' }));
    await receiver.received(4);
    await page.getByRole('cell', { name: /503/ }).waitFor();
    await press(page.getByRole('button', { name: 'Send pending now' }));
    await assertAccessible(page);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Send now' }));
    await page.getByText('1 message is sent now.').waitFor();
    receiver.answer(respondWith(200, {}, 'Thank you'));
    await page.context().close();
  });

  it('gets a new secret and is deleted, and its dialogs return the focus', async () => {
    const keyboard = await signInByKeyboard(portal, '/hooks', 'Ivo Marek', { viewport: PHONE_SIZE });
    const { page, press, isAt } = keyboard;
    const old = await createHook(keyboard, 'Payroll');
    await press(page.getByRole('link', { name: 'Payroll' }));
    const rotate = page.getByRole('button', { name: 'Rotate the secret' });
    await press(rotate);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await isAt(rotate);
    await page.keyboard.press('Enter');
    await press(page.getByRole('checkbox', { name: 'The secret has leaked: end it at once' }), 'Space');
    await page.getByText('The present one ends at once').waitFor();
    await press(page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }));
    assert.notEqual(await page.getByLabel('Secret', { exact: true }).inputValue(), old);
    await press(page.getByRole('button', { name: 'I have stored the secret' }));
    await isAt(rotate);
    await assertAccessible(page);
    const before = receiver.messages.length;
    await press(page.getByRole('button', { name: 'Send a test' }));
    await receiver.received(before + 1);
    const signatures = String(receiver.messages.at(-1)?.headers['webhook-signature']).split(' ');
    assert.equal(signatures.length, 1, 'only the new secret signs');
    await press(page.getByRole('button', { name: 'Delete' }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await page.getByText('Payroll is deleted.').waitFor();
    await isAt(page.getByRole('heading', { level: 1, name: 'Webhooks' }));
    await page.getByRole('link', { name: 'Payroll' }).waitFor({ state: 'detached' });
    await page.context().close();
  });
});
