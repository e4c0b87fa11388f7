/** Languages of templates: BCP 47 tags, and language ranges to find them. */

/** Returns the tag in canonical case (`en_us` becomes `en-US`); undefined for an invalid tag. */
export function canonicalLanguage(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

const RANGE = /^(\*|[a-z]{1,8}([-_][a-z0-9]{1,8})*)$/i;

export const isLanguageRange = (text: string): boolean => RANGE.test(text);

/** Matches by basic filtering (RFC 4647, 3.3.1): `en` finds `en` and `en-US`, not `enm`. `*` finds every language. */
export function matchesLanguage(range: string, language: string): boolean {
  if (range === '*') return true;
  const wanted = range.replaceAll('_', '-').toLowerCase();
  const tag = language.toLowerCase();
  return tag === wanted || tag.startsWith(`${wanted}-`);
}
