/** Writes the texts of notifications in the reader's language. */
import type { NotificationFacts, NotificationKind, Texts } from './model.ts';
import { DE } from './texts-de.ts';
import { EN } from './texts-en.ts';
import { FR } from './texts-fr.ts';

const TEXTS = { en: EN, fr: FR, de: DE } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;
export const LANGUAGES = Object.keys(TEXTS) as Language[];

/**
 * Returns the reader's language, or English when there are no texts in it. Directories store a BCP 47 tag (`fr-CA`) or
 * a locale (`fr_CA.UTF-8`).
 */
export function languageFor(preferred: string | null | undefined): Language {
  const primary = preferred
    ?.trim()
    .split(/[-_.@]/)[0]
    ?.toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}

/** Joins a text into one line, because line breaks in a name could add mail headers. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the subject, and a plain text of one or two paragraphs. */
export function writeWords(
  language: Language,
  kind: NotificationKind,
  facts: NotificationFacts,
): { subject: string; text: string } {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const expires = 'expiresDateTime' in facts ? format.format(new Date(facts.expiresDateTime)) : '';
  const last = 'lastActivityDateTime' in facts ? format.format(new Date(facts.lastActivityDateTime)) : '';
  const texts: Texts = TEXTS[language];
  const { subject, body } = texts[kind]({ ...facts, expires, last } as never);
  const said = 'message' in facts && facts.message !== undefined ? [texts.quoted(facts.message)] : [];
  return { subject: oneLine(subject), text: [oneLine(body), ...said].join('\n\n') };
}
