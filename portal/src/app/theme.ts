/** Light, dark and high-contrast themes. In a browser they follow the system; each is loaded when it is needed. */
import type { Theme } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { loadChunk } from '../base/chunks.ts';

export interface ThemeSource {
  /** Calls `notify` after each change until the returned function is called. */
  subscribe(notify: () => void): () => void;
  read(): Theme;
}

const THEMES = {
  light: () => import('./themes/light.ts'),
  dark: () => import('./themes/dark.ts'),
  highContrast: () => import('./themes/high-contrast.ts'),
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const highContrast = matchMedia('(forced-colors: active)');

function wantedTheme(): keyof typeof THEMES {
  if (highContrast.matches) return 'highContrast';
  return dark.matches ? 'dark' : 'light';
}

/** Loads the theme of the system, and follows its changes. */
export async function openSystemThemes(): Promise<ThemeSource> {
  const load = async (name: keyof typeof THEMES) => (await loadChunk(THEMES[name])).theme;
  let shown = await load(wantedTheme());
  return {
    subscribe(notify) {
      const change = async (): Promise<void> => {
        const name = wantedTheme();
        const theme = await load(name);
        if (name !== wantedTheme()) return;
        shown = theme;
        notify();
      };
      const follow = (): void => void change();
      for (const query of [dark, highContrast]) query.addEventListener('change', follow);
      return () => {
        for (const query of [dark, highContrast]) query.removeEventListener('change', follow);
      };
    },
    read: () => shown,
  };
}

/** Pixels of 1 rem in a browser whose font size nobody has changed. */
const ROOT_PIXELS = 16;
const scalable = new WeakMap<Theme, Theme>();

/** Returns the theme with font sizes that follow the browser's font size. Fluent UI sets them in pixels. */
export function withScalableText(theme: Theme): Theme {
  const known = scalable.get(theme);
  if (known !== undefined) return known;
  const sizes = Object.entries(theme)
    .filter(([name]) => /^(fontSize|lineHeight)/.test(name))
    .map(([name, value]) => [name, `${Number.parseFloat(String(value)) / ROOT_PIXELS}rem`]);
  const made: Theme = { ...theme, ...Object.fromEntries(sizes) };
  scalable.set(theme, made);
  return made;
}

export const useTheme = ({ subscribe, read }: ThemeSource): Theme =>
  withScalableText(useSyncExternalStore(subscribe, read));
