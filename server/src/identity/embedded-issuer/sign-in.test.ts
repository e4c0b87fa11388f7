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

  it('escapes names of people and tenants', async () => {
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

  it('forbids scripts, frames and content of other origins', async () => {
    const { page } = await openPage();
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.doesNotMatch(page.text, /style="|\son\w+="/);
  });

  it('shows names, titles and roles as buttons, without disabled people', async () => {
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

  for (const [language, texts] of Object.entries({
    de: ['Anmelden: Charter-Portal', 'Nur für die Entwicklung.', 'Globaler Administrator'],
    fr: ['Connexion\u00a0: Portail Charter', 'Pour le développement uniquement.', 'Administrateur général'],
  })) {
    it(`has texts in the preferred language ${language} of the browser, also on the error page`, async () => {
      const headers = { 'accept-language': `${language}-CH,${language};q=0.9,en;q=0.8` };
      const { browser, page } = await openPage();
      const shown = await browser.request(page.url, { headers });
      assert.ok(shown.text.includes(`<html lang="${language}">`));
      for (const text of texts) assert.ok(shown.text.includes(text), text);
      const lost = await new Browser().request(page.url, { headers });
      assert.equal(lost.status, 400);
      assert.match(lost.text, language === 'de' ? /Melden Sie sich erneut an/ : /Connectez-vous à nouveau/);
      const none = await browser.request(`${page.url}?search=nobody`, { headers });
      assert.match(none.text, language === 'de' ? /Niemand gefunden/ : /Personne ne correspond/);
    });
  }

  it('serves its stylesheet', async () => {
    const { page } = await openPage();
    const [, address] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
    const css = await fetch(new URL(address ?? '', page.url));
    assert.deepEqual([css.status, css.headers.get('content-type')], [200, 'text/css; charset=utf-8']);
  });

  it('finds people by a search, keeps the searched text, and says when nobody matches', async () => {
    const { browser, page } = await openPage();
    const found = await browser.request(`${page.url}?search=bob`);
    assert.match(found.text, /Bob Fabrikam/);
    assert.doesNotMatch(found.text, /Ada Lovelace/);
    assert.match(found.text, /<label for="search">/);
    const none = await browser.request(`${page.url}?search=${encodeURIComponent('"><i>nobody')}`);
    assert.match(none.text, /Nobody matches/);
    assert.ok(none.text.includes('value="&quot;&gt;&lt;i&gt;nobody"'));
  });

  it("offers only the person of the client's login hint", async () => {
    const { page } = await openPage({ login_hint: 'ada@fabrikam.example' });
    assert.match(page.text, /Ada Fabrikam/);
    assert.doesNotMatch(page.text, /Ada Lovelace/);
  });

  it('shows a search field and some of the people when there are many', async () => {
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
      // People with roles come first, whatever their names.
      assert.ok(page.text.indexOf('contoso/ada') < page.text.indexOf('contoso/p0'));
    } finally {
      directory.people.contoso = few;
    }
  });

  for (const [what, who] of [
    ['a form without a person', ''],
    ['an unknown person', 'contoso/nobody'],
    ['a person whose account is disabled', 'contoso/off'],
    ['a person identified by a name instead of the id', 'contoso/ada%40contoso.example'],
    ['a person of an unknown tenant', 'northwind/ada'],
    ['a malformed id', '%E0%A4%A/x'],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const { browser, page } = await openPage();
      const answer = await browser.submit(page.url, node.within, { person: who });
      assert.equal(answer.status, 400);
      assert.match(answer.text, /Nobody was chosen/);
    });
  }

  it('rejects a form from another site', async () => {
    const { browser, page } = await openPage();
    const body = new URLSearchParams({ person: 'contoso/ada' });
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await browser.request(page.url, { method: 'POST', body, headers });
      assert.equal(answer.status, 403);
    }
  });

  it('rejects a form from a browser that did not open the page, and an oversized form', async () => {
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
