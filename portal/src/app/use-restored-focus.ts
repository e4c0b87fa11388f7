import { useEffect } from 'react';
import { type NodePosition, nearestControl } from '../components/near-focus.ts';

/**
 * Restores the focus for keyboard users: when the focused control is removed or disabled, focuses the nearest one. The
 * browser would focus the document, and the next Tab could start anywhere. Dialogs and pages set the focus themselves
 * before this hook does.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let byKeyboard = false;
    let focused: Element | undefined;
    let place: NodePosition | undefined;

    const remember = ({ target }: FocusEvent): void => {
      focused = target as Element;
      place = undefined;
    };
    const use = ({ type }: Event): void => {
      byKeyboard = type === 'keydown';
    };
    const restore = (): void => {
      if (!byKeyboard || focused === undefined || place === undefined || !document.hasFocus()) return;
      const isLost = document.activeElement === document.body || document.activeElement === focused;
      if (isLost) (nearestControl(place) ?? document.querySelector('h1'))?.focus();
    };
    const observer = new MutationObserver((changes) => {
      if (focused === undefined) return;
      for (const { target, removedNodes, nextSibling, previousSibling } of changes) {
        const gone = place?.parent ?? focused;
        if ([...removedNodes].some((node) => node.contains(gone)))
          place = { parent: target, next: nextSibling, previous: previousSibling };
      }
      if (place === undefined && focused.matches(':disabled')) place = placeOf(focused);
      // Popups are children of the body itself, and return the focus themselves.
      if (place !== undefined && place.parent !== document.body) setTimeout(restore);
    });

    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('keydown', use, true);
    document.addEventListener('pointerdown', use, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('keydown', use, true);
      document.removeEventListener('pointerdown', use, true);
    };
  }, []);
}

const placeOf = (element: Element): NodePosition => ({
  parent: element.parentNode ?? document.body,
  next: element.nextSibling,
  previous: element.previousSibling,
});
