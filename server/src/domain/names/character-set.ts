/** Parses a set of characters, written as single characters and a few Unicode classes. */

const CLASSES: Readonly<Record<string, RegExp>> = {
  '\\p{L}': /[\p{L}\p{M}]/u,
  '\\p{N}': /\p{N}/u,
  '\\p{Zs}': /\p{Zs}/u,
};

const PART = /\\p\{\w+\}|\\\\|[\s\S]/gu;

const partsOf = (source: string): string[] => [...source.matchAll(PART)].map(([part]) => part);

export type CharacterSet = (character: string) => boolean;

/** Parses the set. Returns undefined when a backslash begins no known class. */
export function parseCharacters(source: string): CharacterSet | undefined {
  const single = new Set<string>();
  const classes: RegExp[] = [];
  for (const part of partsOf(source)) {
    if (part === '\\\\') single.add('\\');
    else if (part === '\\') return undefined;
    else if (!part.startsWith('\\')) single.add(part);
    else if (CLASSES[part] === undefined) return undefined;
    else classes.push(CLASSES[part]);
  }
  return (character) => single.has(character) || classes.some((known) => known.test(character));
}

/** Whether `forbidden` contains each character and class of `allowed`, so no name is valid. */
export function isWhollyForbidden(allowed: string, forbidden: string): boolean {
  const isForbidden = parseCharacters(forbidden);
  const parts = partsOf(forbidden);
  return partsOf(allowed).every((part) =>
    CLASSES[part] === undefined ? isForbidden?.(part === '\\\\' ? '\\' : part) : parts.includes(part),
  );
}
