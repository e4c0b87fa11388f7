/**
 * The message catalogues, one for each language, in the two parts of first-messages.ts. English is the source of the
 * ids.
 */
import { useSyncExternalStore } from 'react';
import { type PrimitiveType, type ResolvedIntlConfig, useIntl } from 'react-intl';
import type english from '../../messages/en.json';

export type MessageId = keyof typeof english;
/** Parsed messages. */
type Catalogue = Extract<ResolvedIntlConfig['messages'], Record<string, object>>;
/** The build parses the messages with arguments, so that the portal needs no parser. */
type Built = Record<string, string | Catalogue[string]>;
type Load = () => Promise<{ default: Built }>;

const CATALOGUES: Record<string, { first: Load; later: Load }> = {
  en: {
    first: () => import('../../messages/en.json?first'),
    later: () => import('../../messages/en.json?later'),
  },
  fr: {
    first: () => import('../../messages/fr.json?first'),
    later: () => import('../../messages/fr.json?later'),
  },
  de: {
    first: () => import('../../messages/de.json?first'),
    later: () => import('../../messages/de.json?later'),
  },
};

const LITERAL = 0;

const toCatalogue = (built: Built): Catalogue =>
  Object.fromEntries(
    Object.entries(built).map(([id, message]) => [
      id,
      typeof message === 'string' ? [{ type: LITERAL, value: message }] : message,
    ]),
  ) as Catalogue;

let language = 'en';
let loaded: Catalogue = {};
const listeners = new Set<() => void>();

/**
 * Chooses the first preferred language that has a catalogue, else English, and loads its first messages. Returns the
 * language tag.
 */
export async function openMessages(preferred: readonly string[]): Promise<string> {
  const locale = preferred.find((tag) => isLocale(tag) && languageOf(tag) in CATALOGUES) ?? 'en';
  language = languageOf(locale);
  loaded = toCatalogue((await partsOf(language).first()).default);
  return locale;
}

/** Loads the messages of all other pages. The module loader caches them. */
export async function loadLaterMessages(): Promise<void> {
  const built = (await partsOf(language).later()).default;
  if (Object.keys(built).every((id) => id in loaded)) return;
  loaded = { ...loaded, ...toCatalogue(built) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the messages that have been loaded so far. */
export const useCatalogue = (): Catalogue => useSyncExternalStore(subscribe, () => loaded);

const partsOf = (of: string) => CATALOGUES[of] as { first: Load; later: Load };

/** Languages that have a catalogue. */
export const LANGUAGES: readonly string[] = Object.keys(CATALOGUES);

/**
 * Returns the languages of the browser, after the chosen one. For the chosen language, uses the browser's first tag of
 * that language, which determines the formats of dates and numbers.
 */
export function preferredLanguages(chosen: string | undefined): readonly string[] {
  if (chosen === undefined) return navigator.languages;
  const tags = navigator.languages.filter((tag) => languageOf(tag) === chosen);
  return [...tags, chosen, ...navigator.languages];
}

/** Returns the language of a tag, such as `en` for `en-GB`. The catalogues have the names of languages. */
export const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] as string;

/** Some browsers report tags of the system that are not language tags, such as `en-US@posix`. */
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
