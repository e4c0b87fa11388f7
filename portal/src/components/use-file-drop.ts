import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Accepts files and folders that are dropped anywhere on the page. Otherwise the browser would open them instead of the
 * page. Returns whether files or folders are being dragged over the page.
 * @param onDrop reads the data at once, because it is empty after the event
 */
export function useFileDrop(isEnabled: boolean, onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const ending = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      addEventListener(type, handle, { signal: ending.signal });
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    listen('dragover', (event) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    // Without a related target the files leave the window.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      setOver(false);
      if (event.defaultPrevented || event.dataTransfer === null || !hasFiles(event)) return;
      event.preventDefault();
      drop(event.dataTransfer);
    });
    return () => ending.abort();
  }, [isEnabled]);
  return isOver;
}
