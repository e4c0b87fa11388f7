/** Rules for the texts of the German and French catalogues, here and in the portal. */

type Language = 'de' | 'fr';

/** Patterns that a text must not match, with what to write instead. Each thing has one name in a language. */
const RULES: Readonly<Record<Language, readonly (readonly [pattern: RegExp, instead: string])[]>> = {
  de: [
    [/\bIds?\b|\bKennung/, 'ID'],
    [/(?<!E-)\bMails?\b|\bMailadresse/, 'E-Mail'],
    [/Passwort/, 'Kennwort'],
    [/Kommandozeile/, 'Befehlszeile'],
    [/Lauf des Lebenszyklus/, 'Lebenszyklus-Lauf'],
    [/\bständige/, 'dauerhaft'],
    [/\bgeschlossene?s? Kont|Konto [^.]*\bgeschlossen\b/, 'gesperrt'],
  ],
  fr: [
    [/ [:;?!»]|« /, 'a non-breaking space (U+00A0) before : ; ? ! and inside of « »'],
    [/\p{L}'\p{L}/u, '’'],
    [/courriel/, 'e-mail'],
    [/télévers/, 'charger'],
    [/administrateur global/, 'administrateur général'],
    [/[Cc]omptes? [^.]*\bfermés?\b/, 'désactivé'],
  ],
};

/** Returns the texts that violate a rule, each with what to write instead. */
export const wordingFaults = (language: Language, catalogue: Readonly<Record<string, string>>): string[] =>
  Object.entries(catalogue).flatMap(([code, text]) =>
    RULES[language]
      .filter(([pattern]) => pattern.test(text))
      .map(([, instead]) => `${code}: ${text} (write ${instead})`),
  );

/**
 * Returns whether a text has at least two words outside of its parameters. Single words can be the same in two
 * languages.
 */
const hasWords = (text: string): boolean =>
  (text.replaceAll(/\{[^}]*\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0) > 1;

/** Returns the codes whose text is still the English one. */
export const untranslated = (
  catalogue: Readonly<Record<string, string>>,
  english: (code: string) => string | undefined,
): string[] =>
  Object.entries(catalogue)
    .filter(([code, text]) => text === english(code) && hasWords(text))
    .map(([code]) => code);
