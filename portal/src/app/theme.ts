/** Light, dark and high-contrast themes, following the system. */
import { type Theme, teamsHighContrastTheme, webDarkTheme, webLightTheme } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';

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

export const useSystemTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
