/** The pages of the portal, for tests that go over all of them. */
import type { Page } from 'playwright-core';

/** Addresses and headings of the pages that a person of the sample organisation opens. */
export const PAGES: Record<string, readonly (readonly [address: string, heading: string])[]> = {
  'Grace Nkemelu': [
    ['/', 'Hello'],
    ['/request', 'Request a team'],
    ['/request/example.meridian.project', 'Project'],
    ['/approvals', 'Approvals'],
  ],
  'Nadia Okafor': [
    ['/', 'Hello'],
    ['/jobs', 'Jobs'],
    ['/teams?scope=all', 'Teams'],
    ['/overview', 'Overview'],
    ['/policies', 'Policies'],
    ['/policies/new', 'New policy'],
    ['/lifecycle', 'Lifecycle'],
    ['/audit', 'Audit'],
    ['/roles', 'Roles'],
    ['/hooks', 'Webhooks'],
    ['/templates', 'Templates'],
    ['/templates/new', 'New template'],
    ['/templates/example.meridian.deal-room', 'Deal room'],
    ['/templates/example.meridian.deal-room?view=versions', 'Deal room'],
  ],
};

/** Addresses of things that do not exist. */
export const NOWHERE: readonly string[] = [
  '/request/none',
  '/jobs/none',
  '/approvals/none',
  '/teams/none',
  '/templates/none',
  '/policies/none',
  '/lifecycle/runs/none',
  '/hooks/none',
];

/** Opens the page without a reload, as a link does. */
export const visit = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** Waits until the page has loaded what it shows. */
export async function settle(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  await page
    .locator('main .fui-Spinner, main .fui-Skeleton, main [data-loading]')
    .first()
    .waitFor({ state: 'detached' });
}
