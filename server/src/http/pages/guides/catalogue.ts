/** The pages of the guides: the address of each document, and the order that docs/index.md defines. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describeApi, OPERATIONS_PAGE } from './reference-pages.ts';

/** A document of the repository that is a page. */
export interface Guide {
  /** Path of the document in the repository, such as `docs/audit.md`. */
  source: string;
  /** Address below the guides, such as `audit.html`. */
  address: string;
  title: string;
  /** Markdown of a generated page. The others are read from `source`. */
  text?: string;
}

export interface GuideSection {
  title: string;
  guides: Guide[];
}

export interface Catalogue {
  sections: GuideSection[];
  /** All pages by the path of their document, including those in no section. */
  bySource: ReadonlyMap<string, Guide>;
}

/** The document that defines the order of the others. */
export const INDEX_PAGE = 'docs/index.md';

const DECISIONS_PAGE = 'docs/adr/index.md';
/** Generated pages that come last in a section, by the title of the section. */
const LAST: Readonly<Record<string, string>> = { Integrate: OPERATIONS_PAGE, Extend: DECISIONS_PAGE };

/** Documents outside of `docs/`. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'README.md': 'readme.html',
  'CHANGELOG.md': 'changelog.html',
  'CONTRIBUTING.md': 'contributing.html',
  'SECURITY.md': 'security.html',
  'SUPPORT.md': 'support.html',
  'CODE_OF_CONDUCT.md': 'code-of-conduct.html',
  'cli/README.md': 'command-line.html',
  'sdk/README.md': 'client.html',
};

const addressOf = (source: string): string =>
  ADDRESSES[source] ?? source.replace(/^docs\//, '').replace(/\.md$/, '.html');

/** Returns the paths of the documents that exist below `root`. */
function findSources(root: string): string[] {
  const docs = globSync('docs/**/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return [
    ...docs.sort(),
    ...Object.keys(ADDRESSES).filter((path) => globSync(path, { cwd: root }).length > 0),
  ];
}

function listDecisions(documents: readonly Guide[]): Guide {
  const decisions = documents.filter(({ address }) => /^adr\/\d/.test(address));
  const links = decisions.map(({ source, title }) => `- [${title}](${posix.basename(source)})\n`);
  return {
    source: DECISIONS_PAGE,
    address: 'adr/index.html',
    title: 'Decisions',
    text: `# Decisions\n\nWhat was chosen, what was weighed, and what would make us revisit it.\n\n${links.join('')}`,
  };
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/**
 * Reads the catalogue of a checkout or of an unpacked archive.
 * @param root folder with `docs/`
 */
export function readCatalogue(root: string): Catalogue {
  const read = (source: string): string => readFileSync(join(root, source), 'utf8');
  const documents = findSources(root).map((source) => ({
    source,
    address: addressOf(source),
    title: titleOf(read(source)),
  }));
  const bySource = new Map<string, Guide>(
    [...documents, ...describeApi(read('openapi.json')), listDecisions(documents)].map((guide) => [
      guide.source,
      guide,
    ]),
  );
  const sections = read(INDEX_PAGE)
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const title = part.split('\n')[0] ?? '';
      const linked = [...part.matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)/g)].flatMap(([, name = '', link = '']) => {
        const guide = bySource.get(posix.join('docs', link));
        if (guide === undefined) return [];
        // Documents outside of `docs/` have titles for readers who find them on their own.
        return guide.source in ADDRESSES
          ? { ...guide, title: name[0]?.toUpperCase() + name.slice(1) }
          : guide;
      });
      const last = bySource.get(LAST[title] ?? '');
      return { title, guides: last === undefined ? linked : [...linked, last] };
    });
  return { sections, bySource };
}
