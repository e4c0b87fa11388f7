/**
 * The open dialog. It is stored outside of the pages, so that it stays when a refreshed page no longer has the button
 * that opened it: the person must still see the response and their input.
 */
import { type ReactNode, useSyncExternalStore } from 'react';

type Render = (close: () => void) => ReactNode;

export interface OpenDialog {
  id: number;
  /** Path of the page that opened it. */
  path: string;
  render: Render;
}

let open: OpenDialog | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: OpenDialog | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

/**
 * Opens a dialog, and closes the one that is open.
 * @param render returns the dialog; it captures the page's current values, and must own its mutations
 */
export function openDialog(render: Render): void {
  lastId += 1;
  set({ id: lastId, path: location.pathname, render });
}

/** Closes the open dialog, or only the one with this id. */
export function closeDialog(id = open?.id): void {
  if (open !== undefined && open.id === id) set(undefined);
}

/** Whether the current page opened the dialog that is open, perhaps before the page was loaded. */
export const hasDialogOfPage = (): boolean => open?.path === location.pathname;

/** Closes the open dialog unless the current page opened it. */
export function closeDialogOfOtherPage(): void {
  if (!hasDialogOfPage()) set(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOpenDialog = (): OpenDialog | undefined => useSyncExternalStore(subscribe, () => open);
