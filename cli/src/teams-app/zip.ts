/** The app package of Microsoft Teams: a zip file with manifest, icons and texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { COLOR_ICON, localizationsOf, manifestOf, OUTLINE_ICON, type TeamsAppOptions } from './manifest.ts';

const ICONS = join(import.meta.dirname, '../../assets/teams-app');

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
      [COLOR_ICON]: readFileSync(join(ICONS, COLOR_ICON)),
      [OUTLINE_ICON]: readFileSync(join(ICONS, OUTLINE_ICON)),
      ...Object.fromEntries(texts),
    },
    { mtime: MODIFIED },
  );
  return { manifest, bytes };
}
