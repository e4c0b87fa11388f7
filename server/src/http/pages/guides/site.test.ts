/** The documentation site of this repository: its pages, links, order and search. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { before, describe, it } from 'node:test';
import { root } from '../../../../../runtime/root.mjs';
import { escapeHtml } from '../../../kernel/html.ts';
import { readCatalogue } from './catalogue.ts';
import { renderDocument } from './markdown.ts';
import { openSite, type Site } from './site.ts';

/** Each section of the pages in the search: address, title of the page, heading, text. */
type Entry = [address: string, title: string, heading: string, text: string];

describe('the documentation site', () => {
  let site: Site;
  let addresses: Set<string>;
  const read = async (address: string): Promise<string> => String((await site.read(address))?.body);
  before(async () => {
    site = openSite();
    addresses = new Set(await site.addresses());
  });

  it('lists every document of docs/ in its order, or below a listed page', () => {
    const { sections } = readCatalogue(root);
    const ordered = new Set(sections.flatMap(({ guides }) => guides).map(({ source }) => source));
    const documents = globSync('docs/*.md', { cwd: root }).filter((path) => path !== 'docs/index.md');
    assert.deepEqual(
      documents.filter((path) => !ordered.has(path)),
      [],
    );
    assert.deepEqual(
      sections.map(({ title }) => title),
      ['Evaluate', 'Install', 'Connect', 'Operate', 'Integrate', 'Extend'],
    );
  });

  it('has no link, picture or file without a target, and no link out of the site', async () => {
    for (const address of addresses) {
      const file = await site.read(address);
      assert.ok(file, address);
      if (!address.endsWith('.html')) continue;
      for (const [, link = ''] of (await read(address)).matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)) {
        if (/^https?:/.test(link)) continue;
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? address : posix.join(posix.dirname(address), path);
        assert.ok(addresses.has(target), `${address}: ${link}`);
        if (anchor) assert.ok((await read(target)).includes(` id="${anchor}"`), `${address}: ${link}`);
      }
    }
  });

  it('has no inline script or style, because its content security policy forbids them', async () => {
    for (const address of addresses)
      if (address.endsWith('.html'))
        assert.doesNotMatch(await read(address), /<script(?![^>]*src=)|<style|\sstyle="|\son\w+="/, address);
  });

  it('marks the current page, and links each page to the next', async () => {
    assert.match(await read('operations.html'), /<a href="operations\.html" aria-current="page">/);
    const seen = new Set<string>();
    for (let address: string | undefined = 'readme.html'; address !== undefined; ) {
      assert.ok(!seen.has(address), `${address} comes twice`);
      seen.add(address);
      const [, next]: string[] = /Next: <a href="([^"]+)"/.exec(await read(address)) ?? [];
      address = next && posix.join(posix.dirname(address), next);
    }
    assert.ok(seen.size > 20, `${seen.size} pages`);
  });

  it('has its sections in the search index, without markup', async () => {
    const [, json = ''] = /^globalThis\.guides = (.*);\n$/.exec(await read('search-index.js')) ?? [];
    const entries = JSON.parse(json) as Entry[];
    for (const [address] of entries) assert.ok(addresses.has(address.split('#')[0] as string), address);
    const verify = entries.find(([address]) => address === 'audit.html#export-and-verify');
    assert.deepEqual(verify?.slice(1, 3), ['Audit', 'Export and verify']);
    assert.match(verify?.[3] ?? '', /needs no service and no network/);
    for (const [address, , , text] of entries) assert.doesNotMatch(text, /^```|\]\(/, address);
  });

  it('lists every operation of the API once, with its method, path and summary', async () => {
    const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string; summary: string }>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId, summary }]) =>
          `<td><code>${method.toUpperCase()} ${path}</code></td><td>${escapeHtml(summary)} (<code>${operationId}</code>)</td>`,
      ),
    );
    const listed = [...(await read('api.html')).matchAll(/<tr>\s*(<td>.*?<\/td>)\s*(<td>.*?<\/td>)/g)];
    assert.deepEqual(listed.map(([, place, what]) => `${place}${what}`).sort(), described.sort());
    assert.ok(described.length >= 25, `${described.length} operations`);
  });

  it('returns no page for an unknown path or a path outside of docs', async () => {
    for (const address of [
      '',
      '../package.json',
      'package.json',
      'nothing.html',
      'images/../../package.json',
    ])
      assert.equal(await site.read(address), undefined, address);
  });
});

describe('a document', () => {
  const html = (text: string, source = 'docs/audit.md') =>
    renderDocument(source, text, readCatalogue(root).bySource).html;

  it('has links to pages, and no link to a file that is not a page', () => {
    assert.match(html('[a](operations.md#health)'), /<a href="operations\.html#health">a<\/a>/);
    assert.match(html('[a](../CHANGELOG.md)'), /<a href="changelog\.html">/);
    assert.match(html('[a](adr)'), /<a href="adr\/index\.html">/);
    assert.match(html('[a](../audit.md)', 'docs/adr/0009-audit-chains.md'), /<a href="\.\.\/audit\.html">/);
    assert.match(html('[a](../server/package.json)'), /<span class="file" title="server\/package\.json">a</);
    assert.match(html('[a](https://example.com/)'), /<a href="https:\/\/example\.com\/" rel="noreferrer">/);
  });

  it('has the same anchors as on GitHub', () => {
    assert.match(html('## 6. Errors & `code`s'), /<h2 id="6-errors--codes">/);
  });

  it('escapes code and text', () => {
    assert.match(
      html('```sh\necho "<a>" && b\n```'),
      /<code>echo &quot;&lt;a&gt;&quot; &amp;&amp; b\n<\/code>/,
    );
    assert.match(html('a < b & c'), /a &lt; b &amp; c/);
  });
});
