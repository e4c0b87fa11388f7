/**
 * Tests the portal in a tab of Microsoft Teams: sign-in, linked pages, theme, language and errors, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { clientOf, tokenOf } from './people.ts';
import { openTab, type Tab, TEAMS } from './teams-host.ts';

const portal = openPortal({
  environment: { CHARTER_PORTAL_TEAMS_APP: '1f0c4e8a-6c1d-4c0e-9b1a-0a4d3c0b7e11' },
});

const heading = ({ frame }: Tab, name: string | RegExp) => frame.getByRole('heading', { level: 1, name });

const backgroundOf = ({ frame }: Tab): Promise<string> =>
  frame.getByRole('main').evaluate((main) => {
    const page = main.closest('.fui-FluentProvider')?.firstElementChild;
    return page ? getComputedStyle(page).backgroundColor : '';
  });

/** Provisions a team of the template Project, which changes the requested name. */
async function provisionProject(name: string): Promise<void> {
  const client = await clientOf(portal, 'grace.nkemelu');
  const job = await client.teams.createTeamProvisioningJob({
    template: { id: 'example.meridian.project' },
    team: { name },
  });
  const { status, data } = await client.jobs.waitForJob(job.id);
  assert.equal(status, 'completed', JSON.stringify(data.error));
}

