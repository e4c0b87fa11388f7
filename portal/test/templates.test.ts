/**
 * Tests templates in a real browser: edits, previews, requests, mistakes, versions, conflicts, and readers without
 * rights.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { assertAccessible, choose, openPortal } from './browser.ts';
import { keyboardOf, signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

const GOVERNOR = 'Greta Lindqvist';
const PROJECT = '/templates/example.meridian.project';
/** A picture of one pixel: PNG, Base64. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const manifestOf = (page: Page) => page.getByRole('textbox', { name: 'Manifest' });

/** Waits until the service has checked the current text. */
const checked = (page: Page) =>
  page
    .getByRole('region', { name: 'Preview' })
    .getByText('Updating the preview')
    .waitFor({ state: 'detached' });

async function openEditor(page: Page): Promise<void> {
  await manifestOf(page).waitFor();
  await page.getByRole('region', { name: 'Preview' }).waitFor();
}

/** Drags a file or folder of the disk over the page, as the system does. */
async function drag(
  page: Page,
  path: string,
  ...types: ('dragEnter' | 'dragOver' | 'drop')[]
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of types) await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await session.detach();
}

describe('the template editor', () => {
  it('shows an edited naming convention in the manifest and the preview, and a request applies the convention', async () => {
    const keyboard = await signInByKeyboard(portal, '/templates', GOVERNOR);
    const { page, press, type, choose: chooseByKeyboard, isAt } = keyboard;
    await type(page.getByRole('searchbox'), 'project');
    await assertAccessible(page);
    await press(page.getByRole('link', { name: 'Project', exact: true }));
    await isAt(page.getByRole('heading', { level: 1, name: 'Project' }));
    await openEditor(page);
    await type(page.getByRole('textbox', { name: 'Naming convention' }), 'Work - <%= request.team.name %>');
    await manifestOf(page).getByText('Work - <%= request.team.name %>').waitFor();
    await page.getByRole('region', { name: 'Preview' }).getByText('Work - Aurora').waitFor();
    await chooseByKeyboard('Requested by', 'Sofia Rossi');
    await checked(page);
    await assertAccessible(page);
    const save = page.getByRole('button', { name: 'Save' });
    await press(save);
    await page.getByText(/Saved as version/).waitFor();
    await page.getByText('No changes').waitFor();
    await isAt(save);

    await press(page.getByRole('link', { name: 'Request a team' }));
    await type(page.getByRole('searchbox'), 'project');
    await press(page.getByRole('link', { name: 'Project', exact: true }));
    await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Lighthouse');
    await page.getByText('Work - Lighthouse', { exact: true }).waitFor();
    await press(page.getByRole('button', { name: 'Send the request' }));
    await isAt(page.getByRole('heading', { level: 1, name: 'Work - Lighthouse' }));
    await page.getByText('Your team is ready.').waitFor();
    await page.context().close();
  });

  it('shows a mistake at its line and its field until it is corrected by keyboard', async () => {
    const page = await portal.signIn('/templates/new', GOVERNOR);
    await openEditor(page);
    const mistake = page
      .getByRole('list', { name: 'Problems of the manifest' })
      .getByText(/^Line 4 · .*name/);
    await mistake.waitFor();
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await assertAccessible(page);
    await mistake.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('Offsite');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[value="Offsite"]') !== null,
    );
    await mistake.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), 'Offsite');
    await page.reload();
    await openEditor(page);
    assert.equal(await field.inputValue(), 'Offsite');
    await page.context().close();
  });

  it('keeps comments and unknown keys when a field changes, and recovers from an invalid text', async () => {
    const page = await portal.signIn('/templates/new', GOVERNOR);
    await openEditor(page);
    await manifestOf(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(
      '# Owned by sales\ntemplateConfiguration:\n  id: offsite\n  name: Offsite # short\n  slug: kept\n  language: en-US\n',
    );
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Two days');
    await manifestOf(page).getByText('description: Two days').waitFor();
    const text = await manifestOf(page).innerText();
    for (const stored of ['# Owned by sales', '# short', 'slug: kept'])
      assert.ok(text.includes(stored), stored);
    await page.getByRole('combobox', { name: 'Format' }).selectOption('json');
    await manifestOf(page).getByText('"slug": "kept"').waitFor();
    await manifestOf(page).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('}');
    await page.getByText('The manifest does not parse.').waitFor();
    await page
      .getByText(/This is not JSON/)
      .first()
      .waitFor();
    await page.keyboard.press('Backspace');
    await page.getByText('The manifest does not parse.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('writes the audience, names, a label, apps, settings and tabs from its form', async () => {
    const page = await portal.signIn('/templates/new', GOVERNOR);
    await openEditor(page);
    await manifestOf(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(
      '# Owned by sales\ntemplateConfiguration:\n  id: form-made\n  name: Form made\n  slug: kept\n  language: en-US\n',
    );
    await page.getByRole('switch', { name: 'Only for some people' }).click();
    const add = page.getByRole('button', { name: 'Add a condition' });
    await add.click();
    const first = page.getByRole('group', { name: 'Condition 1' });
    await first.getByRole('combobox', { name: 'Values' }).pressSequentially('Account');
    await page.getByRole('option', { name: 'Account teams' }).click();
    await add.click();
    const second = page.getByRole('group', { name: 'Condition 2' });
    await second.getByRole('combobox', { name: 'About' }).selectOption('Department');
    for (const [typed, value] of [
      ['Sal', 'Sales'],
      ['Nowhere', 'Nowhere'],
    ] as const) {
      await second.getByRole('combobox', { name: 'Values' }).pressSequentially(typed);
      await page.getByRole('option', { name: value, exact: true }).click();
    }
    await page
      .getByRole('combobox', { name: 'How the conditions combine' })
      .selectOption('One condition is enough');
    const rule = page.getByRole('textbox', { name: 'Rule', exact: true });
    assert.match(
      await rule.inputValue(),
      /^user\.groups\.direct\.includes\('[\w-]+' \/\* Account teams \*\/\) \|\| \['Sales', 'Nowhere'\]\.includes\(user\.department\)$/,
    );
    await choose(page, 'People and groups to test', 'Nadia Okafor');
    await page.getByText('The rule is not true.').waitFor();
    await savePicture(page, 'template-conditions');
    await choose(page, 'Requested by', 'Sofia Rossi');
    const naming = page.getByRole('textbox', { name: 'Naming convention' });
    await naming.fill('DEAL - ');
    await page.getByRole('button', { name: 'Insert into: Naming convention' }).click();
    await page.getByRole('menuitem', { name: /^Department of the requester\s*Sales$/ }).waitFor();
    await savePicture(page, 'template-tokens');
    await page.getByRole('menuitem', { name: /^Requested name\s*Aurora$/ }).click();
    await page.getByText('Example: DEAL - Aurora').waitFor();

    await page.getByRole('textbox', { name: 'Tags' }).fill('sales, deals');
    await page.getByRole('combobox', { name: 'Sensitivity label' }).selectOption('General');
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByRole('button', { name: 'Add a tab' }).click();
    const tab = page.getByRole('group', { name: 'Tab 1' });
    await tab.getByRole('combobox', { name: 'App of the tab' }).selectOption('Planner');
    await tab.getByRole('textbox', { name: 'Id of the content' }).fill('plan-7');
    await tab.getByRole('textbox', { name: 'Address', exact: true }).fill('https://tasks.example/plan-7');
    await page.getByRole('combobox', { name: 'Apps', exact: true }).pressSequentially('note');
    await page.getByRole('listbox', { name: 'Apps' }).getByRole('option', { name: 'OneNote' }).click();
    await page.getByRole('combobox', { name: 'Members delete channels' }).selectOption({ label: 'Off' });
    await page.getByRole('combobox', { name: 'Format' }).selectOption('json');
    const manifest = JSON.parse((await manifestOf(page).innerText()).replaceAll('\u00a0', ' '));
    const { slug, tags, sensitivityLabelId } = manifest.templateConfiguration;
    assert.deepEqual([slug, tags, typeof sensitivityLabelId], ['kept', ['sales', 'deals'], 'string']);
    const appOf = (id: string) => ({
      'teamsApp@odata.bind': `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('${id}')`,
    });
    assert.deepEqual(manifest.initialization.structure, {
      channels: [
        {
          displayName: 'New channel',
          tabs: [
            {
              displayName: 'New tab',
              ...appOf('com.microsoft.teamspace.tab.planner'),
              configuration: { contentUrl: 'https://tasks.example/plan-7', entityId: 'plan-7' },
            },
          ],
        },
      ],
      installedApps: [appOf('0d820ecd-def2-4297-adad-78056cde7c78')],
      memberSettings: { allowDeleteChannels: false },
    });
    await checked(page);
    await assertAccessible(page);
    await tab.scrollIntoViewIfNeeded();
    await savePicture(page, 'template-contents');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved as version/).waitFor();
    await page.waitForURL('**/templates/form-made');
    await page.reload();
    await second.getByRole('listbox', { name: 'Values' }).getByRole('option', { name: 'Sales' }).waitFor();
    await first.getByRole('option', { name: 'Account teams' }).waitFor();
    await rule.fill("user.city.startsWith('L')");
    await page.getByText('This rule is more than a list of conditions.').waitFor();
    await page.context().close();
  });

  it('inserts a part at the end of a naming convention that nobody has edited', async () => {
    const page = await portal.signIn('/templates/example.meridian.project', 'Greta Lindqvist');
    const naming = page.getByRole('textbox', { name: 'Naming convention' });
    await naming.waitFor();
    const before = await naming.inputValue();
    await page.getByRole('button', { name: 'Insert into: Naming convention' }).click();
    await page.getByRole('menuitem', { name: /^Year of the request/ }).click();
    await page.getByText('Unsaved changes').waitFor();
    const after = await naming.inputValue();
    assert.ok(after.startsWith(before) && after.length > before.length, after);
    await page.context().close();
  });

  it('shows for which people and group members the audience rule is true', async () => {
    const page = await portal.signIn('/templates/example.meridian.deal-room', GOVERNOR);
    await openEditor(page);
    for (const name of ['Sofia Rossi', 'Aisha Rahman']) await choose(page, 'People and groups to test', name);
    const tests = page.getByRole('list', { name: 'Test the audience' }).getByRole('listitem');
    await tests.filter({ hasText: 'Sofia Rossi' }).filter({ hasText: 'The rule is true.' }).waitFor();
    await tests.filter({ hasText: 'Aisha Rahman' }).filter({ hasText: 'The rule is not true.' }).waitFor();
    await choose(page, 'People and groups to test', 'Account teams');
    const group = page.locator('summary', { hasText: 'Account teams' });
    await group.getByText(/^\d of 7 included$/).waitFor();
    await group.press('Enter');
    await page.getByRole('list', { name: 'Account teams' }).getByText('Sofia Rossi').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'audience of a template');
    await page.context().close();
  });

  it('keeps the draft when somebody else saved first, and saves it on request', async () => {
    const path = '/templates/example.meridian.board-committee';
    const [one, other] = [await portal.signIn(path, GOVERNOR), await portal.signIn(path, 'Nadia Okafor')];
    for (const page of [one, other]) await openEditor(page);
    const description = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });
    await description(one).fill('First');
    await one.getByRole('button', { name: 'Save' }).click();
    await one.getByText(/Saved as version/).waitFor();
    await description(other).fill('Second');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText(/Greta Lindqvist changed the template/).waitFor();
    await assertAccessible(other);
    assert.equal(await description(other).inputValue(), 'Second');
    await other.getByRole('button', { name: 'Save mine over it' }).click();
    await other.getByText(/Saved as version/).waitFor();

    await other.getByRole('tab', { name: 'Versions' }).click();
    await other.getByRole('button', { name: /Nadia Okafor.*templateConfiguration\.description/ }).waitFor();
    await other
      .getByRole('textbox', { name: /^Changes from/ })
      .getByText('Second')
      .waitFor();
    await assertAccessible(other);
    for (const page of [one, other]) await page.context().close();
  });

  it('is read-only for people who cannot edit', async () => {
    const page = await portal.signIn(PROJECT, 'Ivo Marek');
    await page.getByText('You can read this template.', { exact: false }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await page.getByRole('textbox', { name: 'Naming convention' }).isEditable(), false);
    await manifestOf(page).waitFor();
    await assertAccessible(page);
    await page.context().close();
  });
});

