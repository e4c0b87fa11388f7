/** Sample templates from templates/starters. The command line can apply the same files. */
import { languageOf } from '../../base/messages.ts';
import { type ManifestText, readManifest, valueAt } from './manifest-text.ts';

const FILES = import.meta.glob<string>('../../../../templates/starters/*/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Starter {
  name: string;
  description: string;
  manifest: ManifestText;
}

function read(text: string): Starter {
  const manifest: ManifestText = { text, format: 'yaml' };
  const data = readManifest(manifest);
  const field = (name: string) => String(valueAt(data, ['templateConfiguration', name]) ?? '');
  return { name: field('name'), description: field('description'), manifest };
}

/** Returns the samples in the language of the portal. The samples of each language are in a folder of their own. */
export const startersIn = (locale: string): readonly Starter[] =>
  Object.entries(FILES)
    .filter(([path]) => path.includes(`/starters/${languageOf(locale)}/`))
    .map(([, text]) => read(text));
