import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../base/messages.ts';
import { PHONE_SCREEN } from './narrow-screen.ts';
import { SearchInput } from './SearchInput.tsx';
import { useDebounced } from './use-debounced.ts';

export interface Choice {
  value: string;
  label: string;
}

export type Filter<Name extends string = string> = { name: Name; label: string } & (
  | { kind: 'search' }
  | { kind: 'date' }
  | {
      kind: 'picker';
      /** Returns the field, with its label. */
      render: (value: string, onChange: (value: string) => void) => ReactNode;
    }
  | { kind: 'choice'; choices: readonly Choice[] /** Text for no choice. Default: “All”. */; all?: string }
);

interface FilterBarProps<Name extends string> {
  filters: readonly Filter<Name>[];
  /** Filters that are shown on request, or when one of them has a value. */
  more?: readonly Filter<Name>[];
  values: { readonly [Key in Name]?: string | undefined };
  onChange: (changed: { [Key in Name]?: string }) => void;
}

const TYPING_MILLISECONDS = 300;

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: tokens.spacingHorizontalM,
    flexGrow: 1,
    maxWidth: '1240px',
  },
  field: {
    minWidth: 0,
    flex: '1 1 190px',
    maxWidth: '260px',
    [PHONE_SCREEN]: { maxWidth: '100%', flexBasis: '100%' },
  },
  control: { minWidth: 0, width: '100%', maxWidth: '100%' },
  clear: { flexShrink: 0 },
});

/** The filters of a list. The page keeps their values in its address (base/filters.ts). */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { filters: first, more = [], values, onChange } = props;
  const styles = useStyles();
  const text = useMessages();
  const [isMore, setMore] = useState(() => more.some(({ name }) => values[name] !== undefined));
  const hasValue = ({ name }: Filter<Name>) => values[name] !== undefined;
  const filters = [...first, ...(isMore ? more : more.filter(hasValue))];
  const isFiltered = filters.some(hasValue);
  const set = (name: Name, value: string) => onChange({ [name]: value } as { [Key in Name]?: string });
  const clear = () => onChange(Object.fromEntries(filters.map(({ name }) => [name, ''])) as never);
  return (
    <search className={styles.bar}>
      {filters.map((filter) => (
        <Control
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ''}
          onChange={(value) => set(filter.name, value)}
        />
      ))}
      {more.length > 0 && (
        <Button
          className={styles.clear}
          appearance="subtle"
          aria-expanded={isMore}
          onClick={() => setMore(!isMore)}
        >
          {text(isMore ? 'filter.fewer' : 'filter.more')}
        </Button>
      )}
      {isFiltered && (
        <Button className={styles.clear} appearance="subtle" onClick={clear}>
          {text('filter.clear')}
        </Button>
      )}
    </search>
  );
}

interface ControlProps {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
}

function Control({ filter, value, onChange }: ControlProps) {
  const styles = useStyles();
  const text = useMessages();
  if (filter.kind === 'picker') return <div className={styles.field}>{filter.render(value, onChange)}</div>;
  if (filter.kind === 'search') return <Search label={filter.label} value={value} onChange={onChange} />;
  return (
    <Field label={filter.label} className={styles.field}>
      {filter.kind === 'date' ? (
        <Input
          className={styles.control}
          type="date"
          value={value}
          onChange={(_event, { value: typed }) => onChange(typed)}
        />
      ) : (
        <Select
          className={styles.control}
          value={value}
          onChange={(_event, { value: chosen }) => onChange(chosen)}
        >
          <option value="">{filter.all ?? text('filter.all')}</option>
          {filter.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A search box that takes effect after a pause in typing. */
function Search({ label, value, onChange }: Omit<ControlProps, 'filter'> & { label: string }) {
  const styles = useStyles();
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed, TYPING_MILLISECONDS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the address
  useEffect(() => {
    if (settled !== value) onChange(settled);
  }, [settled]);
  // The value can also change with the address: by the back button, or when the filters are cleared.
  useEffect(() => setTyped(value), [value]);
  return (
    <Field label={label} className={styles.field}>
      <SearchInput className={styles.control} value={typed} onChange={setTyped} />
    </Field>
  );
}
