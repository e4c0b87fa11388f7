import { useEffect, useState } from 'react';

/**
 * Gives the focus back when a dialog or drawer is gone: to the element that had it before, else to the page's heading.
 * Fluent UI returns it only to a DialogTrigger.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      const target = isThere ? opener : document.querySelector('h1');
      target?.focus();
    },
    [opener],
  );
}
