/** Ends a session: no data of the person stays in this tab or in the other tabs of the browser. */
import { BASE_PATH } from '../base/address.ts';
import { type DraftOwner, endDrafts, openDrafts } from '../base/drafts.ts';

const CHANNEL = 'charter.session';
const ENDED = 'charter.ended';
const LEFT = 'charter.left';

/** Reloads the page, which asks the issuer who is signed in. */
function leave(): void {
  endDrafts();
  location.reload();
}

/** Reloads this page when the person signs out in another tab. */
export function followSignOut(): void {
  new BroadcastChannel(CHANNEL).onmessage = leave;
}

/**
 * Deletes the drafts, then leaves for the issuer. A page that the browser restores from memory afterwards, by its Back
 * button, is reloaded.
 */
export async function signOutBy(person: DraftOwner, redirect: () => Promise<void>): Promise<void> {
  endDrafts();
  sessionStorage.setItem(ENDED, 'true');
  addEventListener('pageshow', ({ persisted }) => persisted && leave());
  try {
    await redirect();
  } catch (error) {
    openDrafts(person);
    throw error;
  }
}

/** Notifies the other tabs if the person signed out in this tab. Call this when nobody is signed in. */
export function announceSignOut(): void {
  if (sessionStorage.getItem(ENDED) === null) return;
  sessionStorage.removeItem(ENDED);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('ended');
  channel.close();
}

/**
 * Ends the session of this tab when the issuer has no end-session endpoint (Google). The issuer's own session
 * continues, so the portal must not resume it.
 */
export function leaveWithoutIssuer(): void {
  sessionStorage.setItem(LEFT, 'true');
  location.assign(BASE_PATH);
}

/** Whether the person has signed out in this tab while the issuer's session continues. */
export const hasSignedOutHere = (): boolean => sessionStorage.getItem(LEFT) !== null;

export const returnToIssuer = (): void => sessionStorage.removeItem(LEFT);
