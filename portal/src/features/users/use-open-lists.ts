import { useState } from 'react';

/**
 * Tracks the fields of a form that have unknown or ambiguous people. While a field has some, the form can't be sent,
 * because it would silently leave out these people.
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
