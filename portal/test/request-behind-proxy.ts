/** Takes a request from its form to the team in a real browser, at any address of the portal. */
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { choose, consoleErrorsOf, openPage, signInByMouse } from './browser.ts';
import { savePicture } from './pictures.ts';

/** The portal at an address that a proxy publishes. */
export interface PublishedPortal {
  browser: Browser;
  /** Public URL of the service. */
  address: string;
  context?: BrowserContextOptions;
}

/** Signs in at the page. The browser may load nothing outside of the address. */
async function signIn(
  { browser, address, context = {} }: PublishedPortal,
  path: string,
  displayName: string,
) {
  const page = await openPage(browser, context);
  const outside: string[] = [];
  page.on('request', (sent) => {
    const url = sent.url();
    if (url.startsWith('http') && !`${url}/`.startsWith(`${address}/`)) outside.push(url);
  });
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(address + path);
  await signInByMouse(page, displayName);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  assert.equal(page.url(), address + path);
  return {
    page,
    pathOf: () => page.url().slice(address.length),
    async close() {
      await page.context().close();
      assert.deepEqual([outside, consoleErrors], [[], []]);
    },
  };
}

/** Requests the team, approves it as two people, waits for it on the page that follows its job, and signs out. */
export async function requestAndApproveTeam(portal: PublishedPortal, name: string): Promise<void> {
  const requester = await signIn(portal, '/', 'Grace Nkemelu');
  const { page, pathOf } = requester;
  await page.getByRole('navigation').getByRole('link', { name: 'Request a team' }).click();
  await page.getByRole('heading', { level: 1, name: 'Request a team' }).waitFor();
  await page.getByRole('link', { name: 'Product launch' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  for (const member of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang']) await choose(page, 'Members', member);
  await page.getByText('The team has the owners and members that it needs.').waitFor();
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('The request waits for an approval.').waitFor();
  assert.match(pathOf(), /^\/jobs\/[\w-]+$/);
  const stream = page.waitForResponse((answer) => answer.url().endsWith('/events'));
  await page.reload();
  assert.match((await (await stream).headerValue('content-type')) ?? '', /^text\/event-stream/);
  await page.getByText('The request waits for an approval.').waitFor();

  for (const person of ['Marcus Oyelaran', 'Jonas Keller']) {
    const approver = await signIn(portal, '/notifications', person);
    await approver.page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await approver.page.getByRole('heading', { level: 1, name }).waitFor();
    assert.match(approver.pathOf(), /^\/approvals\/[\w-]+$/);
    await approver.page.getByRole('button', { name: 'Approve' }).click();
    await approver.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await approver.page.getByRole('dialog').waitFor({ state: 'detached' });
    await approver.close();
  }
  // The open page follows the job by its stream.
  await page.getByText('Your team is ready.').waitFor();
  await savePicture(page, `behind-proxy-${name.toLowerCase().replaceAll(' ', '-')}`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(page.url(), `${portal.address}/`);
  await requester.close();
}
