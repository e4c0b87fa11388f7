/**
 * Renders the documents as HTML, with the anchors of GitHub. Replaces paths of files in links with addresses of pages.
 */
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../../kernel/html.ts';
import type { Guide } from './catalogue.ts';

/** A part of a page below a heading. */
export interface Part {
  /** Anchor of the heading; empty for the beginning of the page. */
  anchor: string;
  heading: string;
  /** Level of the heading: 1 for the title of the page. */
  depth: number;
  /** Text without markup. */
  text: string;
}

export interface RenderedDocument {
  html: string;
  parts: Part[];
  /** Paths of pictures in the repository. */
  pictures: string[];
}

/** Returns the anchor of a heading, as GitHub derives it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Removes the markup, which a search must not find. */
const plain = (text: string): string =>
  text
    .replace(/^```.*$|<[^>]*>|^[\s|:-]+$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]|^\s*[#>-]+\s/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Language of the code blocks that show HTTP messages. The search leaves them out. */
const EXAMPLE = 'http';

const isExternal = (link: string): boolean => /^[a-z][a-z+.-]*:/i.test(link);

/**
 * Renders a document.
 * @param source its path in the repository
 * @param text its Markdown
 * @param bySource the pages, by the paths of their documents
 */
export function renderDocument(
  source: string,
  text: string,
  bySource: ReadonlyMap<string, Guide>,
): RenderedDocument {
  const here = bySource.get(source)?.address ?? '';
  const pictures: string[] = [];
  const relativeTo = (address: string): string =>
    posix.relative(posix.dirname(here), address) || posix.basename(address);
  const repositoryPath = (path: string): string => posix.join(posix.dirname(source), path);

  /** Returns the address of a link; undefined for files of the repository that are not pages. */
  const resolve = (link: string): string | undefined => {
    if (isExternal(link)) return link;
    const [path = '', anchor] = link.split('#');
    const suffix = anchor === undefined ? '' : `#${anchor}`;
    if (path === '') return suffix;
    const target = repositoryPath(path).replace(/\/$/, '');
    if (target === 'docs/adr') return relativeTo('adr/index.html');
    const guide = bySource.get(target);
    return guide && relativeTo(guide.address) + suffix;
  };
  const resolvePicture = (path: string): string => {
    if (isExternal(path)) return path;
    const target = repositoryPath(path);
    pictures.push(target);
    return relativeTo(target.replace(/^docs\//, ''));
  };

  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: heading }: Tokens.Heading): string {
        const anchor = escapeHtml(anchorOf(heading));
        const link =
          depth > 1 ? ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>` : '';
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens);
        const address = resolve(href);
        if (address === undefined)
          return `<span class="file" title="${escapeHtml(repositoryPath(href))}">${inner}</span>`;
        return `<a href="${escapeHtml(address)}"${isExternal(address) ? ' rel="noreferrer"' : ''}>${inner}</a>`;
      },
      image({ href, text: alternative }: Tokens.Image): string {
        return `<img src="${escapeHtml(resolvePicture(href))}" alt="${escapeHtml(alternative)}" loading="lazy">`;
      },
      html({ text: html }: Tokens.HTML | Tokens.Tag): string {
        return html.replace(
          /\b(src|srcset)="([^"]+)"/g,
          (_all, name, path) => `${name}="${resolvePicture(path)}"`,
        );
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>\n`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        // A wide table scrolls in its box, which can receive the keyboard focus.
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      code({ text: code, lang }: Tokens.Code): string {
        const language = lang ? ` data-language="${escapeHtml(lang)}"` : '';
        return `<pre tabindex="0"${language}><code>${escapeHtml(code)}\n</code></pre>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const parts: Part[] = [{ anchor: '', heading: '', depth: 1, text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading')
      parts.push({ anchor: anchorOf(token.text), heading: plain(token.text), depth: token.depth, text: '' });
    else if (token.type !== 'code' || token.lang !== EXAMPLE)
      (parts.at(-1) as Part).text += ` ${plain(token.raw)}`;
  }
  return {
    html: marked.parser(tokens),
    parts: parts.filter(({ heading, text: words }) => heading !== '' || words.trim() !== ''),
    pictures,
  };
}
