import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const ESTIMATED_HEIGHT = 52;
/** Number of rows that are rendered before and after those in view. */
export const OVERSCAN = 8;

/** Height of a row, with the margin of a card. */
const heightOf = (row: Element): number =>
  row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom);

/**
 * Returns the virtualiser of a table of `count` rows, the ref of the table's body, and the distance in pixels of the
 * body from the top of the page. The virtualiser needs the distance because the rows scroll with the page.
 */
export function useRowsInView(count: number) {
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const measure = useCallback(() => {
    if (body.current !== null) {
      setOffset(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    }
  }, []);
  // The offset is measured at every render, because anything above the table can change its height.
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [measure]);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => ESTIMATED_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: offset,
    measureElement: heightOf,
  });
  return { body, virtual, offset };
}
