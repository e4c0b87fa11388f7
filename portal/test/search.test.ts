/**
 * Tests the search over the whole portal in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertAccessible, openPage, openPortal, PHONE_SIZE, signInByMouse } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { requestLaunch } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();
const ADMINISTRATOR = 'Nadia Okafor';
const MEMBER = 'Olivia Bennett';

describe('the search over the whole portal', () => {
  before(() => requestLaunch(portal, 'Lighthouse'));

  it('opens with Ctrl-K, and leads to requests, people and pages by keyboard', async () => {
    const { page, isAt } = await signInByKeyboard(portal, '/', ADMINISTRATOR);
    const search = async (words: string) => {
      await page.keyboard.press('Control+k');
      await isAt(page.getByRole('searchbox'));
      await page.keyboard.type(words);
    };
    await search('light');
    await page.getByRole('region', { name: 'Requests' }).getByRole('link', { name: 'Lighthouse' }).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'search');
    await page.keyboard.press('ArrowDown');
    await isAt(page.getByRole('link', { name: 'Lighthouse' }));
    await page.keyboard.press('ArrowUp');
    await isAt(page.getByRole('searchbox'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await isAt(page.locator('h1'));
    await page.waitForURL(/\/jobs\//);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await search('wei zhang');
    await page.getByRole('region', { name: 'People' }).getByRole('link', { name: 'Wei Zhang' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/leavers\//);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await search('polic');
    await page.getByRole('region', { name: 'Pages' }).getByRole('link', { name: 'Policies' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('keeps the focus when it is opened while the next page loads', async () => {
    const { page, press, isAt } = await signInByKeyboard(portal, '/', ADMINISTRATOR);
    const [asked, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/assets\/PoliciesPage[^/]*\.js$/, async (route) => {
      asked.resolve();
      await resumed.promise;
      await route.continue();
    });
    await press(page.getByRole('link', { name: 'Policies' }));
    await asked.promise;
    await page.waitForURL(/\/policies$/);
    await page.keyboard.press('Control+k');
    await isAt(page.getByRole('searchbox'));
    resumed.resolve();
    await page.getByRole('heading', { level: 1, name: 'Policies', includeHidden: true }).waitFor({
      state: 'attached',
    });
    await page.keyboard.type('teams');
    await isAt(page.getByRole('searchbox'));
    assert.equal(await page.getByRole('searchbox').inputValue(), 'teams');
    await page.context().close();
  });

  it('shows a person to people who cannot open the pages of people, by keyboard and on a phone', async () => {
    const { page, isAt } = await signInByKeyboard(portal, '/', MEMBER);
    await page.keyboard.press('Control+k');
    await isAt(page.getByRole('searchbox'));
    await page.keyboard.type('wei zhang');
    const hit = page.getByRole('region', { name: 'People' }).getByRole('button', { name: 'Wei Zhang' });
    await hit.waitFor();
    await assertAccessible(page);
    await savePicture(page, 'search-people');
    await page.keyboard.press('ArrowDown');
    await isAt(hit);
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'wei.zhang@meridian.example' }).waitFor();
    await assertAccessible(page);
    await savePicture(page, 'search-person');
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await savePicture(page, 'search-person-phone');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('says when nothing matches, on a phone', async () => {
    const page = await openPage(portal.browser, { viewport: PHONE_SIZE });
    await page.goto(portal.service.url);
    await signInByMouse(page, MEMBER);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('Nobody Atall');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('searchbox').fill('project');
    await page.getByRole('link', { name: 'Project' }).first().waitFor();
    await assertAccessible(page);
    await savePicture(page, 'search-phone');
    await page.context().close();
  });
});
