/**
 * Tests lists and pages of a team's site in a request, in the portal in Microsoft Teams.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { type GraphService, PLAIN_TEMPLATE, startGraphService } from '../../../server/test/graph/service.ts';
import { assertAccessible, openBrowser, PHONE_SIZE } from '../browser.ts';
import { savePicture } from '../pictures.ts';
import { openTab } from '../teams-host.ts';

const NAME = '<%= request.team.name %>';
const TREE = 'Files and plans';

describe('lists and pages of the site in Microsoft 365', () => {
  let world: GraphService;
  let browser: Browser;
  before(async () => {
    world = await startGraphService({
      CHARTER_PORTAL_CLIENT_ID: 'portal',
      CHARTER_PORTAL_TEAMS_APP: '1f0c4e8a-6c1d-4c0e-9b1a-0a4d3c0b7e11',
    });
    // Lists are a feature that administrators must switch on, by its permission.
    world.ofContoso.roles.push('Sites.Manage.All');
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await world?.close();
  });

  it('are shown in the preview of a request, and created in the site of the team', async () => {
    const { contoso, issuer, clock } = world;
    const manifest = {
      ...PLAIN_TEMPLATE,
      initialization: {
        structure: {},
        contents: {
          lists: ['Links', { name: `Risks of ${NAME}`, columns: [{ name: 'Level' }] }],
          pages: [{ name: 'Start here', text: `Welcome to ${NAME}.` }],
        },
      },
    };
    const applied = await world.call(contoso, 'POST', '/catalog/templates', { manifest });
    assert.equal(applied.status, 200, JSON.stringify(applied.body));
    const token = await issuer.sign({
      iss: issuer.issuer,
      aud: 'charter',
      exp: Math.floor(clock.now().getTime() / 1000) + 3_600,
      sub: contoso.ada,
      tid: contoso.tenant.id,
      scp: 'all',
    });
    const tab = await openTab(
      { service: { url: world.service.url ?? '' }, browser },
      { path: '/request/project', answers: [{ token }], context: { viewport: PHONE_SIZE } },
    );
    const { frame, page } = tab;
    const name = frame.getByRole('textbox', { name: 'Name', exact: true });
    await name.focus();
    await page.keyboard.type('Attic');
    const tree = frame.getByRole('list', { name: TREE });
    await tree.getByText('Risks of Attic').waitFor();
    assert.deepEqual((await tree.locator('li').allInnerTexts()).at(0)?.split(/\n+/).filter(Boolean), [
      'General',
      'Links',
      'List with 0 columns of its own',
      'Risks of Attic',
      'List with 1 column of its own',
      'Start here',
      'Page of the site',
    ]);
    await assertAccessible(page);
    await savePicture(page, 'site-contents-preview-phone');
    await frame.getByRole('button', { name: 'Send the request' }).press('Enter');
    await frame.getByText('Your team is ready.').waitFor();
    const [team] = [...contoso.tenant.teams()];
    const { lists, pages } = team?.team.site ?? {};
    assert.deepEqual(
      [...(lists?.values() ?? [])].map(({ displayName }) => displayName),
      ['Documents', 'Links', 'Risks of Attic'],
    );
    assert.deepEqual(
      [...(pages?.values() ?? [])].map(({ title }) => title),
      ['Home', 'Start here'],
    );
    await tab.close();
  });
});
