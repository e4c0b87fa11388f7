import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Boot } from './protocol.ts';

/** QuickJS, compiled once for all workers, and the scripts that run inside it. */
export type Artifacts = Pick<Boot, 'quickjs' | 'realm' | 'ejs'>;

/** Reads QuickJS and EJS from node_modules. About 10 ms, off the main thread. */
export const loadArtifacts = async (): Promise<Artifacts> => {
  const require = createRequire(import.meta.url);
  // The release-sync build is a dependency of quickjs-emscripten, so resolve it from there.
  const fromQuickjs = createRequire(require.resolve('quickjs-emscripten'));
  const wasm = fromQuickjs.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  // The package exports its browser build to browsers only, so take it from the root, above lib/cjs/ejs.js.
  const ejsRoot = dirname(dirname(dirname(require.resolve('ejs'))));
  const [bytes, realm, ejs] = await Promise.all([
    readFile(wasm),
    readFile(new URL('./realm.js', import.meta.url), 'utf8'),
    readFile(join(ejsRoot, 'ejs.min.js'), 'utf8'),
  ]);
  return { quickjs: await WebAssembly.compile(bytes), realm, ejs };
};
