/** The message catalogues, one for each language. English is the source of the ids. */
import { type PrimitiveType, useIntl } from 'react-intl';
import type english from '../../messages/en.json';

export type MessageId = keyof typeof english;
type Catalogue = Record<MessageId, string>;

const CATALOGUES: Record<string, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../../messages/en.json'),
  fr: () => import('../../messages/fr.json'),
  de: () => import('../../messages/de.json'),
};

export interface Messages {
  locale: string;
  messages: Catalogue;
}

/** Loads the catalogue of the first preferred language that has one, else the English one. */
export async function loadMessages(preferred: readonly string[]): Promise<Messages> {
  const locale = preferred.find((tag) => isLocale(tag) && languageOf(tag) in CATALOGUES) ?? 'en';
  const load = CATALOGUES[languageOf(locale)] as () => Promise<{ default: Catalogue }>;
  return { locale, messages: (await load()).default };
}

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] as string;

/** Browsers pass on tags of the system that are no language tags, such as `en-US@posix`. */
const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** Returns a function that formats a message of the catalogue. */
export function useMessages(): (id: MessageId, values?: Record<string, PrimitiveType>) => string {
  const intl = useIntl();
  return (id, values) => intl.formatMessage({ id }, values);
}
