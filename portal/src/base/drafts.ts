/**
 * Drafts of forms in the storage of the browser tab. They survive a reload and a new sign-in of the same person, end
 * with a sign-out, and are never shown to another person.
 */

const PREFIX = 'charter.';

/** Prefix of the keys of the signed-in person; undefined while nobody is signed in. */
let own: string | undefined;

/** The person whom drafts belong to. */
export interface DraftOwner {
  tenant: string;
  id: string;
}

/** Opens the drafts of the signed-in person, and deletes those of other people. */
export function openDrafts(person: DraftOwner): void {
  own = `${PREFIX}${JSON.stringify([person.tenant, person.id])}.`;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(own)) sessionStorage.removeItem(key);
  }
}

/** Deletes everything that the tab stores. No draft is stored until somebody signs in again. */
export function endDrafts(): void {
  own = undefined;
  sessionStorage.clear();
}

/** Returns the stored draft; undefined when there is none, or none that can be read. */
export function readDraft<Draft>(name: string): Draft | undefined {
  if (own === undefined) return undefined;
  try {
    const stored = sessionStorage.getItem(own + name);
    return stored === null ? undefined : (JSON.parse(stored) as Draft);
  } catch {
    return undefined;
  }
}

/** Stores the draft, or deletes the stored one if the browser has no room: an old draft would replace newer input. */
export function writeDraft(name: string, draft: unknown): void {
  if (own === undefined) return;
  try {
    sessionStorage.setItem(own + name, JSON.stringify(draft));
  } catch {
    removeDraft(name);
  }
}

export function removeDraft(name: string): void {
  if (own !== undefined) sessionStorage.removeItem(own + name);
}
