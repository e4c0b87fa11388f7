/**
 * The one rule of dependence (docs/architecture.md): kernel <- domain <- outer rooms; only main.ts sees all. And
 * nowhere do imports, of types too, lead back to where they began.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORT =
  /(?:^|\s)(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm;

/** The room of a file: `kernel`, `domain`, an outer room, `main.ts`, or a workspace. */
function roomOf(file: string): string {
  const parts = relative(ROOT, file).split(sep);
  return parts[0] === 'server' && parts[1] === 'src' ? (parts[2] as string) : (parts[0] as string);
}

/** Rooms that a room may import besides itself. */
function allowed(room: string): readonly string[] {
  switch (room) {
    case 'kernel':
    case 'sdk':
    case 'config':
      return [];
    case 'config.ts':
      return ['config'];
    case 'domain':
      return ['kernel'];
    case 'cli':
      return ['@charter/sdk', '@charter/server/bootstrap'];
    default:
      return ['kernel', 'domain'];
  }
}

const WORKSPACES = /^@charter\/(sdk|server|cli)/;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    (match) => (match[1] ?? match[2] ?? match[3]) as string,
  );
}

describe('the rule of dependence', () => {
  const files = ['server/src', 'sdk/src', 'cli'].flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/node_modules/**', '**/*.test.ts'] }),
  );

  it('should find the code it watches over', () => assert.ok(files.length > 50, `${files.length} files`));

  for (const file of files.map((name) => join(ROOT, name))) {
    const room = roomOf(file);
    if (room === 'main.ts') continue;
    it(`should hold in ${relative(ROOT, file)}`, () => {
      for (const imported of importsOf(file)) {
        const target = imported.startsWith('.') ? roomOf(resolve(dirname(file), imported)) : imported;
        const ours = imported.startsWith('.') || WORKSPACES.test(imported);
        assert.ok(!ours || target === room || allowed(room).includes(target), `${room} imports ${imported}`);
      }
    });
  }
});

/** What each file imports, by path. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Circles of imports, each as the files on its way; files that only lead to a circle are not on it. */
function circlesIn(imports: Imports): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): void => {
    const begin = way.indexOf(file);
    if (begin >= 0) circles.push([...way.slice(begin), file]);
    if (begin >= 0 || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) follow(imported, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return circles;
}

describe('imports', () => {
  const files = ['server', 'sdk', 'cli', 'acceptance', 'bench', 'scripts'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,mjs,js}`, { cwd: ROOT, exclude: ['**/node_modules/**'] }),
  );
  const read = (file: string): [string, string[]] => [
    file,
    importsOf(join(ROOT, file))
      .filter((imported) => imported.startsWith('.'))
      .map((imported) => relative(ROOT, resolve(ROOT, dirname(file), imported))),
  ];

  it('should be seen to go round in circles where they do', () => {
    const ring: [string, string[]][] = [
      ['outside', ['a']],
      ['a', ['b', 'leaf']],
      ['b', ['leaf', 'c']],
      ['c', ['a']],
      ['self', ['self']],
    ];
    assert.deepEqual(circlesIn(new Map(ring)), [
      ['a', 'b', 'c', 'a'],
      ['self', 'self'],
    ]);
  });

  it('should go round in no circle', () => {
    const imports = new Map(files.map(read));
    assert.ok([...imports.values()].flat().length > files.length, 'hardly an import was found');
    assert.deepEqual(circlesIn(imports), []);
  });
});
