import { makeStyles, tokens } from '@fluentui/react-components';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface CardGridProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  card: (item: Item) => ReactNode;
}

const CARD_WIDTH = 280;
const ESTIMATED_HEIGHT = 180;
const OVERSCAN = 3;

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(var(--columns), minmax(0, 1fr))',
    columnGap: tokens.spacingHorizontalL,
    paddingBottom: tokens.spacingHorizontalL,
  },
});

/** A grid of cards. Only the rows in view are in the document. */
export function CardGrid<Item>({ items, keyOf, card }: CardGridProps<Item>) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const { columns, offset } = useGeometry(list);
  const virtual = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => ESTIMATED_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  const rows = virtual.getVirtualItems();
  const before = (rows[0]?.start ?? offset) - offset;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the items of a row are items of the one list
    <div role="list" ref={list} className={styles.list} style={{ height: virtual.getTotalSize() }}>
      <div role="presentation" style={{ transform: `translateY(${before}px)` }}>
        {rows.map(({ index }) => (
          <div
            key={index}
            role="presentation"
            data-index={index}
            ref={virtual.measureElement}
            className={styles.row}
            style={{ '--columns': columns } as CSSProperties}
          >
            {items.slice(index * columns, (index + 1) * columns).map((item, place) => (
              // biome-ignore lint/a11y/useSemanticElements: see the list
              <div
                key={keyOf(item)}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={index * columns + place + 1}
              >
                {card(item)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Number of columns that fit, and the distance of the list from the top of the document. */
function useGeometry(list: RefObject<HTMLDivElement | null>): { columns: number; offset: number } {
  const [geometry, setGeometry] = useState({ columns: 1, offset: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { width, top } = element.getBoundingClientRect();
      setGeometry({
        columns: Math.max(1, Math.floor(width / CARD_WIDTH)),
        offset: Math.round(top + window.scrollY),
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return geometry;
}
