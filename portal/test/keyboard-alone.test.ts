/**
 * Tests daily work by keyboard alone: each step is a key press, each focus is visible, and a closed dialog returns the
 * focus.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPortal } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf, requestLaunch } from './people.ts';

const portal = openPortal();

const PROJECT = 'example.meridian.project';

/** Creates a team of Grace Nkemelu from the template for projects. Returns its id and name. */
async function makeTeam(name: string): Promise<{ id: string; name: string }> {
  const grace = await clientOf(portal, 'grace.nkemelu');
  const { id } = await grace.teams.createTeamProvisioningJob({ template: { id: PROJECT }, team: { name } });
  const { status, data, team } = await grace.jobs.waitForJob(id);
  assert.equal(status, 'completed', data.error?.message);
  return { id: team.id ?? '', name: team.displayName ?? '' };
}

describe('by keyboard alone', () => {
  it('an approver rejects a request', async () => {
    const id = await requestLaunch(portal, 'Slipway');
    const { page, press, type, isAt, isInContent } = await signInByKeyboard(
      portal,
      `/approvals/${id}`,
      'Marcus Oyelaran',
    );
    const reject = page.getByRole('button', { name: 'Reject' });
    await press(reject);
    const dialog = page.getByRole('dialog');
    await isAt(dialog.getByRole('textbox', { name: 'Reason, for the requester' }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isAt(reject);
    await page.keyboard.press('Enter');
    await type(dialog.getByRole('textbox', { name: 'Reason, for the requester' }), 'The budget is missing');
    await press(dialog.getByRole('button', { name: 'Reject' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('You rejected the request').waitFor();
    await isInContent();
    const { status } = await (await clientOf(portal, 'marcus.oyelaran')).approvals.getApproval(id);
    assert.equal(status, 'rejected');
    await page.context().close();
  });

  it('an administrator archives several teams', async () => {
    const teams = [await makeTeam('Mooring east'), await makeTeam('Mooring west')];
    const { page, press, type, isAt } = await signInByKeyboard(portal, '/teams?scope=all', 'Nadia Okafor');
    await type(page.getByRole('searchbox', { name: 'Search teams' }), 'mooring');
    await page.getByRole('row').nth(2).waitFor();
    for (const { name } of teams) await press(page.getByRole('checkbox', { name }), 'Space');
    await page.getByText('2 teams selected').waitFor();
    const archive = page
      .getByRole('region', { name: 'Selected teams' })
      .getByRole('button', { name: 'Archive', exact: true });
    await press(archive);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByRole('heading', { name: 'Archive 2 teams' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isAt(archive);
    await page.keyboard.press('Enter');
    await press(dialog.getByRole('button', { name: 'Archive', exact: true }));
    await page.waitForURL(/\/jobs\//);
    await isAt(page.locator('h1'));
    await page.getByText('The job is completed.').waitFor();
    const admin = await clientOf(portal, 'nadia.okafor');
    for (const { id } of teams) assert.equal((await admin.teams.getTeam(id)).isArchived, true);
    await page.context().close();
  });

  it('a governance manager edits a template, and discards a change', async () => {
    const { page, press, type, isAt } = await signInByKeyboard(
      portal,
      `/templates/${PROJECT}`,
      'Greta Lindqvist',
    );
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await type(name, 'Projects');
    const save = page.getByRole('button', { name: 'Save' });
    await press(save);
    await page.getByText(/Saved as version/).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await isAt(save);
    await type(name, 'Plans');
    const discard = page.getByRole('button', { name: 'Discard changes' });
    await press(discard);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByText('Discard your changes?').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isAt(discard);
    assert.equal(await name.inputValue(), 'Plans');
    await page.keyboard.press('Enter');
    await press(dialog.getByRole('button', { name: 'Discard changes' }));
    await dialog.waitFor({ state: 'detached' });
    await isAt(discard);
    assert.equal(await name.inputValue(), 'Projects');
    await page.context().close();
  });

  it('an administrator edits a policy', async () => {
    const admin = await clientOf(portal, 'nadia.okafor');
    const { id } = await admin.policies.createPolicy({
      name: 'Plain words',
      kind: 'naming',
      mode: 'enforce',
      scope: { type: 'tenant' },
      settings: { blockedWords: ['layoffs'] },
    });
    const { page, press, type, isAt } = await signInByKeyboard(portal, `/policies/${id}`, 'Nadia Okafor');
    await type(page.getByRole('textbox', { name: 'Blocked words and phrases' }), 'secret');
    const save = page.getByRole('button', { name: 'Save' });
    await press(save);
    await page.getByText('The policy is saved.').waitFor();
    await isAt(save);
    assert.deepEqual((await admin.policies.getPolicy(id)).settings, { blockedWords: ['secret'] });
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await press(remove);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await type(dialog.getByLabel('To confirm, type'), 'Plain words');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isAt(remove);
    await page.keyboard.press('Enter');
    await type(dialog.getByLabel('To confirm, type'), 'Plain words');
    await press(dialog.getByRole('button', { name: 'Delete' }));
    await isAt(page.getByRole('heading', { level: 1, name: 'Policies' }));
    await page.context().close();
  });

  it('an owner adds members from a pasted list, and corrects a name', async () => {
    const team = await makeTeam('Bollard');
    const { page, press, isAt } = await signInByKeyboard(
      portal,
      `/teams/${team.id}?section=members`,
      'Grace Nkemelu',
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() =>
      navigator.clipboard.writeText(
        'Felix Wagner <felix.wagner@meridian.example>; olivia.bennett@meridian.example\nwei.zang@meridian.example',
      ),
    );
    const add = page.getByRole('button', { name: 'Add people' });
    await press(add);
    const dialog = page.getByRole('dialog');
    await press(dialog.getByRole('combobox', { name: 'Members' }), 'ControlOrMeta+v');
    const correction = dialog.getByRole('textbox', { name: 'Not found (1)' });
    await press(correction, 'ControlOrMeta+a');
    await page.keyboard.type('wei.zhang@meridian.example');
    await press(dialog.getByRole('button', { name: 'Look up again' }));
    await dialog.getByText(/^Not found/).waitFor({ state: 'detached' });
    await press(dialog.getByRole('button', { name: 'Add people' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('3 people are in the team now.').waitFor();
    await isAt(add);
    for (const name of ['Felix Wagner', 'Olivia Bennett', 'Wei Zhang'])
      await page.getByRole('table').getByText(name).waitFor();
    await page.context().close();
  });

  it('a person reads notifications, one and then all', async () => {
    const { page, press, isAt, isInContent } = await signInByKeyboard(portal, '/', 'Grace Nkemelu');
    await press(page.getByRole('link', { name: /^Notifications, \d+ unread$/ }));
    await isAt(page.getByRole('heading', { level: 1, name: 'Notifications' }));
    const ofBollard = page.getByRole('button', { name: /^Mark as read: .*Bollard/ });
    await press(ofBollard);
    await ofBollard.waitFor({ state: 'detached' });
    await isInContent();
    await press(page.getByRole('button', { name: 'Mark all as read' }));
    await page.getByText('You have read everything.').waitFor();
    await isInContent();
    await press(page.getByRole('tab', { name: 'Unread' }), 'ArrowRight');
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: /Bollard.* is ready/ });
    await press(link);
    await isAt(page.getByRole('heading', { level: 1, name: /Bollard/ }));
    await page.context().close();
  });
});
