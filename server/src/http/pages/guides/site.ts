/**
 * The documentation site: the documents in `docs/` as pages with a search, rendered on demand. The service serves it at
 * /guides, and `npm run docs` writes it into a folder. All of its links are relative, so it works below any path and
 * without a server.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { escapeHtml } from '../../../kernel/html.ts';
import { type Guide, INDEX_PAGE, readCatalogue } from './catalogue.ts';
import { type RenderedDocument, renderDocument } from './markdown.ts';

/** The checkout, or the unpacked archive of the server. */
const ROOT = resolve(import.meta.dirname, '../../../../..');
const ASSETS = ['guides.css', 'guides.js'];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export interface SiteFile {
  /** Media type. */
  type: string;
  body: string | Buffer;
}

export interface Site {
  /** Returns the file at an address below the guides, such as `audit.html`; undefined when there is none. */
  read(address: string): Promise<SiteFile | undefined>;
  /** Returns the addresses of all files. */
  addresses(): Promise<string[]>;
}

/** Returns whether the documents are installed. An image may leave them out. */
export const hasGuides = (root: string = ROOT): boolean => existsSync(join(root, INDEX_PAGE));

/** Opens the site of the documents below `root`. */
export function openSite(root: string = ROOT): Site {
  const { sections, bySource } = readCatalogue(root);
  const byAddress = new Map([...bySource.values()].map((guide) => [guide.address, guide]));

  const rendered = new Map<string, RenderedDocument>();
  const render = (source: string): RenderedDocument => {
    const known = rendered.get(source);
    if (known !== undefined) return known;
    const text = bySource.get(source)?.text ?? readFileSync(join(root, source), 'utf8');
    const made = renderDocument(source, text, bySource);
    rendered.set(source, made);
    return made;
  };

  const navigation = (address: string, up: string): string =>
    sections
      .map(
        ({ title, guides }) =>
          `<h2>${escapeHtml(title)}</h2><ul>${guides
            .map((guide) => {
              const current = guide.address === address ? ' aria-current="page"' : '';
              return `<li><a href="${up}${guide.address}"${current}>${escapeHtml(guide.title)}</a></li>`;
            })
            .join('')}</ul>`,
      )
      .join('\n');

  const page = ({ source, address, title }: Guide): string => {
    const { html, parts } = render(source);
    const up = '../'.repeat(address.split('/').length - 1);
    const order = sections.flatMap(({ guides }) => guides);
    const position = order.findIndex((guide) => guide.address === address);
    const next = position < 0 ? undefined : order[position + 1];
    const contents = parts.filter(({ depth, anchor }) => depth === 2 && anchor !== '');
    const list = contents.map(
      ({ anchor, heading }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(heading)}</a></li>`,
    );
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Charter</title>
<link rel="stylesheet" href="${up}guides.css">
<script src="${up}guides.js" defer data-root="${up}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="${up}index.html">Charter guides</a>
<div class="search"><label for="search">Search</label><input id="search" type="search" placeholder="Search (press /)" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list"><ul id="results" role="listbox" aria-label="Results" hidden></ul><p id="status" role="status" class="hidden"></p></div></header>
<details class="menu"><summary>All guides</summary></details>
<div class="columns">
<nav aria-label="Guides">${navigation(address, up)}</nav>
<main id="content" tabindex="-1">
${html}${next === undefined ? '' : `<p class="next">Next: <a href="${up}${next.address}">${escapeHtml(next.title)}</a></p>\n`}</main>
${list.length > 1 ? `<aside aria-label="On this page"><h2>On this page</h2><ul>${list.join('')}</ul></aside>` : ''}
</div>
</body>
</html>
`;
  };

  /** Renders every document. Yields to the event loop after each, so that the node answers other requests meanwhile. */
  const renderAll = async (): Promise<void> => {
    for (const source of bySource.keys()) {
      render(source);
      await setImmediate();
    }
  };

  /** Returns the script that gives the search the texts of all pages: a file opened from a disk can't fetch JSON. */
  const searchIndex = async (): Promise<string> => {
    await renderAll();
    const entries = [...bySource.values()].flatMap(({ source, address, title }) =>
      render(source).parts.map((part) => [
        part.anchor === '' || part.depth === 1 ? address : `${address}#${part.anchor}`,
        title,
        part.depth === 1 ? '' : part.heading,
        part.text.trim(),
      ]),
    );
    return `globalThis.guides = ${JSON.stringify(entries)};\n`;
  };
  let index: Promise<string> | undefined;

  const pictures = async (): Promise<string[]> => {
    await renderAll();
    return [...new Set([...bySource.keys()].flatMap((source) => render(source).pictures))];
  };

  return {
    addresses: async () => [
      ...byAddress.keys(),
      ...ASSETS,
      'search-index.js',
      ...(await pictures()).map((path) => path.replace(/^docs\//, '')),
    ],
    async read(address) {
      const type = TYPES[extname(address)];
      if (type === undefined) return undefined;
      const guide = byAddress.get(address);
      if (guide !== undefined) return { type, body: page(guide) };
      if (address === 'search-index.js') {
        index ??= searchIndex();
        return { type, body: await index };
      }
      if (ASSETS.includes(address)) return { type, body: readFileSync(join(import.meta.dirname, address)) };
      const picture = (await pictures()).find((path) => path.replace(/^docs\//, '') === address);
      return picture === undefined ? undefined : { type, body: readFileSync(join(root, picture)) };
    },
  };
}
