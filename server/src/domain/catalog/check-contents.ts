/** Checks the files of a manifest against the stored ones, and reads the files with rules. */
import type { Store } from '../../engine/store.ts';
import { say } from '../../kernel/messages.ts';
import { bytesOfDataUri, hashOfBlob, type TemplateFile } from './content-files.ts';
import { CONTENT_LIMITS } from './content-kind.ts';
import type { ManifestProblem } from './limits.ts';
import type { TeamContents } from './model.ts';
import { type ContentLimits, fileTooLarge } from './store-blob.ts';

export interface CheckedContents {
  /** The contents with the sizes of all files. */
  contents: TeamContents | undefined;
  errors: ManifestProblem[];
  /** The texts of the files with rules, by their paths in the manifest. */
  rendered: (readonly [path: string, text: string])[];
}

/** Returns the hashes of the files that the store must have, each once. */
export const blobHashesOf = (contents: TeamContents | undefined): string[] => [
  ...new Set(
    (contents?.channels ?? []).flatMap(({ files }) =>
      files.flatMap(({ source }) => hashOfBlob(source) ?? []),
    ),
  ),
];

/** Returns the text of a file; undefined for one that is not UTF-8. */
export async function readText(
  store: Pick<Store, 'in'>,
  tenantId: string,
  { source, sha256, size }: TemplateFile,
): Promise<string | undefined> {
  const bytes = bytesOfDataUri(source) ?? (await store.in(tenantId).blobs.read(sha256, 0, size));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param contents the contents of the manifest as it was read */
export async function checkContents(
  store: Pick<Store, 'in'>,
  tenantId: string,
  contents: TeamContents | undefined,
  { fileBytes, templateBytes }: ContentLimits,
): Promise<CheckedContents> {
  if (contents === undefined) return { contents, errors: [], rendered: [] };
  const sizes = await store.in(tenantId).blobs.sizes(blobHashesOf(contents));
  const errors: ManifestProblem[] = [];
  const rendered: (readonly [string, string])[] = [];
  const channels: TeamContents['channels'] = [];
  for (const [channelIndex, channel] of contents.channels.entries()) {
    const files: TemplateFile[] = [];
    for (const [index, file] of channel.files.entries()) {
      const path = `initialization.contents.channels[${channelIndex}].files[${index}]`;
      const size = hashOfBlob(file.source) === undefined ? file.size : sizes.get(file.sha256);
      files.push({ ...file, size: size ?? 0 });
      if (size === undefined) {
        const message = say(
          'manifest.blobMissing',
          'This file is not stored, or was deleted because no template needed it. Upload it again.',
        );
        errors.push({ path: `${path}.source`, ...message });
      } else if (size > fileBytes) {
        errors.push({ path: `${path}.source`, ...fileTooLarge(fileBytes) });
      } else if (file.rendered) {
        const isLong = size > CONTENT_LIMITS.renderedBytes;
        const text = isLong ? undefined : await readText(store, tenantId, { ...file, size });
        if (text === undefined) {
          const message = say(
            'manifest.renderedFile',
            'A file with rules must be a text in UTF-8 of at most {most} bytes.',
            { most: CONTENT_LIMITS.renderedBytes },
          );
          errors.push({ path: `${path}.rendered`, ...message });
        } else rendered.push([`${path}.source`, text]);
      }
    }
    channels.push({ ...channel, files });
  }
  const sum = channels.flatMap(({ files }) => files).reduce((total, { size }) => total + size, 0);
  if (sum > templateBytes) {
    const message = say(
      'manifest.filesLarge',
      'The files have {bytes} bytes together; {most} are allowed. Remove some.',
      { bytes: sum, most: templateBytes },
    );
    errors.push({ path: 'initialization.contents', ...message });
  }
  return { contents: { ...contents, channels }, errors, rendered };
}
