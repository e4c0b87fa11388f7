import {
  Caption1,
  Field,
  makeStyles,
  Tag,
  TagPicker,
  TagPickerControl,
  TagPickerGroup,
  TagPickerInput,
  TagPickerList,
  TagPickerOption,
  tokens,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { useMessages } from '../base/messages.ts';
import { Initials } from './Initials.tsx';
import { useDebounced } from './use-debounced.ts';

/** A selected item. */
export interface Choice {
  id: string;
  displayName: string;
}

/** An item that matches the typed words. */
export type Match<Chosen extends Choice> = Chosen & {
  /** Distinguishes items with the same name. */
  detail?: string;
  /** Whether the item is a person, who is shown with initials. */
  isPerson?: true;
};

/** The items that match the typed words. */
export interface Matches<Chosen extends Choice> {
  matches: readonly Match<Chosen>[];
  isFetching: boolean;
  error: Error | null;
}

export interface PickerProps<Chosen extends Choice> {
  label: string;
  hint?: string;
  required?: boolean;
  problem?: string | undefined;
  /** Maximum number of selected items. Default: no limit. */
  most?: number;
  chosen: readonly Chosen[];
  onChange: (chosen: readonly Chosen[]) => void;
}

interface SearchPickerProps<Chosen extends Choice> extends PickerProps<Chosen> {
  /** A hook that loads the items for the typed words. */
  useMatches: (typed: string) => Matches<Chosen>;
  /** Whether items are shown before anything is typed. */
  hasSuggestions?: boolean;
  /** Hint while nothing is typed and no items are shown. */
  invitation: string;
  /** Message when nothing matches. */
  none: string;
  /** Handles pasted or dropped text. Returns false for text that belongs in the search box. */
  onText?: (text: string) => boolean;
  /** Handles dropped files. */
  onFiles?: (files: readonly File[]) => void;
}

const TYPING_MILLISECONDS = 250;

const useStyles = makeStyles({
  // Fluent UI's minimum width is greater than the width of a field in a row of filters.
  control: { minWidth: 0 },
  // The grid stacks both lines, because Fluent UI would indent the second one.
  option: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  // A hundred people must not push the rest of the form away.
  chosen: { maxHeight: '200px', overflowY: 'auto' },
  detail: { color: tokens.colorNeutralForeground2 },
});

/** A search box that shows the selected items as tags. */
export function SearchPicker<Chosen extends Choice>(props: SearchPickerProps<Chosen>) {
  const { label, hint = '', required = false, problem, most = Number.POSITIVE_INFINITY } = props;
  const { chosen, onChange, useMatches, invitation, none, hasSuggestions = false } = props;
  const { onText, onFiles } = props;
  const styles = useStyles();
  const text = useMessages();
  const [typed, setTyped] = useState('');
  const searched = useDebounced(typed, TYPING_MILLISECONDS);
  const found = useMatches(searched);
  const ids = chosen.map(({ id }) => id);
  const matches = typed === '' && !hasSuggestions ? [] : found.matches.filter(({ id }) => !ids.includes(id));

  const select = (selected: string[]) => {
    const known: readonly Chosen[] = [...chosen, ...matches];
    const next = selected.flatMap((id) => known.find((each) => each.id === id) ?? []);
    setTyped('');
    onChange(next.slice(-most));
  };
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    if (onText?.(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    const { files } = event.dataTransfer;
    if (files.length > 0 && onFiles !== undefined) {
      event.preventDefault();
      onFiles([...files]);
    } else if (onText?.(event.dataTransfer.getData('text/plain'))) event.preventDefault();
  };
  const answer = () => {
    if (typed === '' && !hasSuggestions) return invitation;
    if (found.error !== null) return text('picker.failed');
    return found.isFetching || searched !== typed ? text('state.loading') : none;
  };

  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      {...(problem !== undefined && { validationMessage: problem })}
    >
      <TagPicker
        selectedOptions={ids}
        onOptionSelect={(_event, { selectedOptions }) => select(selectedOptions)}
      >
        <TagPickerControl
          className={styles.control}
          expandIcon={{ 'aria-label': text('picker.open', { label }), children: <ChevronDownRegular /> }}
          onDrop={drop}
          onDragOver={(event) => onText !== undefined && event.preventDefault()}
        >
          <TagPickerGroup aria-label={label} className={styles.chosen}>
            {chosen.map(({ id, displayName }) => (
              <Tag key={id} value={id} shape="rounded">
                {displayName}
              </Tag>
            ))}
          </TagPickerGroup>
          <TagPickerInput
            aria-label={label}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onPaste={paste}
          />
        </TagPickerControl>
        <TagPickerList>
          {matches.map(({ id, displayName, detail, isPerson }) => (
            <TagPickerOption
              key={id}
              value={id}
              text={displayName}
              {...(isPerson && { media: <Initials name={displayName} /> })}
            >
              <span className={styles.option}>
                {displayName}
                {detail !== undefined && detail !== '' && (
                  <Caption1 className={styles.detail}>{detail}</Caption1>
                )}
              </span>
            </TagPickerOption>
          ))}
          {matches.length === 0 && (
            <TagPickerOption value="" text="">
              {answer()}
            </TagPickerOption>
          )}
        </TagPickerList>
      </TagPicker>
    </Field>
  );
}
