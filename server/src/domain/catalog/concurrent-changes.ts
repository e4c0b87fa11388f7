/** Errors of a write whose template has changed since the caller read it. */
import { CharterError } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import type { StoredTemplate, TemplateStore } from './ports.ts';

/** Returns a sentence that says who changed the template last, or that it no longer exists. */
function latestChange(id: string, latest: StoredTemplate | undefined): Message {
  if (latest === undefined)
    return say('catalog.gone', "The template '{id}' does not exist any more.", { id });
  const { version } = latest.catalogTemplate.templateConfiguration;
  const { changedBy, changedAt } = latest;
  return say(
    'catalog.latestChange',
    "{name} changed the template '{id}' to version {version} on {time, date, utc} UTC.",
    {
      name: changedBy.displayName,
      id,
      version,
      time: changedAt.getTime(),
    },
  );
}

/** Returns the error of a write that was based on an older revision of the template. */
export function templateChanged(
  code: 'Conflict' | 'PreconditionFailed',
  templateId: string,
  latest: StoredTemplate | undefined,
): CharterError {
  const advice = say(
    'catalog.readAgain',
    'Read it again, then repeat your change on it. Nothing was changed.',
  );
  return new CharterError(code, sentences([latestChange(templateId, latest), advice]));
}

/** @throws PreconditionFailed when If-Match names another revision than the template's */
export function mustBeAtRevision(
  templateId: string,
  latest: StoredTemplate | undefined,
  ifRevision: string | undefined,
): void {
  if (ifRevision === undefined || ifRevision === String(latest?.revision)) return;
  throw templateChanged('PreconditionFailed', templateId, latest);
}

/** Returns the error of a write that lost a race: PreconditionFailed with If-Match, else Conflict. */
export async function lostRace(
  templates: Pick<TemplateStore, 'findStored'>,
  templateId: string,
  ifRevision: string | undefined,
): Promise<CharterError> {
  const code = ifRevision === undefined ? 'Conflict' : 'PreconditionFailed';
  return templateChanged(code, templateId, await templates.findStored(templateId));
}
