import type { ReactNode } from 'react';
import { ManifestFormContext, useExpandedItem } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

/**
 * An item that the manifest may write as its name alone. Its fields read and change an object with the name: the first
 * change replaces the text in the manifest.
 */
export function NamedItem({ path, children }: { path: Path; children: ReactNode }) {
  return <ManifestFormContext value={useExpandedItem(path)}>{children}</ManifestFormContext>;
}
