import { useMessages } from '../../base/messages.ts';
import type { Scope } from './queries.ts';

/** The last part of the message id of a scope. It has an underscore in place of the dot. */
type WordOf<Name> = Name extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never;

/** Returns a function that names a scope and says what it allows. */
export function useScopeLabel(): (scope: Scope) => string {
  const text = useMessages();
  return (scope) => {
    const allowed = text(`apps.scope.${scope.replace('.', '_') as WordOf<Scope>}`);
    return text('named.value', { name: scope, value: allowed });
  };
}
