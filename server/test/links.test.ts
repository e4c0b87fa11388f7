/** Checks the links between the documents of the repository. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { anchorOf } from '../src/http/pages/guides/markdown.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LINK = /\]\(([^)\s]+)\)/g;

const anchorsIn = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

function brokenLinksIn(file: string): string[] {
  const links = [...readFileSync(file, 'utf8').matchAll(LINK)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsIn(target).includes(anchor);
  });
}

describe('the documents', () => {
  const files = globSync(['*.md', 'docs/**/*.md', 'templates/**/*.md'], { cwd: ROOT });

  it('include more than 30 files', () => assert.ok(files.length > 30, `${files.length} files`));

  for (const file of files) {
    it(`have no broken link in ${file}`, () => assert.deepEqual(brokenLinksIn(join(ROOT, file)), []));
  }
});
