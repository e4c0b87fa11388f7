/**
 * Tests own steps: written in the editor, previewed, and shown while their receiver works, by keyboard and on a phone.
 * @long
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { keyboardOf, signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';
import { assertAccessibleInThemes } from './themes.ts';

const portal = openPortal();

describe('own steps of a template', () => {
  let answer: (response: ServerResponse) => void = (response) =>
    response.writeHead(202, { 'retry-after': '1' }).end();
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('are written in the editor, previewed, and shown in the job', async () => {
    const nadia = await clientOf(portal, 'nadia.okafor');
    const grace = await clientOf(portal, 'grace.nkemelu');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const addHook = ({ webhooks }: typeof nadia, name: string) =>
      webhooks.createHook({
        name,
        events: ['team_provisioning_completed'],
        config: { url: `${url}${name.replaceAll(' ', '-')}` },
      });
    for (const name of ['CRM sandbox', 'CRM', 'Twin']) await addHook(nadia, name);
    const twin = await addHook(nadia, 'Twin');
    await addHook(grace, 'CRM of Grace');
    await nadia.catalog.applyCatalogTemplate({
      manifest: {
        manifestVersion: '1.0',
        templateConfiguration: { id: 'with-steps', name: 'Client room', language: 'en-US' },
        newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
      },
    });
    const editor = await signInByKeyboard(portal, '/templates/with-steps', 'Nadia Okafor');
    const { page, press, type, select } = editor;
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    await press(page.getByRole('button', { name: 'Add a step' }));
    const step = page.getByRole('group', { name: 'Step 1' });
    await type(step.getByRole('textbox', { name: 'Name of the step' }), 'crm');
    const hook = step.getByRole('combobox', { name: 'Webhook' });
    // Excludes the options of native `<select>` elements: they have the role `option`, but no `listbox` around them.
    const listed = page.getByRole('listbox').getByRole('option');
    await type(hook, 'https://crm.example/');
    await step.getByText('not an address. Register').waitFor();
    await type(hook, 'Unknown');
    await page.getByText('You can write any name.').waitFor();
    await step.getByText("is named 'Unknown'").waitFor();
    await type(hook, 'cr');
    await listed.filter({ hasText: 'CRM sandbox' }).waitFor();
    assert.deepEqual(await listed.allInnerTexts(), [`CRM sandbox\n${url}CRM-sandbox`, `CRM\n${url}CRM`]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await step.getByText(`CRM: ${url}CRM`).waitFor();
    assert.equal(await hook.inputValue(), 'CRM');
    await step.getByText("is named 'Unknown'").waitFor({ state: 'detached' });
    // A name that begins like another one stays as it was typed.
    await type(hook, 'CRM');
    await page.keyboard.press('Tab');
    assert.equal(await hook.inputValue(), 'CRM');
    await select(step.getByRole('combobox', { name: 'Runs after' }), 'Create the channels');
    await select(step.getByRole('combobox', { name: 'Time limit' }), '4 hours');
    await assertAccessibleInThemes(page);
    await savePicture(page, 'own-steps-editor', { fullPage: true });

    const { width, height } = page.viewportSize()!;
    await page.setViewportSize(PHONE_SIZE);
    await hook.click();
    await listed.nth(3).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'own-steps-picker-phone');
    await listed.filter({ hasText: 'Twin' }).last().click();
    assert.equal(await hook.inputValue(), twin.id, 'webhooks of one name are told apart by their ids');
    await step.getByText(`Twin: ${url}Twin`).waitFor();
    await hook.fill('CRM');
    await page.setViewportSize({ width, height });
    await hook.scrollIntoViewIfNeeded();

    const idOf = (number: number) =>
      page
        .getByRole('group', { name: `Step ${number}` })
        .getByRole('textbox', { name: 'Name of the step' })
        .inputValue();
    const add = () => press(page.getByRole('button', { name: 'Add a step' }));
    const remove = (number: number) =>
      press(page.getByRole('group', { name: `Step ${number}` }).getByRole('button', { name: /Remove/ }));
    await add();
    await add();
    await page.getByRole('group', { name: 'Step 3' }).waitFor();
    await remove(2);
    await page.getByRole('group', { name: 'Step 3' }).waitFor({ state: 'detached' });
    await add();
    await page.getByRole('group', { name: 'Step 3' }).waitFor();
    assert.deepEqual(await Promise.all([1, 2, 3].map(idOf)), ['crm', 'step-3', 'step-4']);
    await remove(3);
    await remove(2);
    await page.getByRole('group', { name: 'Step 2' }).waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Save' }));
    await page.getByText(/Saved as version/).waitFor();
    const { text: manifest } = await nadia.catalog.exportCatalogTemplate('with-steps');
    assert.match(manifest, /steps[\s\S]*crm[\s\S]*CRM[\s\S]*PT4H[\s\S]*createChannels/);
    await page.context().close();

    const requester = await signInByKeyboard(portal, '/request/with-steps', 'Grace Nkemelu');
    const view = requester.page;
    await requester.type(view.getByRole('textbox', { name: 'Name', exact: true }), 'Harbour');
    await view.getByText('crm: webhook “CRM”, after “Create the team”, at most 4 hours').waitFor();
    await view.getByText('sent to these webhooks of the organisation: CRM.').waitFor();
    await assertAccessible(view);
    await savePicture(view, 'own-steps-preview', { fullPage: true });
    await requester.press(view.getByRole('button', { name: 'Send the request' }));
    await view.getByText("The webhook 'CRM' is not done yet.").first().waitFor();
    await view.getByText('Own step “crm”').first().waitFor();
    await assertAccessibleInThemes(view);
    await view.setViewportSize(PHONE_SIZE);
    await assertAccessible(view);
    await savePicture(view, 'own-steps-waiting-phone', { fullPage: true });

    answer = (response) =>
      response
        .writeHead(422)
        .end(JSON.stringify({ error: { message: '<img src=x onerror=alert(1)> blocked' } }));
    await view.getByText('answered “<img src=x onerror=alert(1)> blocked”').first().waitFor();
    await savePicture(view, 'own-steps-failed-phone', { fullPage: true });
    answer = (response) => response.writeHead(200).end();
    await keyboardOf(view).press(view.getByRole('button', { name: 'Retry from the failed step' }));
    await view.getByText('Your team is ready.').waitFor();
    await view.context().close();
  });
});