describe('the portal inside Microsoft Teams', () => {
  let token: string;
  before(async () => {
    token = await tokenOf(portal, 'grace.nkemelu');
  });

  it('signs in through Teams without a prompt, and offers no sign-out', async () => {
    const tab = await openTab(portal, { answers: [{ token }] });
    await heading(tab, /Grace Nkemelu/).waitFor();
    assert.equal(await tab.frame.getByRole('button', { name: 'Sign out' }).count(), 0);
    await tab.frame.getByRole('link', { name: 'Request a team' }).first().click();
    await tab.frame.getByText('Project', { exact: true }).first().waitFor();
    assert.equal(tab.tokenCalls(), 1);
    await tab.close();
  });

  it('loads the library of Teams without an error or a warning in the console', async () => {
    const tab = await openTab(portal, { answers: [{ token }] });
    await heading(tab, /Grace Nkemelu/).waitFor();
    for (const link of ['Teams', 'Approvals', 'Jobs']) {
      await tab.frame.getByRole('link', { name: link, exact: true }).first().click();
      await heading(tab, link).waitFor();
    }
    assert.deepEqual(tab.libraryCalls(), ['/teams-js/validDomains/json/validDomains.json']);
    assert.deepEqual(tab.consoleErrors, []);
    await tab.close();
  });

  it('stays signed in after a reload', async () => {
    const tab = await openTab(portal, { path: '/approvals', answers: [{ token }] });
    await tab.frame.getByRole('link', { name: 'Teams', exact: true }).click();
    await heading(tab, 'Teams').waitFor();
    // The page before the reload has the same heading.
    const reloaded = tab.page.waitForEvent('framenavigated');
    await tab.frame.locator('body').evaluate(() => void setTimeout(() => location.reload()));
    await reloaded;
    await heading(tab, 'Teams').waitFor();
    assert.equal(tab.tokenCalls(), 2);
    await tab.close();
  });

  it('opens the page of a deep link, but no address of another site', async () => {
    const linked = await openTab(portal, { subEntityId: '/approvals?view=mine', answers: [{ token }] });
    await linked.frame.getByRole('tab', { name: 'My requests', selected: true }).waitFor();
    await linked.close();
    for (const subEntityId of ['//evil.example/approvals', 'https://evil.example/', '/.//evil.example']) {
      const tab = await openTab(portal, { subEntityId, answers: [{ token }] });
      await tab.frame.getByRole('navigation', { name: 'Main' }).waitFor();
      const address = await tab.frame.locator('body').evaluate(() => location.href);
      assert.ok(address.startsWith(`${portal.service.url}/`), address);
      await tab.close();
    }
  });

  it('applies the theme of Teams, and follows its changes', async () => {
    const tab = await openTab(portal, { theme: 'dark', answers: [{ token }] });
    await heading(tab, /Grace Nkemelu/).waitFor();
    const shown = [await backgroundOf(tab)];
    await assertAccessible(tab.page);
    for (const [theme, scheme] of [
      ['default', 'light'],
      ['contrast', 'dark'],
    ] as const) {
      await tab.setTheme(theme);
      await tab.frame.locator(`html[style*="color-scheme: ${scheme}"]`).waitFor();
      shown.push(await backgroundOf(tab));
      await assertAccessible(tab.page);
    }
    assert.deepEqual(shown, ['rgb(36, 36, 36)', 'rgb(250, 250, 250)', 'rgb(0, 0, 0)']);
    await tab.close();
  });

  it('keeps hovered and selected rows readable in the contrast theme', async () => {
    const name = 'Lighthouse keepers';
    await provisionProject(name);
    const tab = await openTab(portal, {
      path: '/teams?scope=all',
      theme: 'contrast',
      answers: [{ token: await tokenOf(portal, 'nadia.okafor') }],
    });
    const row = tab.frame.getByRole('row', { name: new RegExp(name) });
    await row.hover();
    await assertAccessible(tab.page);
    await row.getByRole('checkbox').check();
    await assertAccessible(tab.page);
    for (const path of ['Templates', 'Webhooks', 'Request a team']) {
      await tab.frame.getByRole('link', { name: path }).first().click();
      await heading(tab, path).waitFor();
      await assertAccessible(tab.page);
    }
    await tab.close();
  });

  it('uses the language of Teams on a phone', async () => {
    const tab = await openTab(portal, {
      locale: 'fr-fr',
      answers: [{ token }],
      context: { viewport: PHONE_SIZE },
    });
    await tab.frame.getByRole('navigation', { name: 'Principale' }).waitFor();
    assert.equal(await tab.frame.locator('html').getAttribute('lang'), 'fr-fr');
    await assertAccessible(tab.page);
    await tab.close();
  });

  it('requests another token from Teams when the service rejects one', async () => {
    const tab = await openTab(portal, { path: '/request', answers: [{ token: `${token}x` }, { token }] });
    await tab.frame.getByText('Project', { exact: true }).first().waitFor();
    assert.equal(tab.tokenCalls(), 2);
    await tab.close();
  });

  it('says what to do while Teams provides no token, and starts once Teams provides a token', async () => {
    const tab = await openTab(portal, {
      path: '/approvals',
      theme: 'dark',
      answers: [
        { error: 'resourceRequiresConsent' },
        { error: 'App resource defined in manifest and iframe origin do not match' },
        { error: 'Offline' },
        { token },
      ],
    });
    for (const advice of [
      /grant consent/,
      /write the app package again/,
      /tell your administrator.*Offline/,
    ]) {
      await tab.frame.getByText(advice).waitFor();
      await assertAccessible(tab.page);
      const link = tab.frame.getByRole('link', { name: 'Open in the browser' });
      assert.equal(await link.getAttribute('href'), `${portal.service.url}/approvals`);
      await tab.frame.getByRole('button', { name: 'Try again' }).click();
    }
    await heading(tab, 'Approvals').waitFor();
    await tab.close();
  });
});

describe('the service with an app in Microsoft Teams', () => {
  it('lets only Teams frame the portal', async () => {
    const policy = (await fetch(portal.service.url)).headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /; frame-ancestors https:\/\/teams\.microsoft\.com https:\/\/\*\.teams\.microsoft\.com https:\/\/\*\.cloud\.microsoft$/,
    );
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    // Microsoft's library reads the list of its domains from there.
    assert.match(policy, /connect-src [^;]* https:\/\/res\.cdn\.office\.net;/);
    const tab = await openTab(portal, { origin: 'https://evil.example', answers: [{ error: 'none' }] });
    const frame = tab.page.frames().find((found) => found.parentFrame() !== null);
    await frame?.waitForLoadState();
    assert.equal(frame?.url(), 'chrome-error://chromewebdata/');
    assert.equal(tab.tokenCalls(), 0);
    await tab.close();
  });

  it('serves the portal to browsers unchanged, without the library of Teams', async () => {
    const page = await portal.signIn('/', 'Grace Nkemelu');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    assert.ok(loaded.some((address) => address.includes('/assets/')));
    assert.deepEqual(
      loaded.filter((address) => address.includes('teams-host') || address.startsWith(TEAMS)),
      [],
    );
    await page.context().close();
  });
});
