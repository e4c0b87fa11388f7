import { Field, Select } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { TAB_CONTENTS, type TabContents, tabChoicesIn, useChannelContents } from './channel-contents.ts';
import { useValue } from './manifest-form.ts';
import type { Path } from './manifest-text.ts';

/** The contents of the tab's channel that the tab can show. */
export function useTabChoices(path: Path): Record<TabContents, readonly string[]> {
  const { value: channel } = useValue([...path.slice(0, -2), 'displayName']);
  return tabChoicesIn(useChannelContents(), String(channel ?? ''));
}

const keyOf = (kind: string, name: string): string => `${kind}:${name}`;

/** A field for the item among the contents that a tab shows. */
export function TabContentsValue({ path }: { path: Path }) {
  const text = useMessages();
  const { value, problem, isReadOnly, set } = useValue([...path, 'contents']);
  const choices = useTabChoices(path);
  // The manifest may name a kind that the form does not offer.
  const [named] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const shown = named && keyOf(named[0], String(named[1]));
  const all = TAB_CONTENTS.flatMap((kind) => choices[kind].map((name) => ({ kind, name })));
  const isKnown = all.some(({ kind, name }) => keyOf(kind, name) === shown);
  return (
    <Field label={text('templates.field.tabContents')} {...problem}>
      <Select
        value={shown ?? ''}
        disabled={isReadOnly}
        onChange={(_event, { value: chosen }) => {
          const found = all.find(({ kind, name }) => keyOf(kind, name) === chosen);
          if (found !== undefined) set({ [found.kind]: found.name });
        }}
      >
        {!isKnown && <option value={shown ?? ''}>{shown?.slice(shown.indexOf(':') + 1) ?? ''}</option>}
        {TAB_CONTENTS.filter((kind) => choices[kind].length > 0).map((kind) => (
          <optgroup key={kind} label={text(`templates.tabContents.${kind}`)}>
            {choices[kind].map((name) => (
              <option key={name} value={keyOf(kind, name)}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}
