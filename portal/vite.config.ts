import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { isInitialMessage } from './src/app/first-messages.ts';

const COMPRESSED = /\.(js|css|svg|html)$/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Quality of brotli in a build with `--mode release`. */
const BEST = constants.BROTLI_MAX_QUALITY;
/** Quality of brotli in other builds: files are 7% larger, and the build takes less than half the processor time. */
const FAST = 8;

/** Writes each text file also as .br and .gz, so that the service compresses nothing while it answers. */
const precompress = (quality: number): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    await Promise.all(
      files.map(async (file) => {
        const content = await readFile(file);
        await Promise.all([
          compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).then(
            (compressed) => writeFile(`${file}.br`, compressed),
          ),
          compressGzip(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
        ]);
      }),
    );
  },
});

const CATALOGUE = /\.json\?(first|later)$/;

/** Leaves messages without arguments as they are. */
const compile = (message: string) => {
  const [only, ...others] = parse(message);
  return only?.type === 0 && others.length === 0 ? only.value : [only, ...others];
};

/** Splits each message catalogue into the part of the first page and the rest, and parses the messages. */
const catalogues = (): Plugin => ({
  name: 'catalogues',
  load(id) {
    const part = CATALOGUE.exec(id)?.[1];
    if (part === undefined) return undefined;
    const file = id.slice(0, id.indexOf('?'));
    this.addWatchFile(file);
    const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const wanted = Object.entries(messages).filter(([key]) => isInitialMessage(key) === (part === 'first'));
    const built = JSON.stringify(Object.fromEntries(wanted.map(([key, message]) => [key, compile(message)])));
    return { code: `export default JSON.parse(${JSON.stringify(built)});`, moduleType: 'js' };
  },
});

/** The service behind the development server. Its CHARTER_PUBLIC_URL is the development server's address. */
const SERVICE = process.env.CHARTER_URL ?? 'http://127.0.0.1:3000';
/** Addresses that the service answers. All others are the portal's. */
const SERVED = '^/(v1\\.0|api|oidc|docs|guides|portal\\.json|openapi\\.json)([/?]|$)';

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // The service adds the path of its public URL to the addresses in the page (server/src/http/pages/portal.ts).
  base: './',
  plugins: [catalogues(), react(), precompress(mode === 'release' ? BEST : FAST)],
  // The build parses the messages. Without its parser, the library is smaller.
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { [SERVED]: { target: SERVICE, changeOrigin: false } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Bundles the modules of the first page into two files. By default, each set of pages that share modules gets a
        // file.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'frame', tags: ['$initial'], test: /\/src\/(?!main\.tsx)/ },
          ],
        },
      },
    },
  },
}));
