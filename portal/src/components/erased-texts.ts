import { useMessages } from '../base/messages.ts';

interface WithTexts {
  sealed?: readonly { at: string; erased?: boolean }[] | undefined;
}

type Tree = Record<string, unknown>;

function replaced(tree: unknown, [step = '', ...rest]: readonly string[], word: string): unknown {
  const copy = (Array.isArray(tree) ? [...tree] : { ...(tree as Tree) }) as Tree;
  copy[step] = rest.length === 0 ? word : replaced(copy[step], rest, word);
  return copy;
}

/** Returns a function that replaces the erased texts of a record with "erased" in the language of the page. */
export function useErasedTexts(): <R extends WithTexts>(record: R) => R {
  const word = useMessages()('audit.erased');
  return (record) =>
    (record.sealed ?? [])
      .filter(({ erased }) => erased)
      .reduce<typeof record>(
        (copy, { at }) => replaced(copy, at.slice(1).split('/'), word) as typeof record,
        record,
      );
}
