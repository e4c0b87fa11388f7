/**
 * The rule of dependence (docs/architecture.md): kernel <- engine <- domain <- flows <- outer rooms; only main.ts
 * and composition/ see all. No imports, of types too, form a circle: neither of files nor of folders.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORT =
  /(?:^|\s)(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm;
const WORKSPACES = /^@charter\/(sdk|server|cli)/;

const FLOORS = ['kernel', 'engine', 'domain', 'flows'];

/** Returns the room of a file: a floor, an outer room, `main.ts`, or a workspace. */
function roomOf(file: string): string {
  const parts = relative(ROOT, file).split(sep);
  if (parts[0] !== 'server' || parts[1] !== 'src') return parts[0] as string;
  return parts[2] === 'config.ts' ? 'config' : (parts[2] as string);
}

/** Returns the rooms that a room may import besides itself. */
function allowed(room: string): readonly string[] {
  if (room === 'sdk') return [];
  if (room === 'config') return ['kernel'];
  if (room === 'cli')
    return ['@charter/sdk', '@charter/server/bootstrap', '@charter/server/graph', '@charter/server/token'];
  const floor = FLOORS.indexOf(room);
  return floor < 0 ? FLOORS : FLOORS.slice(0, floor);
}

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    (match) => (match[1] ?? match[2] ?? match[3]) as string,
  );

/** Returns the files that a file imports, relative to the root. */
const filesImportedBy = (file: string): string[] =>
  importsOf(join(ROOT, file))
    .filter((imported) => imported.startsWith('.'))
    .map((imported) => relative(ROOT, resolve(ROOT, dirname(file), imported)));

const find = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }));

describe('the rule of dependence', () => {
  const files = find('server/src/**/*.ts', 'sdk/src/**/*.ts', 'cli/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts'),
  );

  it('finds the code to check', () => assert.ok(files.length > 50, `${files.length} files`));

  for (const file of files) {
    const room = roomOf(join(ROOT, file));
    if (room === 'main.ts' || room === 'composition') continue;
    it(`holds in ${file}`, () => {
      for (const imported of importsOf(join(ROOT, file))) {
        const isOurs = imported.startsWith('.') || WORKSPACES.test(imported);
        const target = imported.startsWith('.') ? roomOf(resolve(ROOT, dirname(file), imported)) : imported;
        assert.ok(
          !isOurs || target === room || allowed(room).includes(target),
          `${room} imports ${imported}`,
        );
      }
    });
  }
});

/** Names of files or folders with their imports. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns each circle of imports as a path. Names that only lead to a circle are not part of it. */
function circlesIn(imports: Imports): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): void => {
    const begin = path.indexOf(name);
    if (begin >= 0) circles.push([...path.slice(begin), name]);
    if (begin >= 0 || done.has(name)) return;
    for (const imported of imports.get(name) ?? []) follow(imported, [...path, name]);
    done.add(name);
  };
  for (const name of imports.keys()) follow(name, []);
  return circles;
}

/** Returns `server/src/<room>/<folder>`, or the file itself when it is in no folder. */
const folderOf = (file: string): string => file.split('/').slice(0, 4).join('/');

/** Returns the imports between folders, without those inside of a folder. */
function betweenFolders(files: readonly string[]): Imports {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = folderOf(file);
    const targets = imports.get(folder) ?? new Set();
    for (const imported of filesImportedBy(file)) {
      if (folderOf(imported) !== folder) targets.add(folderOf(imported));
    }
    imports.set(folder, targets);
  }
  return new Map([...imports].map(([folder, targets]) => [folder, [...targets]]));
}

describe('imports', () => {
  const files = find(
    ...['server', 'sdk', 'cli', 'acceptance', 'bench', 'scripts'].map((root) => `${root}/**/*.{ts,mjs,js}`),
  );

  it('are reported when they form a circle', () => {
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

  it('form no circle of files', () => {
    const imports = new Map(files.map((file) => [file, filesImportedBy(file)]));
    assert.ok([...imports.values()].flat().length > files.length, 'hardly an import was found');
    assert.deepEqual(circlesIn(imports), []);
  });

  it('form no circle of folders', () => {
    const ours = files.filter((file) => file.startsWith('server/src/') && !file.endsWith('.test.ts'));
    const imports = betweenFolders(ours);
    assert.ok(imports.size > 20, 'hardly a folder was found');
    assert.deepEqual(circlesIn(imports), []);
  });
});
