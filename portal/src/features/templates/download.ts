/** Downloads a manifest as a file. */
import type { ManifestText } from './manifest-text.ts';

const TYPES = { json: 'application/json', yaml: 'application/yaml' } as const;

export function download(templateId: string, { text, format }: ManifestText): void {
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[format] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${templateId}.${format}`;
  link.click();
  URL.revokeObjectURL(address);
}
