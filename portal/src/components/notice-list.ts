/** Notices about actions. They are stored outside of React, so that a page can add one while it closes. */
import { useSyncExternalStore } from 'react';

export interface Notice {
  id: number;
  intent: NoticeIntent;
  text: string;
}

/** `info`: the action continues. `error`: it failed after its dialog has closed. */
export type NoticeIntent = 'success' | 'info' | 'error';

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a notice on the current page. Returns its id. */
export function notify(text: string, intent: NoticeIntent = 'success'): number {
  lastId += 1;
  set([...notices.slice(-2), { id: lastId, intent, text }]);
  return lastId;
}

export const dismiss = (id: number): void => set(notices.filter((notice) => notice.id !== id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices);
