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

  it('lists every document of docs/ in one of its sections, and the sections in a fixed order', () => {
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

  it('contains the target of every relative link, picture and anchor', async () => {
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
    assert.doesNotMatch(await read('cli/team.html'), /Next: /);
  });

  it('includes its sections in the search index, without markup', async () => {
    const [, json = ''] = /^globalThis\.guides = (.*);\n$/.exec(await read('search-index.js')) ?? [];
    const entries = JSON.parse(json) as Entry[];
    for (const [address] of entries) assert.ok(addresses.has(address.split('#')[0] as string), address);
    const verify = entries.find(([address]) => address === 'audit.html#export-and-verify');
    assert.deepEqual(verify?.slice(1, 3), ['Audit', 'Export and verify']);
    assert.match(verify?.[3] ?? '', /needs no service and no network/);
    for (const [address, , , text] of entries) assert.doesNotMatch(text, /^```|\]\(/, address);
  });

  describe('the API reference', () => {
    type Schema = { description?: string; properties?: Record<string, unknown> };
    const { paths, webhooks, components } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, Operation>>;
      webhooks: Record<string, { post: { summary: string } }>;
      components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> };
    };
    interface Operation {
      operationId: string;
      summary: string;
      tags: [string];
      parameters?: { name: string; description?: string }[];
      requestBody?: { content: Record<string, { schema: { $ref?: string }; example?: unknown }> };
      responses: Record<string, { $ref?: string; content?: Record<string, { example?: unknown }> }>;
    }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        address: `${method.toUpperCase()} ${path}`,
      })),
    );
    const htmlOf = (markdown: string): string =>
      renderDocument('docs/a.md', markdown, new Map()).html.replace(/^<p>|<\/p>\s*$/g, '');

    /** Returns the HTML between the heading with an anchor and the next heading. */
    const sectionOf = async (address: string, anchor: string): Promise<string> => {
      const [, found] =
        new RegExp(`<h[23] id="${anchor.toLowerCase()}">.*\n([\\s\\S]*?)(?=<h[23] |</main>)`).exec(
          await read(address),
        ) ?? [];
      assert.ok(found, `${address}#${anchor}`);
      return found;
    };

    it('lists every operation once, with its address, summary and a link to its section', async () => {
      const listed = [
        ...(await read('api.html')).matchAll(/<tr>(<td>.*?<\/td>)(<td>.*?<\/td>)(<td>.*?<\/td>)/g),
      ];
      assert.deepEqual(
        listed.map(([, ...cells]) => cells.join('')).sort(),
        operations
          .map(
            ({ operationId, address, summary, tags: [tag] }) =>
              `<td><a href="api/${tag}.html#${operationId.toLowerCase()}">${operationId}</a></td><td><code>${address}</code></td><td>${escapeHtml(summary)}</td>`,
          )
          .sort(),
      );
      assert.ok(operations.length >= 25, `${operations.length} operations`);
    });

    it('describes the parameters, body, responses and errors of each operation, with its examples', async () => {
      for (const operation of operations) {
        const { operationId, address, summary, parameters = [], requestBody, responses } = operation;
        const html = await sectionOf(`api/${operation.tags[0]}.html`, operationId);
        const hasText = (text: string) => assert.ok(html.includes(text), `${operationId}: ${text}`);
        hasText(`<strong>${escapeHtml(summary)}</strong>: <code>${address}</code>`);
        for (const { name, description = '' } of parameters) {
          hasText(`<td><code>${name}</code></td>`);
          hasText(htmlOf(description));
        }
        for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
          const members = components.schemas[schema.$ref?.split('/').at(-1) ?? '']?.properties ?? {};
          for (const name of Object.keys(members)) hasText(`<td><code>${escapeHtml(name)}</code></td>`);
          if (typeof example === 'object') hasText(escapeHtml(JSON.stringify(example, null, 2)));
        }
        for (const [status, { $ref, content = {} }] of Object.entries(responses)) {
          hasText($ref === undefined ? `<td>${status}</td>` : `${status} ${$ref.split('/').at(-1)}`);
          const example = content['application/json']?.example;
          if (example !== undefined) hasText(escapeHtml(JSON.stringify(example, null, 2)));
        }
      }
    });

    it('describes each error and event', async () => {
      const errors = await sectionOf('api/objects.html', 'errors');
      for (const [name, { description }] of Object.entries(components.responses))
        assert.ok(errors.includes(`<td>${name}</td><td>${escapeHtml(description)}</td>`), name);
      for (const [code, { post }] of Object.entries(webhooks))
        assert.ok((await sectionOf('api/events.html', code)).includes(htmlOf(post.summary)), code);
    });

    it('is found by the search, without the values of the examples', async () => {
      const [, json = ''] = /^globalThis\.guides = (.*);\n$/.exec(await read('search-index.js')) ?? [];
      const entries = JSON.parse(json) as Entry[];
      for (const { operationId, summary, tags } of operations) {
        const entry = entries.find(
          ([address]) => address === `api/${tags[0]}.html#${operationId.toLowerCase()}`,
        );
        assert.deepEqual(entry?.slice(1, 3), [`API: ${tags[0]}`, operationId]);
        assert.ok(entry?.[3].startsWith(summary), entry?.[3]);
      }
      for (const [address, , , text] of entries)
        if (address.startsWith('api/')) assert.doesNotMatch(text, /019a2c40/, address);
    });

    it('has pages of at most 300 kB, each with unique anchors', async () => {
      for (const address of addresses) {
        if (!address.startsWith('api')) continue;
        const html = await read(address);
        assert.ok(html.length <= 300_000, `${address}: ${html.length}`);
        const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);
        assert.equal(new Set(anchors).size, anchors.length, address);
      }
    });
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
