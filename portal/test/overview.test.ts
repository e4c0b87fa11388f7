/** The figures of the organisation, in a real browser. */
import { describe, it } from 'node:test';
import { assertAccessible, choose, openPortal, PHONE } from './browser.ts';

const portal = openPortal();

describe('the overview', () => {
  it('shows a request that waits, and leads to the jobs of its week', async () => {
    const requester = await portal.signIn('/request', 'Grace Nkemelu');
    await requester.getByRole('searchbox').fill('launch');
    await requester.getByRole('link', { name: 'Product launch' }).click();
    await requester.getByRole('textbox', { name: 'Name', exact: true }).fill('Lighthouse');
    for (const name of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang'])
      await choose(requester, 'Members', name);
    await requester.getByRole('button', { name: 'Send the request' }).click();
    await requester.getByText('The request waits for an approval.').waitFor();
    await requester.context().close();

    for (const options of [
      {},
      { viewport: PHONE },
      { colorScheme: 'dark' },
      { forcedColors: 'active' },
    ] as const) {
      const page = await portal.signIn('/overview', 'Nadia Okafor', options);
      await page.getByRole('list', { name: 'Waiting for' }).getByText('Marcus Oyelaran').waitFor();
      await page.getByRole('columnheader', { name: 'Open' }).waitFor();
      await assertAccessible(page);
      await page.context().close();
    }

    const page = await portal.signIn('/overview', 'Nadia Okafor');
    await page.getByRole('rowheader').last().getByRole('link').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await page.getByRole('link', { name: 'Launch - Lighthouse' }).waitFor();
    await page.context().close();
  });
});
