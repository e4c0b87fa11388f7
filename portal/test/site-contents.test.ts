/**
 * Tests lists and pages of a team's site in the template editor, by keyboard and on a phone, and in a request with the
 * embedded suite, which has no sites.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { applyTemplate } from './people.ts';
import { savePicture } from './pictures.ts';
import { assertAccessibleInThemes } from './themes.ts';

const NAME = '<%= request.team.name %>';
const TREE = 'Files and plans';

describe('lists and pages of the site', () => {
  const portal = openPortal();

  it('are written in the template editor by keyboard, and a request names them as not created', async () => {
    const id = 'with-site';
    const nadia = await applyTemplate(
      portal,
      { id, name: 'Project with a site' },
      {
        newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
        initialization: {
          structure: { channels: [{ displayName: 'General' }] },
          contents: { lists: ['Links'] },
        },
      },
    );
    const keyboard = await signInByKeyboard(portal, `/templates/${id}`, 'Nadia Okafor');
    const { page, press, type, select, isAt } = keyboard;
    const group = page.getByRole('group', { name: 'Lists and pages of the site', exact: true });
    const button = (name: string) => group.getByRole('button', { name, exact: true });
    const field = (name: string) => group.getByRole('textbox', { name, exact: true });
    const choice = (name: string) => group.getByRole('combobox', { name, exact: true });
    const tree = page.getByRole('list', { name: TREE });
    await tree.getByText('Links').waitFor();

    // A list that the manifest writes as its name alone.
    await press(button('List: Links'));
    await type(field('Name of the list'), 'Addresses');
    await select(choice('List template'), 'Links');
    await press(button('List: Addresses'));

    await press(button('Add a list'));
    await isAt(field('Name of the list'));
    await type(field('Name of the list'), `Risks of ${NAME}`);
    await press(button('Add a column'));
    await isAt(field('Column name'));
    await type(field('Column name'), 'Level');
    await select(choice('Column type'), 'One choice');
    await group.getByText('Write the choices of the column.').waitFor();
    await type(field('Choices'), 'High\nLow');
    await press(group.getByRole('switch', { name: 'Must be filled in' }), 'Space');
    await press(button('Column: Level'));
    await press(button('Add a column'));
    await isAt(field('Column name'));
    await type(field('Column name'), 'Due');
    await select(choice('Column type'), 'Date');
    await press(button('Add a page'));
    await isAt(field('Title of the page'));
    await type(field('Title of the page'), 'Start here');
    await type(field('Text of the page'), `Welcome to ${NAME}.\n\nAsk anybody.`);
    await press(button('Add a page'));
    await press(button('Remove: Page: New page'));
    await tree.getByText('Start here').waitFor();
    assert.deepEqual((await tree.locator('li').allInnerTexts()).at(0)?.split(/\n+/).filter(Boolean), [
      'General',
      'Addresses',
      'List with 0 columns of its own',
      `Risks of ${NAME}`,
      'List with 2 columns of its own',
      'Start here',
      'Page of the site',
    ]);
    await assertAccessibleInThemes(page);
    await savePicture(group, 'site-contents-editor');

    await press(page.getByRole('button', { name: 'Add a tab' }));
    const tab = page.getByRole('group', { name: 'Tab 1' });
    await type(tab.getByRole('textbox', { name: 'Tab name' }), 'Risks');
    await select(tab.getByRole('combobox', { name: 'App of the tab' }), 'Channel contents');
    await select(tab.getByRole('combobox', { name: 'Shows' }), 'Risks');
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE_SIZE.width);
    await savePicture(group, 'site-contents-editor-phone');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText(/Saved as version/).waitFor();
    const { initialization } = parse((await nadia.catalog.exportCatalogTemplate(id)).text);
    assert.deepEqual(initialization, {
      structure: {
        channels: [
          {
            displayName: 'General',
            tabs: [{ displayName: 'Risks', contents: { list: `Risks of ${NAME}` } }],
          },
        ],
      },
      contents: {
        lists: [
          { name: 'Addresses', template: 'links' },
          {
            name: `Risks of ${NAME}`,
            columns: [
              { name: 'Level', type: 'choice', choices: ['High', 'Low'], required: true },
              { name: 'Due', type: 'date' },
            ],
          },
        ],
        pages: [{ name: 'Start here', text: `Welcome to ${NAME}.\n\nAsk anybody.` }],
      },
    });

    await page.goto(`${portal.service.url}/request/${id}`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Attic');
    await page.getByText(/These lists are not created.*'Addresses'.*'Risks of Attic'/).waitFor();
    await page.getByText(/These pages are not created.*'Start here'/).waitFor();
    assert.equal(await page.getByRole('list', { name: TREE }).count(), 0);
    await page.context().close();
  });
});
