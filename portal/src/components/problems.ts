import { CharterApiError } from '@charter/sdk';

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
