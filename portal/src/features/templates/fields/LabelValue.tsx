import { useMessages } from '../../../base/messages.ts';
import { useLabels } from '../../labels/queries.ts';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';
import { ChoiceValue } from './ChoiceValue.tsx';

/** A field for a sensitivity label in the manifest: one published to the reader, or the one that the manifest names. */
export function LabelValue({ label, path }: { label: string; path: Path }) {
  const text = useMessages();
  const { value, isReadOnly } = useValue(path);
  const { data } = useLabels(!isReadOnly);
  const labels = (data?.value ?? []).filter(({ id, isActive }) => isActive || id === value);
  const nameOf = (id: string | undefined): string | undefined => labels.find((each) => each.id === id)?.name;
  const choices = labels.map(({ id, name, parent }) => ({
    value: id,
    label: [nameOf(parent), name].filter(Boolean).join(' / '),
  }));
  return (
    <ChoiceValue
      label={label}
      path={path}
      choices={[{ value: '', label: text('templates.label.none') }, ...choices]}
      absent=""
      toValue={(chosen) => chosen || undefined}
    />
  );
}
