import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** Returns the value that this browser tab has stored under the key, and deletes it. */
function take<Value>(key: string): Value | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept === null ? undefined : (JSON.parse(kept) as Value);
  } catch {
    return undefined;
  }
}

/** State that survives a reload and a new sign-in. It ends when the person opens another page. */
export function useLastingState<Value>(
  key: string,
  initial: () => Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const name = `charter.${key}`;
  const [value, setValue] = useState(() => take<Value>(name) ?? initial());
  useEffect(() => {
    const keep = (): void => sessionStorage.setItem(name, JSON.stringify(value));
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [name, value]);
  return [value, setValue];
}
