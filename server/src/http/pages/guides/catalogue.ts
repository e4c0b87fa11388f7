/** The pages of the guides: the address of each document, and the order that docs/index.md defines. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A document of the repository that is a page. */
export interface Guide {
  /** Path of the document in the repository, such as `docs/audit.md`. */
  source: string;
  /** Address below the guides, such as `audit.html`. */
  address: string;
  title: string;
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

/** Generated pages. Each is the last one of its section. */
export const OPERATIONS_PAGE = 'docs/operations-of-the-api.md';
export const DECISIONS_PAGE = 'docs/adr/index.md';
const GENERATED: readonly (Guide & { section: string })[] = [
  { source: OPERATIONS_PAGE, address: 'api.html', title: 'Operations of the API', section: 'Integrate' },
  { source: DECISIONS_PAGE, address: 'adr/index.html', title: 'Decisions', section: 'Extend' },
];

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
  const bySource = new Map([...documents, ...GENERATED].map((guide) => [guide.source, guide]));
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
      return { title, guides: [...linked, ...GENERATED.filter(({ section }) => section === title)] };
    });
  return { sections, bySource };
}
