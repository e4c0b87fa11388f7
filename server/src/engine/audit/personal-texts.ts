/**
 * The texts of a record that name a person: names, addresses, and what a person wrote. They are encrypted with a key of
 * that person before the record is hashed, so that an erasure can destroy them and every hash still holds
 * (docs/adr/0035-personal-texts-in-trails.md). Ids, codes, times and outcomes stay in plain text.
 */
import type { AuditContent, NewAuditRecord, PersonalFields, PersonalText, SealedText } from './model.ts';

/** Shown in place of a text whose key was destroyed. */
export const ERASED = 'erased';

/** Source of PersonalFields that means the actor. Under the key `target`, the target's name is a text of the actor. */
export const OF_ACTOR = 'actor';
/** Source of PersonalFields: the field is a list of people with `id` and `displayName`. */
export const EACH_PERSON = 'each';

/** Types of targets that are people. */
const PEOPLE = ['user', 'member'];

interface Person {
  id: string;
  displayName?: unknown;
}

type Content = Pick<NewAuditRecord, 'actor' | 'target' | 'fields'>;

const isNamed = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Separates the personal texts from the record. */
export function extractPersonalTexts<R extends Content>(
  record: R,
  people: PersonalFields = {},
): { record: R; texts: PersonalText[] } {
  const { actor, target } = record;
  const fields = { ...record.fields };
  const texts: PersonalText[] = [];
  const take = (at: string, of: unknown, value: unknown): boolean => {
    if (typeof of !== 'string' || !isNamed(value)) return false;
    texts.push({ at, of, value });
    return true;
  };
  const caller = actor.kind === 'user' ? actor.id : undefined;
  const withoutName = take('/actor/displayName', caller, actor.displayName);
  const targetPerson = PEOPLE.includes(target.type) ? target.id : people.target === OF_ACTOR && caller;
  const withoutTarget = take('/target/displayName', targetPerson, target.displayName);
  for (const [field, source] of Object.entries(people)) {
    if (source === EACH_PERSON) {
      const list = fields[field];
      if (!Array.isArray(list)) continue;
      fields[field] = (list as Person[]).map(({ displayName, ...person }, index) =>
        take(`/${field}/${index}/displayName`, person.id, displayName) ? person : { ...person, displayName },
      );
    } else if (take(`/${field}`, source === OF_ACTOR ? caller : fields[source], fields[field])) {
      delete fields[field];
    }
  }
  return {
    record: {
      ...record,
      actor: withoutName ? { ...actor, displayName: '' } : actor,
      target: withoutTarget ? { ...target, displayName: '' } : target,
      fields,
    },
    texts,
  };
}

type Tree = Record<string, unknown>;

/** Sets the value in a copy of the tree. Returns undefined when the place is taken or does not exist. */
function withValue(tree: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return isNamed(tree) ? undefined : value;
  if (typeof tree !== 'object' || tree === null) return undefined;
  const copy: unknown[] | Tree = Array.isArray(tree) ? [...tree] : { ...(tree as Tree) };
  const inner = withValue((copy as Tree)[step], rest, value);
  if (inner === undefined) return undefined;
  (copy as Tree)[step] = inner;
  return copy;
}

/**
 * Puts the decrypted texts of a record in their places. When a place is taken or does not exist, somebody has changed
 * the stored record: its entry then loses its encrypted text, so the hash of the record does not match.
 * @param open decrypts a text. Returns undefined when it is erased
 */
export function withUnsealedTexts<C extends AuditContent>(
  content: C,
  open: (sealed: SealedText) => unknown,
): C {
  const shown: SealedText[] = [];
  let result = content;
  for (const one of content.sealed ?? []) {
    const value = open(one);
    const path = one.at.slice(1).split('/');
    const isField = path[0] !== 'actor' && path[0] !== 'target';
    const replaced = withValue(result, isField ? ['fields', ...path] : path, value ?? ERASED);
    if (replaced === undefined) {
      shown.push({ ...one, text: '' });
      continue;
    }
    result = replaced as C;
    shown.push(value === undefined ? { ...one, erased: true } : one);
  }
  const { sealed: _, ...rest } = result;
  return { ...(rest as C), ...(shown.length > 0 && { sealed: shown }) };
}

/** Returns a copy without the member at the path. */
function without(tree: unknown, [step = '', ...rest]: readonly string[]): unknown {
  const copy = (Array.isArray(tree) ? [...tree] : { ...(tree as object) }) as Tree;
  if (rest.length === 0) delete copy[step];
  else copy[step] = without(copy[step], rest);
  return copy;
}

/** Returns the data that the hash of a record covers: with the encrypted personal texts instead of the plain ones. */
export function hashedData(data: Tree, sealed: readonly SealedText[] = []): Tree {
  if (sealed.length === 0) return data;
  const bare = sealed.reduce<unknown>((tree, { at }) => without(tree, at.slice(1).split('/')), data);
  return { ...(bare as Tree), sealed: sealed.map(({ at, of, text }) => ({ at, of, text })) };
}
