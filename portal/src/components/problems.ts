import { CharterApiError, CharterConnectionError, CharterParameterError } from '@charter/sdk';
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

/** Whether no response arrived. The browser reports that by a TypeError, and the SDK by an error of its own. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof CharterConnectionError ||
  (error instanceof TypeError && !(error instanceof CharterParameterError));

/**
 * Returns a function that describes an error in the language of the page. The service responds in that language; the
 * browser and the SDK describe a lost connection in English.
 */
export function useReason(): (error: unknown) => string {
  const text = useMessages();
  return (error) => {
    if (isConnectionError(error)) return text('problem.connection');
    return error instanceof Error ? error.message : String(error);
  };
}
