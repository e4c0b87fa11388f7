import { useState } from 'react';

/**
 * Tracks the fields of a form whose people need a correction. The form can't be sent until then, because it would drop
 * them silently.
 */
export function useOpenLists() {
  const [open, setOpen] = useState<Readonly<Record<string, boolean>>>({});
  return {
    isOpen: Object.values(open).includes(true),
    /** Returns the callback of a field. */
    of:
      (field: string) =>
      (isOpen: boolean): void =>
        setOpen((last) => ({ ...last, [field]: isOpen })),
  };
}
