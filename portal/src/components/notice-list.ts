/** Notices about completed actions. They are stored outside of React, so that a page can add one while it closes. */
import { useSyncExternalStore } from 'react';

export interface Notice {
  id: number;
  text: string;
}

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a notice on the current page. */
export function notify(text: string): void {
  lastId += 1;
  set([...notices.slice(-2), { id: lastId, text }]);
}

export const dismiss = (id: number): void => set(notices.filter((notice) => notice.id !== id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices);
