/**
 * The directory of teams, from finding a team to the decision of its owner, in a real browser.
 * @long
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertAccessible, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { clientOf } from './people.ts';
import { keepPicture } from './pictures.ts';

const portal = openPortal();

let causeway: string;

/** Creates a team of Grace's that everybody finds, and a private one. */
async function makeTeams(): Promise<void> {
  const [grace, admin] = [await clientOf(portal, 'grace.nkemelu'), await clientOf(portal, 'nadia.okafor')];
  const make = async (name: string): Promise<string> => {
    const { id } = await grace.teams.createTeamProvisioningJob({
      template: { id: 'example.meridian.project' },
      team: { name, description: 'The way over the tidal flats' },
    });
    const job = await grace.jobs.waitForJob(id);
    assert.equal(job.status, 'completed', job.data.error?.message);
    return job.team.id ?? '';
  };
  causeway = await make('Causeway');
  await admin.teams.updateTeam(causeway, { visibility: 'public' });
  const hidden = await make('Causeway costs');
  await admin.teams.updateTeam(hidden, { visibility: 'private' });
}

describe('the directory of teams', () => {
  before(makeTeams);

  it('leads from the search to a request, which the owner accepts on a phone', async () => {
    const { page, isAt } = await signInByKeyboard(portal, '/', 'Olivia Bennett');
    await page.keyboard.press('Control+k');
    await isAt(page.getByRole('searchbox'));
    await page.keyboard.type('causeway');
    const section = page.getByRole('region', { name: 'Teams that you can ask to join' });
    await section.getByRole('link', { name: 'Causeway' }).waitFor();
    assert.equal(await section.getByRole('link').count(), 1, 'a private team is not found');
    await keepPicture(page, 'directory-search');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Find a team' }).press('Enter');
    await page.getByRole('table', { name: 'Find a team' }).waitFor();
    await page.getByRole('searchbox', { name: 'Words in the name or the answers' }).fill('cause');
    await page.waitForURL(/search=cause/);
    await page.getByText('The way over the tidal flats').waitFor();
    assert.equal(await page.getByText('Causeway costs').count(), 0);
    await assertAccessible(page);
    await keepPicture(page, 'directory', { fullPage: true });
    await page.getByRole('link', { name: 'Causeway' }).press('Enter');
    await page.getByRole('heading', { name: 'Join', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Message to the owners' }).fill('I survey the flats.');
    await assertAccessible(page);
    await keepPicture(page, 'directory-team', { fullPage: true });
    await page.getByRole('button', { name: 'Ask to join' }).press('Enter');
    await page.getByText(/^You have asked to join\./).waitFor();
    await keepPicture(page, 'directory-asked', { fullPage: true });

    const phone = await portal.signIn('/', 'Grace Nkemelu', { viewport: PHONE_SIZE });
    await phone.getByRole('heading', { name: 'Would you add these people?' }).waitFor();
    await phone.getByText('“I survey the flats.”').waitFor();
    await keepPicture(phone, 'join-home-phone', { fullPage: true });
    await phone.goto(`${portal.service.url}/join-requests`);
    const accept = phone.getByRole('button', { name: 'Accept Olivia Bennett in PRJ Causeway' });
    await accept.waitFor();
    await assertAccessible(phone);
    await keepPicture(phone, 'join-requests-phone', { fullPage: true });
    await accept.focus();
    await phone.keyboard.press('Enter');
    await phone.getByText('Olivia Bennett is a member of PRJ Causeway.').waitFor();
    await phone.getByText('Nobody waits for your decision.').waitFor();
    await phone.context().close();

    await page.goto(`${portal.service.url}/join-requests`);
    await page.getByText(/^Accepted ·/).waitFor();
    await assertAccessible(page);
    await keepPicture(page, 'join-requests-mine', { fullPage: true });
    await page.goto(`${portal.service.url}/directory/${causeway}`);
    await page.getByRole('link', { name: 'Open the team' }).waitFor();
    await page.context().close();
  });

  it('shows teams that look like the one in the form', async () => {
    const page = await portal.signIn('/request/example.meridian.project', 'Marcus Oyelaran');
    await page.getByRole('textbox', { name: 'Name' }).fill('Causeways');
    await page.getByText('This team looks like yours').waitFor();
    await page.getByRole('link', { name: 'PRJ Causeway', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Causeway costs' }).count(), 0);
    await assertAccessible(page);
    await keepPicture(page, 'directory-similar', { fullPage: true });
    await page.setViewportSize(PHONE_SIZE);
    await keepPicture(page, 'directory-similar-phone', { fullPage: true });
    await page.getByRole('textbox', { name: 'Name' }).fill('Observatory');
    await page.getByText('This team looks like yours').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('withdraws a request', async () => {
    const marcus = await clientOf(portal, 'marcus.oyelaran');
    await marcus.joinRequests.createJoinRequest(causeway);
    const page = await portal.signIn('/join-requests', 'Marcus Oyelaran');
    await page.getByRole('button', { name: 'Withdraw the request to join PRJ Causeway' }).press('Enter');
    await page.getByText(/^Withdrawn ·/).waitFor();
    await page.context().close();
  });
});
