/** Reads a manifest that somebody opens, and embeds the picture that was chosen with it. */
import { readFileText } from './draft.ts';
import { type ManifestText, readManifest, setValue, valueAt } from './manifest-text.ts';
import { isSmallPicture, PICTURE_PATH, toDataUri } from './picture-file.ts';

export const MANIFEST_FILES = '.json,.yaml,.yml';

const isManifest = ({ name }: File): boolean => /\.(json|ya?ml)$/i.test(name);

const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

interface OpenedManifest {
  manifest: ManifestText;
  /** Whether the chosen picture has too many bytes to be embedded. */
  isPictureTooLarge: boolean;
}

/** @returns undefined without a manifest among the files */
export async function openManifest(files: readonly File[]): Promise<OpenedManifest | undefined> {
  const file = files.find(isManifest);
  if (file === undefined) return undefined;
  const manifest = await readFileText(file);
  const url = valueAt(readManifest(manifest), PICTURE_PATH);
  const picture = typeof url === 'string' ? files.find(({ name }) => name === fileName(url)) : undefined;
  if (picture === undefined) return { manifest, isPictureTooLarge: false };
  if (!isSmallPicture(picture)) return { manifest, isPictureTooLarge: true };
  return { manifest: setValue(manifest, PICTURE_PATH, await toDataUri(picture)), isPictureTooLarge: false };
}
