import { CharterApiError } from '@charter/sdk';
import { useMessages } from '../base/messages.ts';

/** Returns a function that finds the service's message about a field, by its `target`. */
export function problemsOf(error: unknown): (field: string) => { validationMessage?: string } {
  const details = error instanceof CharterApiError ? error.details : [];
  return (field) => {
    const found = details.find(
      ({ target }) => target === field || target?.startsWith(`${field}.`) || target?.startsWith(`${field}[`),
    );
    return found === undefined ? {} : { validationMessage: found.message };
  };
}

/**
 * Returns a function that describes an error in the language of the page. The service answers in that language; the
 * browser describes a call without an answer in English, by a TypeError.
 */
export function useReason(): (error: unknown) => string {
  const text = useMessages();
  return (error) => {
    if (error instanceof TypeError) return text('problem.connection');
    return error instanceof Error ? error.message : String(error);
  };
}
