/** A manifest in the body of a request. */
import Type, { type Static } from 'typebox';
import type { ManifestInput } from '../../domain/catalog/check-manifest.ts';
import { Closed, Omissible, OneOf } from '../schema.ts';

export const Manifest = {
  manifest: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
    description: 'The manifest as the text of its file, or as a JSON object',
  }),
  format: Omissible(OneOf(['json', 'yaml'], { description: 'Format of a text; detected by default' })),
  files: Omissible(
    Type.Record(Type.String(), Type.String({ description: 'Base64' }), {
      description: 'Files by name, for the picture that the manifest names',
    }),
  ),
};

const ManifestBody = Closed(Manifest);

/** Returns the manifest and its decoded files. */
export function manifestInput({ manifest, format, files }: Static<typeof ManifestBody>): ManifestInput {
  const decoded = Object.entries(files ?? {}).map(([name, content]) => [
    name,
    Buffer.from(content, 'base64'),
  ]);
  return { manifest, format: format ?? undefined, files: Object.fromEntries(decoded) };
}
