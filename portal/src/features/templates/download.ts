/** Downloads a manifest as a file, or as a zip together with the files of its contents. */
import type { CharterClient } from '@charter/sdk';
import { saveFile } from '../../base/save-file.ts';
import { downloadFiles } from './content-files.ts';
import type { ManifestText } from './manifest-text.ts';

const TYPES = { json: 'application/json', yaml: 'application/yaml' } as const;

export async function download(
  catalog: CharterClient['catalog'],
  templateId: string,
  stored: ManifestText,
): Promise<void> {
  const { manifest, files } = await downloadFiles(catalog, stored);
  const { text, format } = manifest;
  if (Object.keys(files).length === 0)
    return saveFile(`${templateId}.${format}`, new Blob([text], { type: TYPES[format] }));
  const { strToU8, zipSync } = await import('fflate');
  const name = `${templateId.replace(/[^A-Za-z0-9._-]+/g, '-')}.${format}`;
  const bytes = new Uint8Array(zipSync({ [name]: strToU8(text), ...files }));
  saveFile(`${templateId}.zip`, new Blob([bytes], { type: 'application/zip' }));
}
