/** Extracts Chromium from an npm package, which contains it compressed. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

function packageVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/**
 * Extracts the package's files into `folder`. By itself, the package extracts only into the folder of temporary
 * files.
 */
async function extractTo(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/**
 * Returns the path of the browser, and extracts it first when needed. Test files start at the same time, and a file
 * that is being written cannot be executed, so each process extracts into its own folder and renames it.
 */
export async function chromiumPath(): Promise<string> {
  const folder = join(CACHE, `chromium-${packageVersion()}`);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const own = mkdtempSync(join(CACHE, 'chromium-'));
    await extractTo(own);
    try {
      renameSync(own, folder);
    } catch (error) {
      rmSync(own, { recursive: true, force: true });
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'chromium');
}
