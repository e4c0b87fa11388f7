/**
 * Tests the files and plans of a team: in the preview of its request, and on its page, by keyboard and on a phone.
 * @long
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { assertAccessible, DESKTOP_SIZE, openPortal, PHONE_SIZE } from './browser.ts';
import { signInByKeyboard } from './keyboard.ts';
import { applyTemplate, clientOf } from './people.ts';
import { savePicture } from './pictures.ts';
import { assertAccessibleInThemes } from './themes.ts';

const portal = openPortal();

const CONTENTS = {
  channels: [
    {
      folders: [{ path: 'Contracts/Signed' }],
      files: [
        { path: 'Contracts/Checklist.txt', source: 'data:,1.%20Ask' },
        {
          path: 'Read me.md',
          source: `data:text/markdown;base64,${Buffer.from('# Hello').toString('base64')}`,
        },
      ],
      plans: [
        {
          name: 'First steps',
          buckets: [{ name: 'First week', tasks: [{ title: 'Kick off', dueDays: 7, labels: ['Urgent'] }] }],
        },
      ],
      announcements: ['Welcome to <%= request.team.name %>'],
    },
  ],
};

describe('the files and plans of a team', () => {
  it('are previewed, listed and downloaded', async () => {
    const nadia = await applyTemplate(
      portal,
      { id: 'furnished', name: 'Furnished project' },
      {
        newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
        initialization: { structure: {}, contents: CONTENTS },
      },
    );
    const requester = await signInByKeyboard(portal, '/request/furnished', 'Grace Nkemelu');
    const { page } = requester;
    await requester.type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Attic');
    const tree = page.getByRole('list', { name: 'Files and plans' });
    await tree.getByText('Checklist.txt').waitFor();
    assert.deepEqual((await tree.locator('li').allInnerTexts()).at(0)?.split(/\n+/).filter(Boolean), [
      'General',
      'Contracts',
      'Signed',
      'Checklist.txt',
      '6 bytes',
      'Read me.md',
      '7 bytes',
      'First steps',
      '1 task',
      'Welcome to Attic',
    ]);
    await assertAccessibleInThemes(page);
    await savePicture(page, 'contents-preview', { fullPage: true });
    await requester.press(page.getByRole('button', { name: 'Send the request' }));
    await page.getByText('Your team is ready.').waitFor();
    const [team] = (await nadia.teams.getTeams({ $search: 'Attic' })).value;

    await page.goto(`${portal.service.url}/teams/${team?.id}?section=channels`);
    const files = page.getByRole('button', { name: 'Files of General' });
    await files.press('Enter');
    await page.getByRole('button', { name: 'Open the folder Contracts' }).press('Enter');
    await page.getByRole('button', { name: 'Open the folder Signed' }).waitFor();
    await savePicture(page, 'contents-files');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Checklist.txt' }).press('Enter');
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'Checklist.txt');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    assert.equal(Buffer.concat(chunks).toString(), '1. Ask');
    await page.getByRole('button', { name: 'Up one folder' }).press('Enter');
    await page.getByRole('button', { name: 'Download Read me.md' }).waitFor();
    await assertAccessibleInThemes(page);
    await page.setViewportSize(PHONE_SIZE);
    await page.getByRole('button', { name: 'Plans of General' }).press('Enter');
    await page.getByRole('list', { name: 'Plans of General' }).getByText('Kick off').waitFor();
    await assertAccessible(page);
    await savePicture(page, 'contents-plans-phone', { fullPage: true });
    await page.context().close();
  });

  it('are uploaded as a folder of 60 files at the default limits, also after lost calls', async () => {
    const id = 'papers';
    await applyTemplate(
      portal,
      { id, name: 'Papers' },
      {
        initialization: {
          structure: { channels: [{ displayName: 'Archive' }] },
          contents: { channels: [{ channel: 'General', folders: [{ path: 'Empty' }] }] },
        },
      },
    );
    const folder = join(mkdtempSync(join(tmpdir(), 'charter-folder-')), 'Papers');
    mkdirSync(join(folder, 'Signed'), { recursive: true });
    writeFileSync(join(folder, '.hidden'), 'Of the system');
    for (let number = 1; number <= 60; number += 1)
      writeFileSync(join(folder, number > 30 ? 'Signed' : '', `Paper ${number}.txt`), `Paper ${number}`);
    const { page, press } = await signInByKeyboard(portal, `/templates/${id}`, 'Nadia Okafor');
    let calls = 0;
    await page.route('**/blobs/**', async (route) => {
      calls += 1;
      const busy = {
        status: 429,
        headers: { 'retry-after': '1' },
        json: { error: { code: 'TooManyRequests' } },
      };
      if (calls === 20) return route.fulfill(busy);
      return calls === 40 ? route.abort() : route.continue();
    });
    await press(page.getByRole('button', { name: 'Add contents to a channel' }));
    await page.getByRole('group', { name: 'Contents of Archive' }).waitFor();
    await page.locator('input[webkitdirectory]').last().setInputFiles(folder);
    await page.getByText('The service is not reachable').waitFor();
    await page.getByText('38 of 60 files uploaded').waitFor();
    const paths = page.getByRole('textbox', { name: 'Path of the file' });
    assert.equal(await paths.count(), 38);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await paths.nth(59).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    const found = await paths.evaluateAll((fields) =>
      fields.map((field) => (field as HTMLInputElement).value),
    );
    assert.deepEqual(
      found.toSorted(),
      Array.from({ length: 60 }, (_, index) =>
        ['Papers', ...(index + 1 > 30 ? ['Signed'] : []), `Paper ${index + 1}.txt`].join('/'),
      ).toSorted(),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/Saved as version/).waitFor();
    await page.context().close();
    rmSync(dirname(folder), { recursive: true });
  });

  it('are uploaded except files that are too large, which an error names', async () => {
    const id = 'large-papers';
    await applyTemplate(portal, { id, name: 'Large papers' });
    const page = await portal.signIn(`/templates/${id}`, 'Nadia Okafor');
    await page.getByRole('button', { name: 'Add contents to a channel' }).click();
    const files = ['Small.txt', 'Large.txt', 'Last.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.alloc(name === 'Large.txt' ? 26 * 1024 * 1024 : 10, name),
    }));
    await page.getByLabel('Upload files to General').first().setInputFiles(files);
    await page.getByRole('alert').getByText('Large.txt: The file is larger than').waitFor();
    const paths = page.getByRole('textbox', { name: 'Path of the file' });
    assert.deepEqual(
      await paths.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
      ['Small.txt', 'Last.txt'],
    );
    await page.context().close();
  });

  it('are uploaded in the template editor', async () => {
    const id = 'uploaded';
    const nadia = await applyTemplate(portal, { id, name: 'Uploaded project' });
    const { page, press } = await signInByKeyboard(portal, `/templates/${id}`, 'Nadia Okafor');
    const [asked, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/blobs/**', async (route) => {
      asked.resolve();
      await resumed.promise;
      await route.continue();
    });
    await press(page.getByRole('button', { name: 'Add contents to a channel' }));
    await page.getByRole('group', { name: 'Contents of General' }).waitFor();
    await page
      .locator('input[type=file][multiple]')
      .last()
      .setInputFiles(
        [
          ['Guide.txt', 'Read this.'],
          ['Rules.txt', 'Follow these.'],
        ].map(([name = '', words = '']) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })),
      );
    await asked.promise;
    await page.getByRole('textbox', { name: 'Description' }).first().fill('Edited during the upload');
    resumed.resolve();
    const paths = page.getByRole('textbox', { name: 'Path of the file' });
    await paths.nth(1).waitFor();
    assert.equal(await paths.nth(1).inputValue(), 'Rules.txt');
    const path = paths.first();
    assert.equal(await path.inputValue(), 'Guide.txt');
    await path.fill('Start/Guide.txt');
    const tree = page.getByRole('list', { name: 'Files and plans' });
    await tree.getByText('Start', { exact: true }).waitFor();
    await press(page.getByRole('button', { name: 'Add a folder' }));
    await page.getByRole('textbox', { name: 'Path of the folder' }).waitFor();
    await assertAccessibleInThemes(page);
    await savePicture(page, 'contents-editor', { fullPage: true });
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText(/Saved as version/).waitFor();
    const { text } = await nadia.catalog.exportCatalogTemplate(id);
    const sha256 = /blob:([0-9a-f]{64})/.exec(text)?.[1] ?? '';
    assert.match(text, /Start\/Guide\.txt/);
    assert.match(text, /Edited during the upload/);
    assert.equal(await new Response(await nadia.catalog.getCatalogBlob(sha256)).text(), 'Read this.');
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await page.context().close();
  });

  it('are written in the template editor: a plan, an announcement, and tabs that show them', async () => {
    const id = 'planned';
    const nadia = await applyTemplate(
      portal,
      { id, name: 'Planned project' },
      {
        newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
        initialization: {
          structure: { channels: [{ displayName: 'General' }] },
          contents: {
            channels: [{ channel: 'general', files: [{ path: 'Start/Guide.txt', source: 'data:,Hi' }] }],
          },
        },
      },
    );
    const { page, press, type, select, isAt } = await signInByKeyboard(
      portal,
      `/templates/${id}`,
      'Nadia Okafor',
    );
    const group = page.getByRole('group', { name: 'Contents of general' });
    const button = (name: string) => group.getByRole('button', { name, exact: true });
    const field = (name: string) => group.getByRole('textbox', { name, exact: true });
    await press(button('Add a plan'));
    await isAt(field('Name of the plan'));
    await type(field('Name of the plan'), 'First steps');
    await press(button('Add a bucket'));
    await isAt(field('Name of the bucket'));
    await type(field('Name of the bucket'), 'First week');
    await press(button('Add a task'));
    await isAt(field('What is to be done'));
    await type(field('What is to be done'), 'Kick off');
    await type(field('Due after (days)'), '7');
    await select(group.getByRole('combobox', { name: 'Assigned to' }), 'The owners');
    await type(field('Labels'), 'Urgent, Start');
    await type(field('Notes'), 'Invite everybody');
    await type(field('Checklist'), 'Agenda\nRoom');
    await press(button('Add an announcement'));
    await type(field('Announcement 1'), 'Welcome to <%= request.team.name %>');
    const tree = page.getByRole('list', { name: 'Files and plans' });
    await tree.getByText('First steps').waitFor();
    await tree.getByText('1 task').waitFor();
    await tree.getByText('Welcome to').waitFor();
    await assertAccessibleInThemes(page);
    await savePicture(group, 'contents-editor-plan');

    const addTab = page.getByRole('button', { name: 'Add a tab' });
    for (const [number, name, shown] of [
      [1, 'Steps', 'First steps'],
      [2, 'Guide', 'Start/Guide.txt'],
    ] as const) {
      await press(addTab);
      const tab = page.getByRole('group', { name: `Tab ${number}` });
      await type(tab.getByRole('textbox', { name: 'Tab name' }), name);
      await tab.getByRole('combobox', { name: 'App of the tab' }).selectOption('Channel contents');
      await tab.getByRole('combobox', { name: 'Shows' }).selectOption(shown);
    }
    await assertAccessible(page);
    await savePicture(page.getByRole('group', { name: 'Tab 1' }), 'contents-editor-tab');
    await page.setViewportSize(PHONE_SIZE);
    await assertAccessible(page);
    await savePicture(group, 'contents-editor-plan-phone');
    await page.setViewportSize(DESKTOP_SIZE);
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText(/Saved as version/).waitFor();
    const { text } = await nadia.catalog.exportCatalogTemplate(id);
    const { initialization } = parse(text);
    const [channel] = initialization.contents.channels;
    assert.deepEqual(channel.plans, [
      {
        name: 'First steps',
        buckets: [
          {
            name: 'First week',
            tasks: [
              {
                title: 'Kick off',
                dueDays: 7,
                assignee: 'owners',
                labels: ['Urgent', 'Start'],
                notes: 'Invite everybody',
                checklist: ['Agenda', 'Room'],
              },
            ],
          },
        ],
      },
    ]);
    assert.deepEqual(channel.announcements, ['Welcome to <%= request.team.name %>']);
    assert.deepEqual(initialization.structure.channels[0].tabs, [
      { displayName: 'Steps', contents: { plan: 'First steps' } },
      { displayName: 'Guide', contents: { file: 'Start/Guide.txt' } },
    ]);
    await page.context().close();
  });

  it('are exported with their template, and imported completely in another organisation', async () => {
    const nadia = await clientOf(portal, 'nadia.okafor');
    const large = Buffer.alloc(300_000, 'Guide of the harbour. ');
    const sha256 = createHash('sha256').update(large).digest('hex');
    await nadia.catalog.putCatalogBlob(sha256, new Blob([large]));
    const id = 'travelling';
    const [contents] = CONTENTS.channels;
    const blob = `blob:${sha256}`;
    await applyTemplate(
      portal,
      { id, name: 'Travelling kit' },
      {
        newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
        initialization: {
          structure: {},
          contents: {
            channels: [
              {
                ...contents,
                files: [
                  ...(contents?.files ?? []),
                  { path: 'Guides/Large guide.txt', source: blob },
                  { path: 'For <%= request.team.name %>.txt', source: blob },
                ],
              },
            ],
          },
        },
      },
    );
    const treeIn = async (page: Page): Promise<string[]> => {
      await page.goto(`${portal.service.url}/request/${id}`);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Quay');
      const tree = page.getByRole('list', { name: 'Files and plans' });
      await tree.getByText('For Quay.txt').waitFor();
      return ((await tree.locator('li').allInnerTexts()).at(0) ?? '').split(/\n+/).filter(Boolean);
    };

    const page = await portal.signIn('/templates', 'Nadia Okafor');
    await page.getByRole('button', { name: 'Actions for Travelling kit' }).press('Enter');
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).press('Enter');
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'travelling.zip');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const buffer = Buffer.concat(chunks);
    const entries = unzipSync(buffer);
    assert.deepEqual(Object.keys(entries).toSorted(), [
      'files/General/For - request.team.name -.txt',
      'files/General/Guides/Large guide.txt',
      'travelling.json',
    ]);
    assert.ok(large.equals(entries['files/General/Guides/Large guide.txt'] as Uint8Array));
    const shown = await treeIn(page);
    assert.ok(shown.includes('Large guide.txt'), shown.join());
    await page.context().close();

    const other = await portal.signIn('/templates', 'Maya Cohen');
    const input = other.getByLabel('From a file');
    const zip = (name: string, bytes: Buffer) => ({ name, mimeType: 'application/zip', buffer: bytes });
    const { 'files/General/Guides/Large guide.txt': _, ...incomplete } = entries;
    await input.setInputFiles(zip('incomplete.zip', Buffer.from(zipSync(incomplete))));
    await other.getByText('not beside the manifest: files/General/Guides/Large guide.txt').waitFor();
    await other.getByRole('region', { name: 'Preview' }).waitFor();
    const folder = mkdtempSync(join(tmpdir(), 'charter-contents-'));
    for (const [path, content] of Object.entries(entries)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const problem = other.getByText('was not sent').first();
    await problem.waitFor();
    await other.goto(`${portal.service.url}/templates`);
    await other.getByLabel('From a folder').setInputFiles(folder);
    await other.getByRole('region', { name: 'Preview' }).waitFor();
    await other.getByText(blob).first().waitFor();
    assert.equal(await problem.count(), 0);
    rmSync(folder, { recursive: true });
    await other.goto(`${portal.service.url}/templates`);
    await input.setInputFiles(zip('travelling.zip', buffer));
    await other.getByRole('region', { name: 'Preview' }).waitFor();
    await assertAccessible(other);
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText(/Saved as version/).waitFor();
    assert.deepEqual(await treeIn(other), shown);
    await other.context().close();
  });
});
