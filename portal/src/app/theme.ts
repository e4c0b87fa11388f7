/**
 * Light, dark and high-contrast themes. In a browser, high contrast follows the system. Without it, the person's choice
 * decides, or else the system. Each theme is loaded when it is needed.
 */
import type { Theme } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { loadChunk } from '../base/chunks.ts';
import { followPreferences, readPreferences } from '../base/preferences.ts';
import { followAccent, readAccent } from './accent.ts';

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
  const { colours } = readPreferences();
  if (colours !== 'system') return colours;
  return dark.matches ? 'dark' : 'light';
}

/** Lets the browser draw its own parts, such as scroll bars, in the chosen colours. */
function showScheme(): void {
  const { colours } = readPreferences();
  document.documentElement.style.colorScheme = colours === 'system' ? '' : colours;
}

/** Loads the theme that the person or the system has chosen, and follows its changes. */
export async function openThemes(): Promise<ThemeSource> {
  const load = async (name: keyof typeof THEMES) => (await loadChunk(THEMES[name])).theme;
  showScheme();
  let shown = await load(wantedTheme());
  return {
    subscribe(notify) {
      const change = async (): Promise<void> => {
        const name = wantedTheme();
        const theme = await load(name);
        if (name !== wantedTheme()) return;
        showScheme();
        shown = theme;
        notify();
      };
      const follow = (): void => void change();
      for (const query of [dark, highContrast]) query.addEventListener('change', follow);
      const leave = followPreferences(follow);
      return () => {
        leave();
        for (const query of [dark, highContrast]) query.removeEventListener('change', follow);
      };
    },
    read: () => shown,
  };
}

/** Pixels per rem at the default font size of browsers. */
const ROOT_PIXELS = 16;
const scalable = new WeakMap<Theme, Theme>();

/** Returns the theme with font sizes that follow the browser's font size. Fluent UI sets them in pixels. */
function withScalableText(theme: Theme): Theme {
  const known = scalable.get(theme);
  if (known !== undefined) return known;
  const sizes = Object.entries(theme)
    .filter(([name]) => /^(fontSize|lineHeight)/.test(name))
    .map(([name, value]) => [name, `${Number.parseFloat(String(value)) / ROOT_PIXELS}rem`]);
  const made: Theme = { ...theme, ...Object.fromEntries(sizes) };
  scalable.set(theme, made);
  return made;
}

/** Returns the current theme in the accent colour of the organisation. */
export function useTheme({ subscribe, read }: ThemeSource): Theme {
  const theme = useSyncExternalStore(subscribe, read);
  const recolor = useSyncExternalStore(followAccent, readAccent);
  return withScalableText(recolor(theme));
}
