// biome-ignore-all lint/a11y/useFocusableInteractive: rows and headings of a table are not interactive
// biome-ignore-all lint/a11y/useSemanticElements: elements of a table lose their roles in a grid layout
import { Checkbox, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { type CSSProperties, memo, type ReactNode, useEffect } from 'react';
import { useMessages } from '../base/messages.ts';
import { type Cards, useCards } from './use-cards.ts';
import { useIsPrinting } from './use-is-printing.ts';
import { OVERSCAN, useRowsInView } from './use-rows-in-view.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Width of the column: a track of a CSS grid, in rem so that it grows with the text. Default: an equal share. */
  width?: string;
}

export interface Selection<Row> {
  /** Keys of the selected rows. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** Accessible name of the row's checkbox. */
  nameOf: (row: Row) => string;
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  selection?: Selection<Row> | undefined;
  /** Whether more rows can be loaded. `onEnd` is called when the last rows come into view. */
  hasMore?: boolean;
  onEnd?: () => void;
}

const useStyles = makeStyles({
  container: { containerType: 'inline-size' },
  table: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'clip',
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    columnGap: tokens.spacingHorizontalL,
    alignItems: 'center',
    minHeight: '44px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    boxSizing: 'border-box',
  },
  // Hovered rows have a shadow: Fluent UI's background for them needs other text and link colours in high contrast.
  body: {
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':hover': { boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStroke1}` },
  },
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
  },
  head: {
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  cell: { minWidth: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  name: {
    display: 'none',
    marginRight: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
  more: { padding: tokens.spacingVerticalM },
});

const tracksOf = <Row,>(columns: readonly Column<Row>[], hasSelection: boolean): string =>
  [...(hasSelection ? ['32px'] : []), ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)')].join(' ');

/**
 * A table of any length: only the rows in view are in the document, except during printing. Where the columns do not
 * fit, as on a phone, each row is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, selection, hasMore = false, onEnd } = props;
  const styles = useStyles();
  const cards = useCards(columns);
  const text = useMessages();
  const { body, virtual, offset } = useRowsInView(rows.length);
  const isPrinting = useIsPrinting();
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const shown = isPrinting ? rows.map((_row, index) => index) : items.map(({ index }) => index);
  const isAtEnd = hasMore && rows.length > 0 && last >= rows.length - 1 - OVERSCAN;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  const tracks = { '--columns': tracksOf(columns, selection !== undefined) } as CSSProperties;
  return (
    <div className={styles.container}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        className={mergeClasses(styles.table, cards.table)}
        style={tracks}
      >
        <div role="rowgroup">
          <div
            role="row"
            aria-rowindex={1}
            className={mergeClasses(styles.row, styles.head, cards.row, cards.head)}
          >
            {selection && (
              <div role="columnheader">
                <AllCheckbox rows={rows} keyOf={keyOf} selection={selection} />
              </div>
            )}
            {columns.map(({ id, header }) => (
              <div key={id} role="columnheader" className={styles.cell}>
                {header}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" ref={body} style={isPrinting ? {} : { height: virtual.getTotalSize() }}>
          <div
            role="presentation"
            style={isPrinting ? {} : { transform: `translateY(${(items[0]?.start ?? offset) - offset}px)` }}
          >
            {shown.map((index) => {
              const row = rows[index] as Row;
              const key = keyOf(row);
              return (
                <TableRow
                  key={key}
                  row={row}
                  rowKey={key}
                  index={index}
                  columns={columns}
                  cards={cards}
                  selection={selection}
                  measure={virtual.measureElement}
                />
              );
            })}
          </div>
        </div>
      </div>
      {/* Outside of the table, because a table may contain only rows. */}
      {hasMore &&
        (isPrinting ? (
          <p>{text('table.printedPart')}</p>
        ) : (
          <Spinner className={styles.more} size="tiny" label={text('state.loadingMore')} />
        ))}
    </div>
  );
}

interface TableRowProps<Row> {
  row: Row;
  rowKey: string;
  /** Index in the list, from 0. */
  index: number;
  columns: readonly Column<Row>[];
  cards: Cards;
  selection: Selection<Row> | undefined;
  measure: (row: Element | null) => void;
}

/** A row of the table. Scrolling renders only the rows that come into view, so each row is memoised. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, index, columns, cards, selection, measure } = props;
  const styles = useStyles();
  const isChosen = selection?.chosen.has(rowKey) ?? false;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      {...(selection && { 'aria-selected': isChosen })}
      data-index={index}
      ref={measure}
      className={mergeClasses(styles.row, styles.body, cards.row, isChosen && styles.chosen)}
    >
      {selection && (
        <div role="cell">
          <RowCheckbox name={selection.nameOf(row)} rowKey={rowKey} selection={selection} />
        </div>
      )}
      {columns.map(({ id, header, cell }, place) => (
        <div key={id} role="cell" className={styles.cell}>
          {/* The first value names the row, so it needs no column name. */}
          {place > 0 && <span className={mergeClasses(styles.name, cards.name)}>{header}</span>}
          {cell(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function RowCheckbox<Row>(props: { name: string; rowKey: string; selection: Selection<Row> }) {
  const { name, rowKey, selection } = props;
  const text = useMessages();
  const { chosen, onChange } = selection;
  const change = (isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(rowKey);
    else next.delete(rowKey);
    onChange(next);
  };
  return (
    <Checkbox
      aria-label={text('table.select', { name })}
      checked={chosen.has(rowKey)}
      onChange={(_event, { checked }) => change(checked === true)}
    />
  );
}

/** Selects all loaded rows, or none. */
function AllCheckbox<Row>(
  props: Pick<DataTableProps<Row>, 'rows' | 'keyOf'> & { selection: Selection<Row> },
) {
  const { rows, keyOf, selection } = props;
  const text = useMessages();
  const chosen = rows.filter((row) => selection.chosen.has(keyOf(row))).length;
  const isAll = chosen > 0 && chosen === rows.length;
  return (
    <Checkbox
      aria-label={text('table.selectAll')}
      checked={chosen > 0 && !isAll ? 'mixed' : isAll}
      onChange={() => selection.onChange(new Set(isAll ? [] : rows.map(keyOf)))}
    />
  );
}
