import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '../base/drafts.ts';

/** Returns the stored draft, and deletes it. */
function take<Value>(name: string): Value | undefined {
  const stored = readDraft<Value>(name);
  removeDraft(name);
  return stored;
}

/** State that survives a reload and a new sign-in of the same person. It ends when the person opens another page. */
export function useLastingState<Value>(
  name: string,
  initial: () => Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() => take<Value>(name) ?? initial());
  useEffect(() => {
    const keep = (): void => writeDraft(name, value);
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [name, value]);
  return [value, setValue];
}
