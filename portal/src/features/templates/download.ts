/** Downloads a manifest as a file. */
import { saveFile } from '../../base/save-file.ts';
import type { ManifestText } from './manifest-text.ts';

const TYPES = { json: 'application/json', yaml: 'application/yaml' } as const;

export const download = (templateId: string, { text, format }: ManifestText): void =>
  saveFile(`${templateId}.${format}`, new Blob([text], { type: TYPES[format] }));
