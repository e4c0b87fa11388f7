/**
 * Checks the import rules of docs/architecture.md: kernel <- engine <- domain <- flows <- outer modules. Only the
 * modules in ABOVE_ALL may import everything. Imports, type imports included, form no cycle between files or between
 * folders.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORT =
  /(?:^|\s)(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm;
const WORKSPACES = /^@charter\/(sdk|server|cli)/;

const LAYERS = ['kernel', 'engine', 'domain', 'flows'];

/** Each suite is a module of its own. */
const SUITES = readdirSync(join(ROOT, 'server/src/suites'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Returns the module of a file: a layer, an outer module, `main.ts`, or a workspace. */
function moduleOf(file: string): string {
  const parts = relative(ROOT, file).split(sep);
  if (parts[0] !== 'server' || parts[1] !== 'src') return parts[0] as string;
  if (parts[2] === 'suites' && parts.length > 4) return `suites/${parts[3]}`;
  return parts[2] === 'config.ts' ? 'config' : (parts[2] as string);
}

/** Modules of the command line that the commands of a suite may import. */
const COMMAND_LINE = ['@charter/cli/api-command', '@charter/cli/exit-codes', '@charter/cli/output'];

/** Modules, packages and files that these modules may import in addition to their own files. */
const ALLOWED: Record<string, readonly string[]> = {
  // The settings of a suite are read with those of the service, only by the registry.
  config: [...LAYERS, 'server/src/suites/definition.ts', 'server/src/suites/registry.ts'],
  suites: [...LAYERS, 'server/src/config/formats.ts', ...SUITES.map((suite) => `suites/${suite}`)],
  ...Object.fromEntries(
    SUITES.map((suite) => [
      `suites/${suite}`,
      [...LAYERS, ...COMMAND_LINE, 'server/src/config/formats.ts', 'server/src/suites/definition.ts'],
    ]),
  ),
  sdk: [],
  runtime: [],
  portal: ['@charter/sdk'],
  acceptance: [
    '@charter/sdk',
    '@charter/server/token',
    'server/src/config.ts',
    'server/test/browser.ts',
    'server/test/postgres.ts',
  ],
  cli: ['@charter/sdk'],
  // The programs in the folder of the server's package.
  server: ['runtime', 'commands'],
};

/** Modules that may import all others, and that no other module imports. */
const ABOVE_ALL = ['main.ts', 'composition', 'commands', 'bench', 'scripts'];

/** Returns the modules, packages and files that a module may import in addition to its own files. */
function allowed(module: string): readonly string[] {
  const layer = LAYERS.indexOf(module);
  return ALLOWED[module] ?? (layer < 0 ? LAYERS : LAYERS.slice(0, layer));
}

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    (match) => (match[1] ?? match[2] ?? match[3]) as string,
  );

const known = new Map<string, string[]>();

/** Returns the files that a file imports, relative to the root. Reads each file once. */
function filesImportedBy(file: string): string[] {
  const imported =
    known.get(file) ??
    importsOf(join(ROOT, file))
      .filter((path) => path.startsWith('.'))
      .map((path) => relative(ROOT, resolve(ROOT, dirname(file), path)));
  known.set(file, imported);
  return imported;
}

const find = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }));

/** A declaration that adds stores to the interfaces of server/src/engine/store.ts, with the stores as its members. */
const STORES = /interface (?:TenantStores|UnitOfWork) \{([^}]*)\}/g;

