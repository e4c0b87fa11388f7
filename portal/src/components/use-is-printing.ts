import { useSyncExternalStore } from 'react';

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  const set = ({ type }: Event): void => {
    isPrinting = type === 'beforeprint';
    listener();
  };
  addEventListener('beforeprint', set);
  addEventListener('afterprint', set);
  return () => {
    removeEventListener('beforeprint', set);
    removeEventListener('afterprint', set);
  };
}

/** Returns whether the browser prints the page. The page is rendered again before the browser reads it. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
