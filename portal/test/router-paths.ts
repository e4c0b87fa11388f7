/**
 * The paths of the router's pages, read from the router's source: importing the router would load every page component.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = ['router.tsx', 'directory-routes.ts']
  .map((file) => readFileSync(join(import.meta.dirname, '../src/app', file), 'utf8'))
  .join('\n');

const PATHS = [...SOURCE.matchAll(/(?:path: |^ {2})'(\/[^']*)'/gm)].map(([, path = '']) => path);

/** Returns the paths with the given text for each id. */
export const pathsWith = (id: string): string[] => PATHS.map((path) => path.replaceAll(/\$\w+/g, id));