/** Returns the file that declares each store, by the name of the store. */
function declaredStores(files: readonly string[]): Map<string, string> {
  const declared = new Map<string, string>();
  for (const file of files) {
    for (const [, members = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(STORES)) {
      for (const [, name = ''] of members.matchAll(/^ *(\w+): /gm)) declared.set(name, file);
    }
  }
  return declared;
}

/**
 * Returns the stores that a source uses: as a member of a store, a transaction or the stores of a tenant, destructured
 * from one of them, or named in a type.
 */
function storesUsedIn(source: string, names: Iterable<string>): string[] {
  return [...names].filter((name) =>
    [
      `(?:\\bunit|\\bstores?|\\.in\\([^)]*\\))\\??\\.${name}\\b`,
      `\\{[^{}]*\\b${name}\\b[^{}]*\\}(?:: (?:UnitOfWork|TenantStores|Pick<(?:UnitOfWork|TenantStores))| = [\\w.#]*store\\.in\\()`,
      `transaction\\([^;{}]*\\(\\{[^{}]*\\b${name}\\b[^{}]*\\}\\) =>`,
      `Pick<(?:UnitOfWork|TenantStores),[^>]*'${name}'`,
    ].some((pattern) => new RegExp(pattern).test(source)),
  );
}

/** The files of all modules, without tests. */
const FILES = find(
  ...[
    'server/src',
    'server/bin',
    'sdk',
    'cli',
    'portal/src',
    'acceptance',
    'bench',
    'scripts',
    'runtime',
  ].map((module) => `${module}/**/*.{ts,tsx,mjs,js}`),
).filter((file) => !file.endsWith('.test.ts'));

describe('the import rules', () => {
  const modules = Map.groupBy(FILES, (file) => moduleOf(join(ROOT, file)));

  it('cover more than 15 modules', () => assert.ok(modules.size > 15, [...modules.keys()].join(', ')));

  for (const [module, files] of modules) {
    if (ABOVE_ALL.includes(module)) continue;
    it(`hold in ${module}`, () => {
      for (const file of files) {
        for (const imported of importsOf(join(ROOT, file))) {
          if (!imported.startsWith('.') && !WORKSPACES.test(imported)) continue;
          const path = imported.startsWith('.') ? resolve(ROOT, dirname(file), imported) : imported;
          const targets = imported.startsWith('.') ? [moduleOf(path), relative(ROOT, path)] : [path];
          assert.ok(
            targets.some((target) => target === module || allowed(module).includes(target)),
            `${file} imports ${imported}`,
          );
        }
      }
    });
  }
});

/**
 * Returns the files that a file imports, directly or indirectly. Stops at the registry, which alone names the suites.
 */
function reachedBy(file: string, reached = new Set<string>()): Set<string> {
  for (const imported of filesImportedBy(file)) {
    if (reached.has(imported) || imported === 'server/src/suites/registry.ts') continue;
    reached.add(imported);
    if (existsSync(join(ROOT, imported))) reachedBy(imported, reached);
  }
  return reached;
}

describe('a suite', () => {
  for (const suite of SUITES) {
    it(`depends on no other suite, in its code and its tests (${suite})`, () => {
      const files = find(`server/src/suites/${suite}/**/*.ts`, `server/test/${suite}/**/*.ts`);
      assert.ok(
        files.some((file) => file.endsWith('.test.ts')),
        'no test of the suite was found',
      );
      const others = SUITES.filter((other) => other !== suite);
      for (const file of files) {
        const foreign = [...reachedBy(file)].filter((reached) =>
          others.some((other) => new RegExp(`^server/(?:src/suites|test)/${other}/`).test(reached)),
        );
        assert.deepEqual(foreign, [], file);
      }
    });
  }
});

describe('the folders of a suite', () => {
  const code = find('{server,bench,scripts,acceptance,cli,portal,sdk,runtime}/**/*.{ts,tsx,mjs,js}');
  for (const suite of SUITES) {
    it(`are imported only by the registry of suites (${suite})`, () => {
      const own = new RegExp(`^(?:server/src/suites|server/test|portal/test|bench)/${suite}/`);
      const importing = code.filter(
        (file) => !own.test(file) && filesImportedBy(file).some((to) => own.test(to)),
      );
      assert.deepEqual(importing, ['server/src/suites/registry.ts']);
    });
  }
});

/** Names of files or folders with their imports. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns each import cycle as a path, without names that only lead to it. */
function cyclesIn(imports: Imports): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): void => {
    const begin = path.indexOf(name);
    if (begin >= 0) cycles.push([...path.slice(begin), name]);
    if (begin >= 0 || done.has(name)) return;
    for (const imported of imports.get(name) ?? []) follow(imported, [...path, name]);
    done.add(name);
  };
  for (const name of imports.keys()) follow(name, []);
  return cycles;
}

/** Returns each folder that contains one of the files, the root included, which is ''. */
function foldersOf(files: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.split('/');
    for (const depth of parts.keys()) folders.add(parts.slice(0, depth).join('/'));
  }
  return folders;
}

/** Returns the imports between the files and folders that are directly in a folder. */
function importsInside(folder: string, imports: Imports): Imports {
  const prefix = folder === '' ? '' : `${folder}/`;
  const childOf = (file: string) => `${prefix}${file.slice(prefix.length).split('/')[0]}`;
  const inside = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    if (!file.startsWith(prefix)) continue;
    const child = childOf(file);
    const others = targets.filter((target) => target.startsWith(prefix) && childOf(target) !== child);
    inside.set(child, new Set([...(inside.get(child) ?? []), ...others.map(childOf)]));
  }
  return new Map([...inside].map(([child, others]) => [child, [...others]]));
}

describe('imports', () => {
  it('are reported when they form a cycle', () => {
    const ring: [string, string[]][] = [
      ['outside', ['a']],
      ['a', ['b', 'leaf']],
      ['b', ['leaf', 'c']],
      ['c', ['a']],
      ['self', ['self']],
    ];
    assert.deepEqual(cyclesIn(new Map(ring)), [
      ['a', 'b', 'c', 'a'],
      ['self', 'self'],
    ]);
  });

  it('form no cycle between files', () => {
    const folders = '{server,sdk,cli,portal,acceptance,bench,scripts}';
    const files = [...FILES, ...find(`${folders}/**/*.test.ts`, '{server,portal}/test/**/*.ts')];
    const imports = new Map(files.map((file) => [file, filesImportedBy(file)]));
    assert.ok([...imports.values()].flat().length > files.length, 'hardly an import was found');
    assert.deepEqual(cyclesIn(imports), []);
  });

  it('include the use of stores', () => {
    const source = `
      await unit.policies.attach(id);
      const { templates, jobs } = store.in(tenantId);
      const write = ({ hooks }: Pick<UnitOfWork, 'hooks'>) => hooks.add();
      deps.store.in(principal.tenantId).approvals.find(id);
      await store.transaction(tenantId, ({ events }) => events.append(made, at));
      const audit = unrelated.deliveries;`;
    const used = ['policies', 'templates', 'jobs', 'hooks', 'approvals', 'events'];
    assert.deepEqual(storesUsedIn(source, [...used, 'audit', 'deliveries']), used);
  });

  it('form no cycle between folders, on any level, the use of stores included', () => {
    const stores = declaredStores(FILES);
    assert.ok(stores.size > 15, [...stores.keys()].join(', '));
    const usedStores = (file: string): string[] =>
      allowed('persistence').includes(moduleOf(join(ROOT, file)))
        ? storesUsedIn(readFileSync(join(ROOT, file), 'utf8'), stores.keys()).map(
            (name) => stores.get(name) as string,
          )
        : [];
    const imports = new Map(FILES.map((file) => [file, [...filesImportedBy(file), ...usedStores(file)]]));
    const folders = foldersOf(FILES);
    assert.ok(folders.size > 100, 'hardly a folder was found');
    for (const folder of folders) assert.deepEqual(cyclesIn(importsInside(folder, imports)), []);
  });
});
