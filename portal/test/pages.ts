/** The pages of the portal, for tests that visit all of them. */
import type { Locator, Page } from 'playwright-core';
import { addReview } from '../../acceptance/operations/reviews.ts';
import type { Portal } from './browser.ts';
import { clientOf, requestLaunch } from './people.ts';

export const ADMINISTRATOR = 'Nadia Okafor';

type Address = readonly [address: string, heading: string];

/** Addresses and headings of the pages that a person of the sample organisation opens. */
export const PAGES: Record<string, readonly Address[]> = {
  'Grace Nkemelu': [
    ['/', 'Hello'],
    ['/request', 'Request a team'],
    ['/request/example.meridian.project', 'Project'],
    ['/approvals', 'Approvals'],
    ['/notifications?view=all', 'Notifications'],
    ['/notifications?view=mail', 'Notifications'],
    ['/owner-requests', 'Requests to own a team'],
    ['/directory', 'Find a team'],
    ['/join-requests', 'Requests to join teams'],
  ],
  [ADMINISTRATOR]: [
    ['/', 'Hello'],
    ['/jobs', 'Jobs'],
    ['/teams?scope=all', 'Teams'],
    ['/overview', 'Overview'],
    ['/reports', 'Reports'],
    ['/reports?view=guests', 'Reports'],
    ['/reports?view=requests', 'Reports'],
    ['/approvals?view=all', 'Approvals'],
    ['/policies', 'Policies'],
    ['/policies/new', 'New policy'],
    ['/owners', 'Owners of teams'],
    ['/channel-violations', 'Channels that violate policies'],
    ['/lifecycle', 'Lifecycle'],
    ['/reviews', 'Reviews'],
    ['/audit', 'Audit'],
    ['/apps', 'Apps'],
    ['/roles', 'Roles'],
    ['/organization', 'Organisation'],
    ['/leavers', 'Leavers'],
    ['/hooks', 'Webhooks'],
    ['/templates', 'Templates'],
    ['/templates/new', 'New template'],
    ['/templates/example.meridian.deal-room', 'Deal room'],
    ['/templates/example.meridian.deal-room?view=versions', 'Deal room'],
  ],
};

/**
 * Creates a request, a webhook, an app, a lifecycle run and a review. Returns their pages, and those of a job, a
 * policy, a team and a person. Administrators can open all of them.
 */
export async function pagesOfObjects(portal: Portal): Promise<Address[]> {
  const approvalId = await requestLaunch(portal, 'Regatta');
  const admin = await clientOf(portal, 'nadia.okafor');
  const { job } = await admin.approvals.getApproval(approvalId);
  const hook = await admin.webhooks.createHook({
    name: 'Inventory',
    config: { url: 'https://receiver.example/charter', content_type: 'json' },
    events: ['team_created'],
  });
  const app = await admin.apps.createApp({ displayName: 'Inventory reader' });
  const run = await admin.lifecycle.startLifecycleRun();
  const [policy] = (await admin.policies.getPolicies()).value;
  const [team] = (await admin.teams.getTeams()).value;
  // The directory lists public teams.
  await admin.teams.updateTeam(team?.id ?? '', { visibility: 'public' });
  const review = await addReview(portal.service, team?.id ?? '');
  const [owner] = (await admin.users.getUsers({ $search: 'ines' })).value;
  return [
    [`/approvals/${approvalId}`, 'Regatta'],
    [`/jobs/${job.id}`, 'Launch - Regatta'],
    [`/directory/${team?.id}`, team?.displayName ?? ''],
    [`/hooks/${hook.id}`, 'Inventory'],
    [`/apps/${app.appId}`, 'Inventory reader'],
    [`/leavers/${owner?.id}`, owner?.displayName ?? ''],
    [`/lifecycle/runs/${run.id}`, 'Lifecycle run'],
    [`/policies/${policy?.id}`, policy?.name ?? ''],
    [`/reviews/${review}`, `Members of ${team?.displayName}`],
    [`/teams/${team?.id}/request-channel`, 'Request a channel'],
    [`/teams/${team?.id}/lifecycle`, team?.displayName ?? ''],
    ...['members', 'channels', 'governance', 'history'].map(
      (section) => [`/teams/${team?.id}?section=${section}`, team?.displayName ?? ''] as const,
    ),
  ];
}

/** Addresses of missing objects. */
export const MISSING_PAGES: readonly string[] = [
  '/request/none',
  '/jobs/none',
  '/approvals/none',
  '/teams/none',
  '/directory/none',
  '/templates/none',
  '/policies/none',
  '/lifecycle/runs/none',
  '/hooks/none',
  '/apps/none',
  '/leavers/none',
  '/reviews/none',
];

/** Opens the page without a reload, as a link does. The previous page must have loaded. */
export const visit = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // The router replaces the method of the object and would open the page twice. So this calls the method of the
    // prototype.
    History.prototype.pushState.call(history, {}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** Waits until the page has loaded its content. @param heading default: any */
export async function waitUntilLoaded(page: Page, heading: string | RegExp = /./): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  await page
    .locator('main .fui-Spinner, main .fui-Skeleton, main [data-loading]')
    .first()
    .waitFor({ state: 'detached' });
}

/** Whether the page scrolls sideways. */
export const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Whether the middle of the element is in the window, and nothing covers it. */
export const isInWindow = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
