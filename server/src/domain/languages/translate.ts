/** Translates messages into the reader's language. */
import { type Message, render } from '../../kernel/messages.ts';
import german from './de.json' with { type: 'json' };
import french from './fr.json' with { type: 'json' };
import type { Language } from './language.ts';

/** Texts by message code. The English texts are in the code that creates the messages. */
export const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  de: german,
  fr: french,
};

/**
 * Returns the translated text. Falls back to English when the message has no code, or was stored with other parameters.
 */
export function translate(language: Language, message: Message): string {
  const { message: english, messageCode, messageParameters = {} } = message;
  if (language === 'en' || messageCode === undefined) return english;
  const text = CATALOGUES[language][messageCode];
  if (text === undefined) return english;
  try {
    return render(language, text, messageParameters, (nested) => translate(language, nested));
  } catch {
    return english;
  }
}
