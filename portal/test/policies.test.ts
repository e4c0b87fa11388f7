/**
 * Tests policies in a real browser, from the form to the verdict in the preview of a request.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, choose, openPage, openPortal, PHONE_SIZE } from './browser.ts';
import { clientOf } from './people.ts';
import { savePicture } from './pictures.ts';

const portal = openPortal();

/** Creates a team from the template for projects, and returns its name. */
async function makeTeam(name: string): Promise<string> {
  const grace = await clientOf(portal, 'grace.nkemelu');
  const { id } = await grace.teams.createTeamProvisioningJob({
    template: { id: 'example.meridian.project' },
    team: { name, membership: { owners: [{ id: 'felix.wagner@meridian.example' }], members: [] } },
  });
  const job = await grace.jobs.waitForJob(id);
  assert.equal(job.status, 'completed', job.data.error?.message);
  return job.team.displayName ?? name;
}

describe('a policy', () => {
  it('is created, applied to a name and to the preview of a request, changed and deleted', async () => {
    const secret = await makeTeam('Lighthouse of spring');
    const page = await portal.signIn('/policies', 'Nadia Okafor');
    await page.getByRole('table', { name: 'Policies' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'New policy' }).press('Enter');
    await page.getByLabel('What the policy does').selectOption('lifecycle');
    assert.equal(await page.getByLabel('Action for a team that nobody renews').inputValue(), 'Archive');
    await page.getByLabel('What the policy does').selectOption('naming');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Secret plans');
    await page
      .getByRole('textbox', { name: 'Blocked words and phrases' })
      .fill('layoffs\ntop secret\nlighthouse');
    await page.getByRole('spinbutton', { name: 'Most characters' }).fill('999');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByText('Must be a whole number from 1 to 264.').first().waitFor();
    await page.getByRole('spinbutton', { name: 'Most characters' }).fill('60');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByText('Secret plans reports now, and rejects nothing.').waitFor();
    await page.getByRole('heading', { name: 'Secret plans', level: 1 }).waitFor();
    const [, all] =
      /of (\d+) teams would/.exec(
        (await page.getByText(/would be rejected or changed/).textContent()) ?? '',
      ) ?? [];
    assert.ok(Number(all) > 1, all);
    await page.getByRole('link', { name: secret }).waitFor();
    await page.getByText('"lighthouse", which is blocked').waitFor();
    await savePicture(page, 'policy-report', { fullPage: true });
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Description' }).fill('Kept while the policy is switched');
    await page.getByRole('button', { name: 'Put in force' }).press('Enter');
    const enforce = page.getByRole('dialog');
    await enforce.getByText('1 existing team breaks it now.').waitFor();
    await enforce.getByRole('button', { name: 'Put in force' }).press('Enter');
    await page.getByText('Secret plans is in force.').waitFor();
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The policy is saved.').waitFor();

    await page.getByRole('link', { name: 'Policies' }).first().press('Enter');
    await page.getByRole('textbox', { name: 'Name of a new team' }).fill('Top-Secret ideas');
    await page.getByRole('button', { name: 'Check' }).press('Enter');
    await page
      .getByText(/secret", which is blocked/i)
      .first()
      .waitFor();
    await assertAccessible(page);

    const requester = await portal.signIn('/request/example.meridian.project', 'Grace Nkemelu', {
      viewport: PHONE_SIZE,
    });
    await requester.getByRole('textbox', { name: 'Name', exact: true }).fill('Layoffs');
    await requester
      .getByText(/"layoffs", which is blocked/i)
      .first()
      .waitFor();
    await requester.context().close();

    await page.getByRole('link', { name: 'Secret plans' }).press('Enter');
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('Mine');
    const admin = await clientOf(portal, 'nadia.okafor');
    const id = page.url().split('/').at(-1) ?? '';
    await admin.policies.updatePolicy(id, { description: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    await assertAccessible(page);
    assert.equal(await description.inputValue(), 'Mine');
    await page.getByRole('button', { name: 'Discard mine and load it' }).press('Enter');
    await page.getByText('Somebody else changed this meanwhile').waitFor({ state: 'detached' });
    assert.equal(await description.inputValue(), 'Theirs');
    await admin.policies.updatePolicy(id, { description: 'Theirs again' });
    await description.fill('Mine again');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const overwrite = page.getByRole('button', { name: 'Save mine over it' });
    await overwrite.waitFor();
    const overwritten = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await overwrite.press('Enter');
    assert.equal((await overwritten).status(), 200);
    assert.equal((await admin.policies.getPolicy(id)).description, 'Mine again');
    await page.getByRole('textbox', { name: 'Blocked words and phrases' }).fill('');
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    assert.equal((await saved).status(), 200);
    await page.reload();
    assert.equal(await page.getByRole('textbox', { name: 'Blocked words and phrases' }).inputValue(), '');
    assert.equal(await page.getByRole('spinbutton', { name: 'Most characters' }).inputValue(), '60');
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    assert.equal(await remove.isDisabled(), true);
    await page.getByLabel('To confirm, type').fill('Secret plans');
    await assertAccessible(page);
    await remove.press('Enter');
    await page.getByText('Secret plans is deleted.').waitFor();
    await page.context().close();
  });

  it('gets a scope of teams with particular answers by keyboard, and shows the scope in three languages on a phone', async () => {
    const page = await portal.signIn('/policies/new', 'Nadia Okafor', { viewport: PHONE_SIZE });
    await page.getByLabel('What the policy does').selectOption('privacy');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Confidential partners');
    const answers = page.getByRole('group', { name: 'Only teams with these answers' });
    const add = async (question: string) => {
      await answers.getByLabel('Question', { exact: true }).selectOption({ label: question });
      await answers.getByRole('button', { name: 'Add the question' }).press('Enter');
    };
    await add('Will you exchange confidential papers?');
    const confidential = answers.getByRole('group', { name: 'Will you exchange confidential papers?' });
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await answers
      .getByRole('alert')
      .or(confidential)
      .getByText(/item|value/i)
      .first()
      .waitFor();
    await confidential.getByRole('checkbox', { name: 'Yes' }).press('Space');
    await add('Purpose');
    await answers.getByRole('checkbox', { name: 'Tender' }).press('Space');
    await answers.getByRole('checkbox', { name: 'Research' }).press('Space');
    await add('Days that were sold');
    await answers.getByRole('textbox', { name: 'Days that were sold' }).fill('many');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await answers.getByText('Must be a number.').waitFor();
    await answers.getByRole('button', { name: 'Remove Days that were sold' }).press('Enter');
    assert.equal(
      await answers
        .getByLabel('Question', { exact: true })
        .evaluate((select) => select === document.activeElement),
      true,
      'the focus stays in the form',
    );
    await add('Technical lead');
    await choose(page, 'Technical lead', 'Claire Dumont');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByText('Confidential partners reports now, and rejects nothing.').waitFor();
    const admin = await clientOf(portal, 'nadia.okafor');
    const id = page.url().split('/').at(-1) ?? '';
    const [claire] = (await admin.users.getUsers({ $search: 'Claire Dumont' })).value;
    const scope = {
      type: 'tenant',
      answers: { confidential: ['true'], purpose: ['Tender', 'Research'], lead: [claire?.id] },
    };
    assert.deepEqual((await admin.policies.getPolicy(id)).scope, scope);
    await page.reload();
    await page.getByText('Claire Dumont').first().waitFor();
    await page.getByRole('textbox', { name: 'Description' }).fill('Saved with its answers');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The policy is saved.').waitFor();
    assert.deepEqual((await admin.policies.getPolicy(id)).scope, scope);
    await page.goto(new URL('/policies', page.url()).href);
    await page.getByText('All teams with particular answers').waitFor();
    const storageState = await page.context().storageState();
    await page.context().close();
    for (const [locale, legend] of [
      ['de-DE', 'Nur Teams mit diesen Antworten'],
      ['fr-FR', 'Seulement les équipes ayant ces réponses'],
    ] as const) {
      const translated = await openPage(portal.browser, { locale, storageState, viewport: PHONE_SIZE });
      await translated.goto(`${portal.service.url}/policies/${id}`);
      await translated.getByRole('group', { name: legend }).waitFor();
      await assertAccessible(translated);
      await translated.context().close();
    }
    await admin.policies.deletePolicy(id);
  });

  it('gets permanent members, and is attached to a team and detached, on a phone', async () => {
    const page = await portal.signIn('/policies/new', 'Nadia Okafor', { viewport: PHONE_SIZE });
    await page.getByLabel('What the policy does').selectOption('permanentMembership');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Works council');
    await page.reload();
    await page.getByText('Members', { exact: true }).first().waitFor();
    assert.equal(
      await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
      'Works council',
    );
    await choose(page, 'Members', 'Claire Dumont');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Works council reports now, and rejects nothing.').waitFor();
    await page.getByText('The policy is attached to no team.').waitFor();
    await page.reload();
    await page.getByText('Claire Dumont').first().waitFor();
    const team = await makeTeam('Works council of Lyon');
    await choose(page, 'Attach to teams', team);
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByText('1 team is attached.').waitFor();
    await page.getByRole('link', { name: team }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: `Detach ${team}` }).click();
    await page.getByText(`${team} is detached.`).waitFor();
    await page.getByText('The policy is attached to no team.').waitFor();
    await page.context().close();
  });
});
