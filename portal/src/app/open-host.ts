/** Detects where the portal runs, in Microsoft Teams or in a browser window, and connects to it. */
import type { PortalSettings } from '../base/settings.ts';
import { createSignIn } from '../sign-in/session.ts';
import type { Host } from './host.ts';

/**
 * Returns true inside Microsoft Teams. Only Teams may frame the portal (frame-ancestors), and its mobile clients give a
 * page `nativeInterface`. Unlike a parameter in the address, both survive a reload.
 */
const isInTeams = ({ teamsApp }: PortalSettings): boolean =>
  teamsApp !== undefined && (window.parent !== window || 'nativeInterface' in window);

/** @throws StartFailure when Microsoft Teams does not answer */
export async function openHost(settings: PortalSettings): Promise<Host> {
  if (!isInTeams(settings)) return { signIn: createSignIn(settings) };
  const { openTeams } = await import('./teams-host.ts');
  return openTeams();
}
