/** Light, dark and high-contrast themes. In a browser they follow the system. */
import { type Theme, teamsHighContrastTheme, webDarkTheme, webLightTheme } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';

export interface ThemeSource {
  /** Calls `notify` after each change until the returned function is called. */
  subscribe(notify: () => void): () => void;
  read(): Theme;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const highContrast = matchMedia('(forced-colors: active)');

function subscribe(notify: () => void): () => void {
  for (const query of [dark, highContrast]) query.addEventListener('change', notify);
  return () => {
    for (const query of [dark, highContrast]) query.removeEventListener('change', notify);
  };
}

function readTheme(): Theme {
  if (highContrast.matches) return teamsHighContrastTheme;
  return dark.matches ? webDarkTheme : webLightTheme;
}

export const systemThemes: ThemeSource = { subscribe, read: readTheme };

export const useTheme = ({ subscribe, read }: ThemeSource): Theme => useSyncExternalStore(subscribe, read);
