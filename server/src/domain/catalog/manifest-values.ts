/** Readers and checks of manifest values that have special rules. */
import { say } from '../../kernel/messages.ts';
import { isJsonObject, valueAsText } from './document.ts';
import { canonicalLanguage } from './language.ts';
import { TEMPLATE_LIMITS } from './limits.ts';
import { readList, readText, type ValuePath, type ValueSchema } from './manifest-reader.ts';
import { fileNameOf, fromDataUri, pictureProblem } from './picture.ts';
import { FIRST_VERSION, isTemplateVersion } from './version.ts';

const TEMPLATE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;
const APP_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;
const BIND = /teamsApps\('([^']+)'\)\s*$/;
const DEFAULT_LANGUAGE = 'en-US';

/** Whether a text of a template is an EJS template. */
export const hasRule = (text: string): boolean => text.includes('<%');

export function isHttpsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** Reports a text that is not an https URL or that contains credentials. */
export function checkHttpsUrl(text: string, place: ValuePath): void {
  if (isHttpsUrl(text)) return;
  place.error(
    say(
      'manifest.notHttps',
      "'{text}' is not an https address. Begin it with https:// and leave out any password.",
      { text },
    ),
  );
}

/** Checks an https URL. A URL with a rule is checked when it is rendered. */
export function checkRenderedUrl(text: string, place: ValuePath): void {
  if (!hasRule(text)) checkHttpsUrl(text, place);
}

export function checkTemplateId(id: string, place: ValuePath): void {
  if (TEMPLATE_ID.test(id)) return;
  place.error(
    say(
      'manifest.idCharacters',
      'May hold letters, digits and . _ : - only, and begins with a letter or digit.',
    ),
  );
}

/** Reads a version. Files often contain it as a number, and `1.0` then arrives as 1. */
export function readVersion(value: unknown, place: ValuePath): string {
  if (value === undefined || value === '') return FIRST_VERSION;
  const text =
    typeof value === 'number' && Number.isInteger(value) ? `${value}.0` : valueAsText(value).trim();
  if (!isTemplateVersion(text)) {
    place.warn(
      say('manifest.version', "'{text}' is not numbers separated by dots; '{version}' is used instead.", {
        text,
        version: FIRST_VERSION,
      }),
    );
    return FIRST_VERSION;
  }
  if (typeof value === 'number')
    place.warn(say('manifest.readAsQuoted', "Read as '{text}'. Put it in quotes.", { text }));
  return text;
}

export function readLanguage(value: unknown, place: ValuePath): string {
  const text = readText(value, place, { nullable: true, maxLength: 100 });
  if (text === null) {
    place.warn(say('manifest.defaultUsed', "Is missing; '{value}' is used.", { value: DEFAULT_LANGUAGE }));
    return DEFAULT_LANGUAGE;
  }
  const language = canonicalLanguage(text);
  if (language === undefined)
    place.error(say('manifest.languageTag', "'{text}' is not a language tag such as 'en-US'.", { text }));
  return language ?? DEFAULT_LANGUAGE;
}

function checkEmbeddedPicture(uri: string, place: ValuePath): void {
  const picture = fromDataUri(uri);
  const problem =
    picture === undefined
      ? say('manifest.pictureData', 'Must be data:image/png;base64,… or data:image/jpeg;base64,….')
      : pictureProblem(picture.bytes, picture.contentType);
  if (problem !== undefined) place.error(problem);
}

/** Checks the URL or the `data:` URI of a picture. Picture files are already embedded (manifest.ts). */
export function checkPictureUrl(text: string, place: ValuePath): void {
  const file = fileNameOf(text);
  if (text.startsWith('data:')) {
    checkEmbeddedPicture(text, place);
  } else if (file !== undefined) {
    place.error(
      say('manifest.fileMissing', "The file '{file}' was not sent. Apply the manifest together with it.", {
        file,
      }),
    );
  } else {
    readText(text, place, { maxLength: TEMPLATE_LIMITS.url, check: checkHttpsUrl });
    place.warn(
      say(
        'manifest.pictureAddress',
        'Is only shown in the catalog: teams get embedded pictures. Addresses are never fetched.',
      ),
    );
  }
}

/** A person whom a template names, or for approvals a group or a rule. */
export interface PersonReference {
  id: string;
  name: string | null;
}

function readPerson(item: unknown, mayBeRule: boolean): PersonReference | undefined {
  const { id, name } = isJsonObject(item) ? item : { id: item, name: undefined };
  if (typeof id !== 'string' || id.trim() === '') return undefined;
  const longest = mayBeRule && hasRule(id) ? TEMPLATE_LIMITS.convention : TEMPLATE_LIMITS.id;
  if (id.length > longest) return undefined;
  return { id: id.trim(), name: typeof name === 'string' && name.trim() !== '' ? name.trim() : null };
}

/** Returns the key that people are compared by. Addresses ignore case; ids are exact. */
export const personKey = ({ id }: PersonReference): string => (id.includes('@') ? id.toLowerCase() : id);

function readReferences(
  value: unknown,
  place: ValuePath,
  form: ValueSchema,
  mayBeRule: boolean,
): PersonReference[] {
  const seen = new Set<string>();
  return readList(value, place, form, (item, at) => {
    const person = readPerson(item, mayBeRule);
    if (person === undefined) {
      at.error("Must be { id, name }, with an id, user principal name or mail address as 'id'.");
      return undefined;
    }
    if (seen.has(personKey(person))) {
      at.warn(say('manifest.twice', "'{id}' is named twice.", { id: person.id }));
      return undefined;
    }
    seen.add(personKey(person));
    return person;
  });
}

/** Reads people, given as `{id, name}` or as an id, and drops duplicates with a warning. */
export const readPeople = (value: unknown, place: ValuePath, form: ValueSchema): PersonReference[] =>
  readReferences(value, place, form, false);

/** Reads people, groups and rules. */
export const readApprovers = (value: unknown, place: ValuePath, form: ValueSchema): PersonReference[] =>
  readReferences(value, place, form, true);

/** A reference to an app, as Graph's `teamsApp@odata.bind` or as `teamsApp.id`. */
interface AppReference {
  'teamsApp@odata.bind'?: unknown;
  teamsApp?: unknown;
}

/** Returns the app's id; undefined when the reference names none. */
export function teamsAppIdOf({ 'teamsApp@odata.bind': bind, teamsApp }: AppReference): string | undefined {
  const nested = isJsonObject(teamsApp) && typeof teamsApp.id === 'string' ? teamsApp.id.trim() : undefined;
  const id = bind === undefined ? nested : BIND.exec(valueAsText(bind))?.[1];
  return isAppId(id) ? id : undefined;
}

/** Reads the app of a tab or of installedApps. */
export function readTeamsAppId(reference: AppReference, place: ValuePath): string {
  const id = teamsAppIdOf(reference);
  if (id !== undefined) return id;
  place
    .at('teamsApp@odata.bind')
    .error(
      "Must name an app of the catalog, as in .../appCatalogs/teamsApps('com.microsoft.teamspace.tab.web').",
    );
  return '';
}

export const isAppId = (value: unknown): value is string => typeof value === 'string' && APP_ID.test(value);
