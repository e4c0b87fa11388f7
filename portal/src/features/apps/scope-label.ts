import { useMessages } from '../../base/messages.ts';
import type { Scope } from './queries.ts';

/** A scope as the last part of a message's id, which has no dot. */
type WordOf<Name> = Name extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never;

/** Returns a function that names a scope and says what it allows. */
export function useScopeLabel(): (scope: Scope) => string {
  const text = useMessages();
  return (scope) => {
    const allowed = text(`apps.scope.${scope.replace('.', '_') as WordOf<Scope>}`);
    return text('named.value', { name: scope, value: allowed });
  };
}
