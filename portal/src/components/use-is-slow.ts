import { useEffect, useState } from 'react';

const SLOW_MILLISECONDS = 5_000;

/** Returns true once something has been pending for five seconds. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
