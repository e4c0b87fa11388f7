/**
 * Tests the portal below a path of its host in a real browser, behind a proxy that strips the path or passes it on.
 * @long
 */
import assert from 'node:assert/strict';
import { createServer, request, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { freePort, openService, type Service } from '../../acceptance/service.ts';
import { consoleErrorsOf, openBrowser, openPage } from './browser.ts';
import { requestAndApproveTeam } from './request-behind-proxy.ts';

const PATH = '/charter';

describe('the portal below a path', () => {
  let service: Service;
  let browser: Browser;
  let proxy: Server;
  let address: string;
  let stripsPath = false;
  before(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}${PATH}`;
    service = await openService({ environment: { CHARTER_PUBLIC_URL: address } });
    const { hostname, port: target } = new URL(service.url);
    proxy = createServer((incoming, outgoing) => {
      const { method, headers, url = '' } = incoming;
      if (!url.startsWith(`${PATH}/`) && url !== PATH)
        return void outgoing.writeHead(404).end('another application');
      const path = stripsPath ? url.slice(PATH.length) || '/' : url;
      const passed = request({ hostname, port: target, method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    }).listen(port, '127.0.0.1');
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    proxy?.close();
    proxy?.closeAllConnections();
    await service?.stop();
  });

  it('provisions a requested team when the proxy forwards the path', async () => {
    stripsPath = false;
    await requestAndApproveTeam({ browser, address }, 'Passed harbour');
  });

  it('provisions a requested team when the proxy strips the path', async () => {
    stripsPath = true;
    await requestAndApproveTeam({ browser, address }, 'Stripped harbour');
  });

  it('shows the sign-in page at its start address when a used sign-in callback is opened', async () => {
    const page = await openPage(browser);
    await page.goto(`${address}/auth/callback?code=used&state=lost`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(page.url(), `${address}/`);
    await page.context().close();
  });

  it('shows the API reference', async () => {
    const page = await openPage(browser);
    const consoleErrors = consoleErrorsOf(page);
    await page.goto(`${address}/docs`);
    await page.getByRole('heading', { level: 1, name: 'Charter' }).waitFor();
    assert.equal(page.url().split('#')[0], `${address}/docs/`);
    await page.context().close();
    assert.deepEqual(consoleErrors, []);
  });

  it('shows the guides', async () => {
    const page = await openPage(browser);
    const consoleErrors = consoleErrorsOf(page);
    await page.goto(`${address}/guides`);
    assert.equal(page.url(), `${address}/guides/`);
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.context().close();
    assert.deepEqual(consoleErrors, []);
  });
});
