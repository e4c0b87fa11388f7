import { SearchBox } from '@fluentui/react-components';
import { useMessages } from '../base/messages.ts';

interface SearchInputProps {
  className?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A search box within a field. Its clear button has a name in the language of the page. */
export function SearchInput({ onChange, ...props }: SearchInputProps) {
  const text = useMessages();
  return (
    <SearchBox
      {...props}
      dismiss={{ 'aria-label': text('action.clear') }}
      onChange={(_event, { value }) => onChange(value)}
    />
  );
}
