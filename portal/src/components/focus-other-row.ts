/**
 * Focuses the first button of another row, or the page's heading: a completed row disappears with its buttons.
 * @param list the list, whose rows have their ids in `data-row`
 */
export function focusOtherRow(list: HTMLElement | null, id: string): void {
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-row] button') ?? [])];
  const other = buttons.find((button) => button.closest('[data-row]')?.getAttribute('data-row') !== id);
  (other ?? document.querySelector<HTMLElement>('h1'))?.focus();
}
