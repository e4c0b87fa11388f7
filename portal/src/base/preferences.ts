/** The language and the colours that the person has chosen in this browser. */

export const COLOURS = ['system', 'light', 'dark'] as const;
export type Colours = (typeof COLOURS)[number];

export interface Preferences {
  /** Language of a catalogue; undefined for the language of the browser. */
  language?: string | undefined;
  colours: Colours;
}

const KEY = 'charter.preferences';
const listeners = new Set<() => void>();

/** Returns the choices, or the defaults in a browser without storage. */
export function readPreferences(): Preferences {
  try {
    const { language, colours } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      ...(typeof language === 'string' && { language }),
      colours: COLOURS.find((each) => each === colours) ?? 'system',
    };
  } catch {
    return { colours: 'system' };
  }
}

export function savePreferences(change: Partial<Preferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readPreferences(), ...change }));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** Calls `notify` after each change, also in another tab, until the returned function is called. */
export function followPreferences(notify: () => void): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === KEY) notify();
  };
  listeners.add(notify);
  addEventListener('storage', follow);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', follow);
  };
}