describe('the list of templates', () => {
  it('disables, duplicates and deletes a template', async () => {
    const page = await portal.signIn('/templates?search=crisis', GOVERNOR);
    const act = async (action: string) => {
      await page.getByRole('button', { name: /^Actions for Crisis cell$/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const { press, isAt } = keyboardOf(page);
    const menu = page.getByRole('button', { name: /^Actions for Crisis cell$/ });
    await page.getByRole('link', { name: 'Crisis cell' }).waitFor();
    await press(menu);
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await isAt(menu);
    await act('Disable');
    await page.getByText('is hidden from requesters').waitFor();
    await page.getByRole('cell').getByText('Disabled').waitFor();
    await act('Duplicate');
    await openEditor(page);
    assert.equal(
      await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
      'Crisis cell (copy)',
    );
    await page.getByRole('link', { name: 'Templates', exact: true }).first().click();
    await page.getByRole('searchbox').fill('crisis');
    await act('Delete');
    await assertAccessible(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Crisis cell');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No template matches.').waitFor();
    await page.context().close();
  });

  it('opens a file as a new template', async () => {
    const page = await portal.signIn('/templates', GOVERNOR);
    const buffer = Buffer.from('# From a file\ntemplateConfiguration:\n  name: Imported\n');
    await page
      .getByLabel('From a file')
      .setInputFiles({ name: 'imported.yaml', mimeType: 'application/yaml', buffer });
    await openEditor(page);
    await manifestOf(page).getByText('# From a file').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Imported');
    await page.context().close();
  });

  it('opens the manifest of a folder or a zip with its picture, and says when a zip contains no manifest', async () => {
    const page = await portal.signIn('/templates', GOVERNOR);
    const manifest =
      '# Unpacked\ntemplateConfiguration:\n  name: Unpacked\n  pictureUrl: ./pictures/quay.png\n';
    const files = {
      'deep/er/other.yaml': Buffer.from('# Another\ntemplateConfiguration:\n  name: Another\n'),
      '._quay.yaml': Buffer.from('metadata of macOS'),
      'quay.yaml': Buffer.from(manifest),
      'pictures/quay.png': Buffer.from(PIXEL, 'base64'),
    };
    const folder = mkdtempSync(join(tmpdir(), 'charter-manifest-'));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const zip = (content: typeof files | Record<string, never>) => ({
      name: 'quay.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(zipSync(content)),
    });
    const isOpen = async () => {
      await openEditor(page);
      await manifestOf(page).getByText('# Unpacked').waitFor();
      await manifestOf(page).getByText('pictureUrl: data:image/png;base64,').waitFor();
    };
    await page.getByLabel('From a folder').setInputFiles(folder);
    await isOpen();
    await page.goto(`${portal.service.url}/templates`);
    const input = page.getByLabel('From a file');
    for (const wrong of [zip({}), { ...zip({}), buffer: Buffer.from('no zip') }]) {
      await input.setInputFiles(wrong);
      await page.getByText('No manifest (.yaml, .yml or .json) was found').last().waitFor();
    }
    await input.setInputFiles(zip(files));
    await isOpen();
    await page.goto(`${portal.service.url}/templates`);
    await page.getByRole('button', { name: 'New template' }).waitFor();
    await drag(page, folder, 'dragEnter', 'dragOver');
    await page.getByText('Drop the manifest, its folder or a zip').waitFor();
    await savePicture(page, 'template-drop');
    await drag(page, folder, 'drop');
    await isOpen();
    rmSync(folder, { recursive: true });
    await page.context().close();
  });

  it('opens a file together with a picture chosen in the same dialog', async () => {
    const page = await portal.signIn('/templates', GOVERNOR);
    const manifest = '# From a folder\ntemplateConfiguration:\n  name: Pictured\n  pictureUrl: ./quay.png\n';
    const open = async (picture: Buffer) => {
      await page.getByLabel('From a file').setInputFiles([
        { name: 'quay.png', mimeType: 'image/png', buffer: picture },
        { name: 'quay.yaml', mimeType: 'application/yaml', buffer: Buffer.from(manifest) },
      ]);
      await openEditor(page);
      await manifestOf(page).getByText('# From a folder').waitFor();
    };
    await open(Buffer.from(PIXEL, 'base64'));
    await manifestOf(page).getByText('pictureUrl: data:image/png;base64,').waitFor();
    assert.equal(
      await page.locator('main fieldset img').first().getAttribute('src'),
      `data:image/png;base64,${PIXEL}`,
    );
    await page.getByRole('link', { name: 'Templates', exact: true }).first().click();
    await open(Buffer.alloc(64 * 1024 + 1));
    await page.getByText('The picture is larger than').waitFor();
    await manifestOf(page).getByText('pictureUrl: ./quay.png').waitFor();
    await page.context().close();
  });

  it('creates a template from a team, without its archived channels', async () => {
    const nadia = await clientOf(portal, 'nadia.okafor');
    const [team] = (await nadia.teams.getTeams({ $search: 'Customer account' })).value;
    assert.ok(team);
    const made = await nadia.channels.createTeamChannel(team.id, { displayName: 'Lost deals' });
    const { jobId } = await nadia.channels.archiveTeamChannel(team.id, made.id);
    assert.equal((await nadia.jobs.waitForJob(jobId)).status, 'completed');
    const page = await portal.signIn('/templates', GOVERNOR);
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('menuitem', { name: 'From a team' }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill('customer');
    await page.getByRole('radio', { name: /Customer account/ }).click();
    await page.getByRole('button', { name: 'Use this team' }).click();
    await openEditor(page);
    await manifestOf(page).getByText('channels:').waitFor();
    const names = await page
      .getByRole('textbox', { name: 'Channel name' })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    assert.ok(names.includes('General') && !names.includes('Lost deals'), names.join());
    await page.context().close();
  });
});
