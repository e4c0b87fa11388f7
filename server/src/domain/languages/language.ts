/** The languages of messages to people. */
export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** Returns the primary subtag of a BCP 47 tag (`fr-CA`) or of a locale (`fr_CA.UTF-8`). */
const primaryOf = (tag: string): string | undefined =>
  tag
    .trim()
    .split(/[-_.@]/)[0]
    ?.toLowerCase();

/** Returns the language that a directory stores for a person, or English when Charter does not write in it. */
export function languageOfPerson(preferred: string | null | undefined): Language {
  const primary = primaryOf(preferred ?? '') ?? '';
  return isLanguage(primary) ? primary : 'en';
}

/** Returns the locale that a directory stores for a person, as a BCP 47 tag. Without a usable one, returns the language. */
export function localeOfPerson(preferred: string | null | undefined): string {
  const language = languageOfPerson(preferred);
  const tag = (preferred ?? '')
    .trim()
    .replace(/[.@].*/, '')
    .replaceAll('_', '-');
  try {
    return primaryOf(tag) === language ? new Intl.Locale(tag).toString() : language;
  } catch {
    // The directory has free text.
    return language;
  }
}

/** Reads a language range and its weight (RFC 9110, 12.4.2): 1 by default, 0 for "not acceptable". */
function readRange(range: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { language: primaryOf(tag) ?? '', weight: weight === undefined ? 1 : Number(weight) };
}

/**
 * Returns the best language for the value of `Accept-Language` (RFC 9110, 12.5.4).
 * @param fallback language for a caller who names none that Charter writes
 */
export function negotiateLanguage(acceptLanguage: string | undefined, fallback: Language = 'en'): Language {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map(readRange)
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .sort((a, b) => b.weight - a.weight);
  const found = accepted.map(({ language }) => (language === '*' ? fallback : language)).find(isLanguage);
  return found ?? fallback;
}
