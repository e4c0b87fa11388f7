/** The portal in a tab of Microsoft Teams. Only such a tab loads this module. */
import {
  type Theme,
  teamsDarkTheme,
  teamsHighContrastTheme,
  teamsLightTheme,
} from '@fluentui/react-components';
import { app } from '@microsoft/teams-js';
import { BASE_PATH } from '../base/address.ts';
import { StartFailure } from '../base/start-failure.ts';
import { createTeamsSignIn } from '../sign-in/teams-session.ts';
import type { Host } from './host.ts';
import type { ThemeSource } from './theme.ts';

interface TeamsTheme {
  theme: Theme;
  /** Colour scheme of elements that the browser draws, such as scroll bars. */
  scheme: 'light' | 'dark';
}

const LIGHT: TeamsTheme = { theme: teamsLightTheme, scheme: 'light' };

/** The themes by their names in Teams. */
const THEMES: Record<string, TeamsTheme> = {
  default: LIGHT,
  dark: { theme: teamsDarkTheme, scheme: 'dark' },
  contrast: { theme: teamsHighContrastTheme, scheme: 'dark' },
};

/** Returns the theme of Teams, and follows its changes. */
function followThemes(first: string): ThemeSource {
  const listeners = new Set<() => void>();
  let current = LIGHT;
  const show = (name: string): void => {
    current = THEMES[name] ?? LIGHT;
    document.documentElement.style.colorScheme = current.scheme;
    for (const notify of listeners) notify();
  };
  show(first);
  app.registerOnThemeChangeHandler(show);
  return {
    subscribe(notify) {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    read: () => current.theme,
  };
}

/** Opens the page of a deep link, whose `subEntityId` is an address of the portal such as `/jobs/{id}`. */
function openDeepLink(subPageId: string | undefined): void {
  if (!subPageId?.startsWith('/') || !URL.canParse(subPageId, location.origin)) return;
  const url = new URL(subPageId, location.origin);
  if (url.origin !== location.origin) return;
  url.pathname = BASE_PATH + url.pathname.slice(1);
  history.replaceState(null, '', url);
}

/** @throws StartFailure when Teams does not answer */
export async function openTeams(): Promise<Host> {
  try {
    await app.initialize();
    const context = await app.getContext();
    openDeepLink(context.page.subPageId);
    return {
      signIn: createTeamsSignIn(),
      themes: followThemes(context.app.theme),
      locale: context.app.locale,
    };
  } catch (error) {
    throw new StartFailure('start.teamsFailed', error instanceof Error ? error.message : String(error), true);
  }
}
