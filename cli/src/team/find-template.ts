/** Finds a template by id or name. */
import { type CatalogTemplate, CharterApiError, type CharterClient } from '@charter/sdk';
import { CommandFailure, EXIT } from '../exit-codes.ts';

/** Returns the caller's templates. No audience includes apps, so an app gets the whole catalog. */
async function usable(client: CharterClient): Promise<CatalogTemplate[]> {
  const everyLanguage = { language: '*' };
  try {
    return (await client.catalog.getMyCatalogTemplates(everyLanguage)).value;
  } catch (error) {
    if (!(error instanceof CharterApiError) || error.status !== 403) throw error;
    return (await client.catalog.getCatalogTemplates(everyLanguage)).value;
  }
}

/**
 * Returns the id of the template with this id or, ignoring case, this name.
 * @throws CommandFailure when no template or several templates match
 */
export const findTemplateId = async (client: CharterClient, idOrName: string): Promise<string> =>
  chooseTemplateId(await usable(client), idOrName, 'charter template list --mine');

/**
 * Returns the id of the template among these, as findTemplateId does.
 * @param listing the command that lists them
 */
export function chooseTemplateId(
  templates: readonly Pick<CatalogTemplate, 'templateConfiguration'>[],
  idOrName: string,
  listing: string,
): string {
  const configurations = templates.map((template) => template.templateConfiguration);
  if (configurations.some(({ id }) => id === idOrName)) return idOrName;
  const wanted = idOrName.toLocaleLowerCase();
  const named = configurations.filter(({ name }) => name.toLocaleLowerCase() === wanted);
  if (named.length === 1) return (named[0] as (typeof named)[number]).id;
  if (named.length > 1) {
    const ids = named.map(({ id, language }) => `${id} (${language})`).join(', ');
    throw new CommandFailure(
      EXIT.usage,
      `Several templates have the name '${idOrName}'. Give the id: ${ids}.`,
    );
  }
  throw new CommandFailure(
    EXIT.notFound,
    `No template with the id or name '${idOrName}' is available to you. List yours with: ${listing}`,
  );
}
