/** The host of the portal: a browser window, or a tab of Microsoft Teams. */
import type { SignIn } from '../sign-in/session.ts';
import type { ThemeSource } from './theme.ts';

export interface Host {
  signIn: SignIn;
  /** Themes of the Teams client. Absent outside of Teams, where the portal uses the theme of the system. */
  themes?: ThemeSource;
  /** Language tag of the Teams client. Absent outside of Teams, where the portal uses the browser's language. */
  locale?: string;
}
