import { Button } from '@fluentui/react-components';
import { useMessages } from '../../../base/messages.ts';

interface RemoveButtonProps {
  /** Name of the part, for screen readers. */
  name: string;
  className?: string;
  onRemove: () => void;
}

/** A button that removes a part of the form. */
export function RemoveButton({ name, className, onRemove }: RemoveButtonProps) {
  const text = useMessages();
  const action = text('templates.action.remove');
  return (
    <Button
      appearance="subtle"
      className={className}
      aria-label={text('named.value', { name: action, value: name })}
      onClick={onRemove}
    >
      {action}
    </Button>
  );
}
