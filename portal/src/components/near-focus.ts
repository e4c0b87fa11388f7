/** Finds the control next to one that was removed. */

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';

/** Elements within which the focus stays. */
const CONTAINERS = 'main, [role=dialog], [role=alertdialog]';

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.tabIndex >= 0 &&
  element.getClientRects().length > 0;

/** Returns the controls of the element in document order, with the element itself. */
function controlsIn(element: Node): HTMLElement[] {
  if (!(element instanceof HTMLElement)) return [];
  return [
    ...(element.matches(CONTROLS) ? [element] : []),
    ...element.querySelectorAll<HTMLElement>(CONTROLS),
  ];
}

/** Returns a function that finds the control, or the nearest one after or before it that still exists. */
export function rememberControl(control: Element | null): () => HTMLElement | undefined {
  if (!(control instanceof HTMLElement) || control === document.body) return () => undefined;
  const controls = controlsIn(control.closest(CONTAINERS) ?? document.body);
  const place = controls.indexOf(control);
  return () => {
    if (isUsable(control)) return control;
    return controls.slice(place + 1).find(isUsable) ?? controls.slice(0, place).findLast(isUsable);
  };
}

/** The former position of a node. */
export interface NodePosition {
  parent: Node;
  next: Node | null;
  previous: Node | null;
}

/** Returns the control nearest to the place: after it, before it, then in one of the elements around it. */
export function nearestControl({ parent, next, previous }: NodePosition): HTMLElement | undefined {
  for (let node = next; node !== null; node = node.nextSibling) {
    const found = controlsIn(node).find(isUsable);
    if (found) return found;
  }
  for (let node = previous; node !== null; node = node.previousSibling) {
    const found = controlsIn(node).findLast(isUsable);
    if (found) return found;
  }
  for (let node: Node | null = parent; node !== null; node = node.parentNode) {
    const found = controlsIn(node).find(isUsable);
    if (found) return found;
    if (node instanceof HTMLElement && node.matches(CONTAINERS)) return undefined;
  }
  return undefined;
}
