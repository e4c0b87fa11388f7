import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Browser } from '../../../test/browser.ts';
import { type IdentityDatabase, openIdentityDatabase } from '../../../test/identity-stores.ts';
import {
  fillSample,
  type IssuerNode,
  openSignInPage,
  sampleDirectory,
  startNode,
} from '../../../test/issuer-node.ts';
import { sampleUser } from '../../../test/planning-input.ts';

describe('the sign-in page', () => {
  const directory = sampleDirectory();
  let database: IdentityDatabase;
  let node: IssuerNode;

  before(async () => {
    database = await openIdentityDatabase();
    await fillSample(database.stores);
    node = await startNode({ stores: database.stores, directory });
  });
  after(async () => {
    await node.app.close();
    await database.drop();
  });

  const openPage = (parameters: Record<string, string> = {}) => openSignInPage(node, parameters);

  it('should escape everything that people and tenants are called', async () => {
    const { page } = await openPage();
    assert.ok(!page.text.includes('<script'), page.text);
    assert.ok(!page.text.includes('<img'));
    assert.ok(!page.text.includes('<b>'));
    assert.ok(
      page.text.includes(
        'Eve &quot;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot; &amp;amp; O&#39;Brien',
      ),
    );
    assert.ok(page.text.includes('Fabrikam &lt;b&gt;Ltd&lt;/b&gt;'));
  });

  it('should allow no script, no frame and nothing from elsewhere', async () => {
    const { page } = await openPage();
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.doesNotMatch(page.text, /style="|\son\w+="/);
  });

  it('should show names, titles and roles as buttons, and nobody who is switched off', async () => {
    const { page } = await openPage();
    const [, first] = /<button type="submit" name="person" value="([^"]+)"/.exec(page.text) ?? [];
    assert.equal(first, 'contoso/ada');
    assert.match(page.text, /Mathematician/);
    assert.match(page.text, /Global administrator/);
    assert.match(page.text, /For development only\./);
    assert.match(page.text, /<html lang="en">/);
    assert.match(page.text, /name="viewport"/);
    assert.doesNotMatch(page.text, /Olga Off/);
  });

  it('should have its stylesheet', async () => {
    const { page } = await openPage();
    const [, address] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
    const css = await fetch(new URL(address ?? '', page.url));
    assert.deepEqual([css.status, css.headers.get('content-type')], [200, 'text/css; charset=utf-8']);
  });

  it('should find people by typing, keep what was typed, and say when nobody matches', async () => {
    const { browser, page } = await openPage();
    const found = await browser.request(`${page.url}?search=bob`);
    assert.match(found.text, /Bob Fabrikam/);
    assert.doesNotMatch(found.text, /Ada Lovelace/);
    assert.match(found.text, /<label for="search">/);
    const none = await browser.request(`${page.url}?search=${encodeURIComponent('"><i>nobody')}`);
    assert.match(none.text, /Nobody matches/);
    assert.ok(none.text.includes('value="&quot;&gt;&lt;i&gt;nobody"'));
  });

  it('should begin with the person the client hinted at', async () => {
    const { page } = await openPage({ login_hint: 'ada@fabrikam.example' });
    assert.match(page.text, /Ada Fabrikam/);
    assert.doesNotMatch(page.text, /Ada Lovelace/);
  });

  it('should offer a search and a part of the people when there are many', async () => {
    const few = directory.people.contoso ?? [];
    const crowd = Array.from({ length: 60 }, (_, index) =>
      sampleUser(`p${index}`, { displayName: `Person ${String(index).padStart(2, '0')}` }),
    );
    directory.people.contoso = [...few.filter(({ accountEnabled }) => accountEnabled), ...crowd];
    try {
      const { page } = await openPage();
      assert.equal(page.text.match(/value="contoso\//g)?.length, 50);
      assert.match(page.text, /There are more people/);
      assert.match(page.text, /role="search"/);
      // Who has roles comes first, however late in the alphabet.
      assert.ok(page.text.indexOf('contoso/ada') < page.text.indexOf('contoso/p0'));
    } finally {
      directory.people.contoso = few;
    }
  });

  for (const [what, who] of [
    ['nobody', ''],
    ['somebody unknown', 'contoso/nobody'],
    ['somebody switched off', 'contoso/off'],
    ['a person under another name than the id', 'contoso/ada%40contoso.example'],
    ['a person of an unknown tenant', 'northwind/ada'],
    ['what is no person at all', '%E0%A4%A/x'],
  ] as const) {
    it(`should refuse ${what}`, async () => {
      const { browser, page } = await openPage();
      const answer = await browser.submit(page.url, node.within, { person: who });
      assert.equal(answer.status, 400);
      assert.match(answer.text, /Nobody was chosen/);
    });
  }

  it('should refuse a form from another site', async () => {
    const { browser, page } = await openPage();
    const body = new URLSearchParams({ person: 'contoso/ada' });
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await browser.request(page.url, { method: 'POST', body, headers });
      assert.equal(answer.status, 403);
    }
  });

  it('should refuse a choice in a browser that did not begin the sign-in, and a form that is too large', async () => {
    const { browser, page } = await openPage();
    const stranger = await new Browser().submit(page.url, node.within, { person: 'contoso/ada' });
    assert.deepEqual([stranger.status, /Sign in again/.test(stranger.text)], [400, true]);
    const other = await openPage();
    const mixed = await browser.submit(other.page.url, node.within, { person: 'contoso/ada' });
    assert.equal(mixed.status, 400);
    const cookies = ['charter_sign_in', 'charter_sign_in.sig']
      .map((name) => `${name}=${browser.cookie(name)}`)
      .join('; ');
    assert.equal((await new Browser().request(page.url, { headers: { cookie: cookies } })).status, 200);
    const moved = await new Browser().request(other.page.url, { headers: { cookie: cookies } });
    assert.equal(moved.status, 400);
    const large = await browser.submit(page.url, node.within, { person: 'x'.repeat(10_000) });
    assert.equal(large.status, 400);
    const put = await browser.request(page.url, { method: 'PUT' });
    assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, POST']);
  });
});
