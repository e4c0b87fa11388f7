import { useMessages } from '../../base/messages.ts';
import { type Choice, type Matches, type PickerProps, SearchPicker } from '../../components/SearchPicker.tsx';
import { useTemplateNames } from './queries.ts';

const MAX_MATCHES = 20;

/** Templates in every language whose name or id contains the typed words; the first ones while nothing is typed. */
function useTemplateMatches(typed: string): Matches<Choice> {
  const { data = [], isFetching, error } = useTemplateNames(true);
  const words = typed.trim().toLowerCase();
  const matches = data
    .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(words))
    .slice(0, MAX_MATCHES)
    .map(({ id, name }) => ({ id, displayName: name, detail: id }));
  return { matches, isFetching, error };
}

/**
 * Finds templates by name or id. Show it only to people who can list the catalog. It shows the id of a template that no
 * longer exists.
 */
export function TemplatePicker({
  chosenIds,
  onChange,
  ...props
}: Omit<PickerProps<Choice>, 'chosen' | 'onChange'> & {
  chosenIds: readonly string[];
  onChange: (ids: readonly string[]) => void;
}) {
  const text = useMessages();
  const names = new Map((useTemplateNames(true).data ?? []).map(({ id, name }) => [id, name]));
  return (
    <SearchPicker
      {...props}
      hasSuggestions
      chosen={chosenIds.map((id) => ({ id, displayName: names.get(id) ?? id }))}
      onChange={(chosen) => onChange(chosen.map(({ id }) => id))}
      useMatches={useTemplateMatches}
      invitation={text('templates.pick.none')}
      none={text('templates.pick.none')}
    />
  );
}
