/**
 * Applies the organisation's accent colour to the themes. Loads the code that derives the shades only when a colour is
 * first set.
 */
import type { Theme } from '@fluentui/react-components';
import { loadChunk } from '../base/chunks.ts';

type Recolor = (theme: Theme) => Theme;

const unchanged: Recolor = (theme) => theme;
const listeners = new Set<() => void>();
let wanted: string | undefined;
let recolor = unchanged;

/**
 * Applies the colour to the themes, or restores their own colours without one. The themes stay unchanged when the code
 * can't be loaded.
 */
export async function showAccent(color: string | undefined): Promise<void> {
  if (color === wanted) return;
  wanted = color;
  try {
    const loaded =
      color === undefined
        ? unchanged
        : (await loadChunk(() => import('../components/accent-theme.ts'))).recolorWith(color);
    if (wanted !== color) return;
    recolor = loaded;
  } catch {
    return;
  }
  for (const notify of listeners) notify();
}

/** Calls `notify` after each change until the returned function is called. */
export function followAccent(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Returns the function that applies the current colour to a theme. */
export const readAccent = (): Recolor => recolor;
