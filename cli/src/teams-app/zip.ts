/** The app package of Microsoft Teams: a zip file with manifest, icons and texts. */
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { packageFile } from '../package-files.ts';
import { COLOR_ICON, localizationsOf, manifestOf, OUTLINE_ICON, type TeamsAppOptions } from './manifest.ts';

const readIcon = (name: string): Uint8Array => readFileSync(packageFile(`assets/teams-app/${name}`));

/** A fixed time, so that the same content gives the same bytes. Zip files can't store a time before 1980. */
const MODIFIED = new Date(1980, 0, 1);

const jsonFile = (value: object): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`);

export function zipTeamsApp(options: TeamsAppOptions): {
  manifest: ReturnType<typeof manifestOf>;
  bytes: Uint8Array;
} {
  const manifest = manifestOf(options);
  const texts = Object.entries(localizationsOf(options)).map(([name, text]) => [name, jsonFile(text)]);
  const bytes = zipSync(
    {
      'manifest.json': jsonFile(manifest),
      [COLOR_ICON]: readIcon(COLOR_ICON),
      [OUTLINE_ICON]: readIcon(OUTLINE_ICON),
      ...Object.fromEntries(texts),
    },
    { mtime: MODIFIED },
  );
  return { manifest, bytes };
}
