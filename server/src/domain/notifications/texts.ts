/** Writes the texts of notifications in the reader's language. */
import type { Language } from '../languages/language.ts';
import type { NotificationFacts, NotificationKind, Texts } from './model.ts';
import { DE } from './texts-de.ts';
import { EN } from './texts-en.ts';
import { FR } from './texts-fr.ts';

const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, fr: FR, de: DE };

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
  const details = 'detail' in facts ? [texts.details(oneLine(facts.detail))] : [];
  return { subject: oneLine(subject), text: [oneLine(body), ...said, ...details].join('\n\n') };
}
