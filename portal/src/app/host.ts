/** The host of the portal: a page of its own, or a tab of Microsoft Teams. */
import type { SignIn } from '../sign-in/session.ts';
import type { ThemeSource } from './theme.ts';

export interface Host {
  signIn: SignIn;
  /** Themes of Microsoft Teams. Absent in a page of its own, which follows the theme of the system. */
  themes?: ThemeSource;
  /** Language tag of Microsoft Teams. Absent in a page of its own, which follows the browser. */
  locale?: string;
}
