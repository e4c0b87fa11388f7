import { useEffect, useState } from 'react';
import { rememberControl } from './near-focus.ts';

type Find = () => HTMLElement | undefined;

/** Finds the control that opened the latest dialog. */
let findOfLatest: Find | undefined;

/** A menu has gone when the dialog closes; its button stays. */
function openerOf(focused: Element | null): Element | null {
  const label = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (label && document.getElementById(label)) || focused;
}

/** A dialog that follows another one returns the focus to the opener of the first. */
function rememberOpener(): Find {
  const opener = openerOf(document.activeElement);
  const find = rememberControl(opener);
  const findOfEarlier = opener?.closest('[role=dialog], [role=alertdialog]') ? findOfLatest : undefined;
  return () => (opener?.isConnected ? find() : (findOfEarlier ?? find)());
}

/**
 * Gives the focus back when a dialog or drawer is gone: to the control that had it before, else to the nearest one, else
 * to the page's heading. Fluent UI returns it only to a DialogTrigger.
 */
export function useReturnFocus(): void {
  const [find] = useState(rememberOpener);
  useEffect(() => {
    findOfLatest = find;
    return () => (find() ?? document.querySelector('h1'))?.focus();
  }, [find]);
}
