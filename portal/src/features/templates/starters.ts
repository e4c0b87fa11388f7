/** Sample templates to begin with: templates/starters, as they can also be applied on the command line. */
import { type ManifestText, readManifest, valueAt } from './manifest-text.ts';

const FILES = import.meta.glob<string>('../../../../templates/starters/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Starter {
  name: string;
  description: string;
  manifest: ManifestText;
}

export const STARTERS: readonly Starter[] = Object.values(FILES).map((text) => {
  const manifest: ManifestText = { text, format: 'yaml' };
  const data = readManifest(manifest);
  const read = (field: string) => String(valueAt(data, ['templateConfiguration', field]) ?? '');
  return { name: read('name'), description: read('description'), manifest };
});
