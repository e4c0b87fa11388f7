import { useState } from 'react';

/**
 * The fields of a form with people who need a correction. A form is not sent before, because it would lose them without
 * a word.
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
