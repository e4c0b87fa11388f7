import { useEffect, useState } from 'react';
import { rememberControl } from './near-focus.ts';

type Find = () => HTMLElement | undefined;

/** Finds the control that opened the latest dialog. */
let findOfLatest: Find | undefined;

/**
 * Returns the focused element; for a menu item, the menu's button, because the item is removed before the dialog
 * closes.
 */
function openerOf(focused: Element | null): Element | null {
  const label = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (label && document.getElementById(label)) || focused;
}

/**
 * Returns a function that finds the dialog's opener. If the opener was in a dialog that has closed, finds the opener
 * of that dialog.
 */
function rememberOpener(): Find {
  const opener = openerOf(document.activeElement);
  const find = rememberControl(opener);
  const findOfEarlier = opener?.closest('[role=dialog], [role=alertdialog]') ? findOfLatest : undefined;
  return () => (opener?.isConnected ? find() : (findOfEarlier ?? find)());
}

/**
 * Restores the focus after a dialog or drawer: to the control that had it, else to the nearest one, else to the
 * page's heading. Fluent UI restores it only to a DialogTrigger.
 */
export function useReturnFocus(): void {
  const [find] = useState(rememberOpener);
  useEffect(() => {
    findOfLatest = find;
    return () => (find() ?? document.querySelector('h1'))?.focus();
  }, [find]);
}
