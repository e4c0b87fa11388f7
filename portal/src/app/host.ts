/** Where the portal runs: in a page of its own, or in a tab of Microsoft Teams. */
import { createSignIn, type SignIn } from '../sign-in/session.ts';
import type { PortalSettings } from './settings.ts';
import type { ThemeSource } from './theme.ts';

export interface Host {
  signIn: SignIn;
  /** Themes of Microsoft Teams. Absent in a page of its own, which follows the system. */
  themes?: ThemeSource;
  /** Language tag of Microsoft Teams. Absent in a page of its own, which follows the browser. */
  locale?: string;
}

/**
 * Returns true inside Microsoft Teams. Only hosts of Teams may frame the portal (frame-ancestors), and its mobile
 * clients give a page `nativeInterface`. So the address needs no mark, and a reload on any page stays signed in.
 */
const isInTeams = ({ teamsApp }: PortalSettings): boolean =>
  teamsApp !== undefined && (window.parent !== window || 'nativeInterface' in window);

/** @throws StartFailure when Microsoft Teams does not answer */
export async function openHost(settings: PortalSettings): Promise<Host> {
  if (!isInTeams(settings)) return { signIn: createSignIn(settings) };
  const { openTeams } = await import('./teams-host.ts');
  return openTeams();
}
