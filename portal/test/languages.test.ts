/**
 * Tests every page in German and French: no English text of the portal is left, and no page scrolls sideways.
 * @long
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DESKTOP_SIZE, openPage, openPortal, PHONE_SIZE } from './browser.ts';
import { ADMINISTRATOR, isWiderThanWindow, PAGES, pagesOfObjects, waitUntilLoaded } from './pages.ts';
import { savePicture } from './pictures.ts';

// Each page is loaded anew, which takes more calls than the limits allow.
const portal = openPortal({ hasDefaultLimits: false });

const SIZES = { phone: PHONE_SIZE, desktop: DESKTOP_SIZE };

/** Texts of the sample organisation, and of objects of this test, that the portal contains too. */
const NAMES = new Set([
  'Delivery',
  'Inventory',
  'Open',
  'Own steps',
  'People',
  'Public',
  'Reviews',
  'Sponsor',
  'Website',
]);

type Catalogue = Readonly<Record<string, string>>;

const readCatalogue = (language: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8'));

/** Returns the English messages that differ from all messages of the language. */
function onlyEnglish(language: string): Set<string> {
  const translated = new Set(Object.values(readCatalogue(language)));
  const english = Object.values(readCatalogue('en'));
  return new Set(english.filter((message) => !translated.has(message) && !NAMES.has(message)));
}

/** Returns the texts of the page outside manifests, and the names that only screen readers read. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: (string | null)[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      if (nodes.currentNode.parentElement?.closest('.cm-editor') === null)
        texts.push(nodes.currentNode.nodeValue);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name));
    }
    return texts.map((text) => text?.trim() ?? '');
  });

describe('every page', () => {
  for (const [person, pages] of Object.entries(PAGES)) {
    it(`is translated and fits the window for ${person}`, async () => {
      const first = await portal.signIn('/', person);
      const storageState = await first.context().storageState();
      await first.context().close();
      const objects = person === ADMINISTRATOR ? await pagesOfObjects(portal) : [];
      const faults: string[] = [];
      for (const locale of ['de-DE', 'fr-FR']) {
        const english = onlyEnglish(locale.slice(0, 2));
        const page = await openPage(portal.browser, { locale, storageState });
        // The page of a job would keep its stream open, and the network would never be idle.
        await page.route('**/jobs/*/events', (route) => route.abort());
        for (const [address] of [...pages, ...objects]) {
          await page.goto(portal.service.url + address);
          await waitUntilLoaded(page);
          const left = (await textsOf(page)).filter((text) => english.has(text));
          faults.push(...new Set(left.map((text) => `${locale} ${address}: ${text}`)));
          for (const [name, size] of Object.entries(SIZES)) {
            await page.setViewportSize(size);
            await savePicture(page, `${locale} ${name} ${person.split(' ')[0]} ${address}`, {
              fullPage: true,
            });
            if (await isWiderThanWindow(page)) faults.push(`${locale} ${address} scrolls sideways, ${name}`);
          }
        }
        await page.context().close();
      }
      assert.deepEqual(faults, []);
    });
  }
});
