import type { StoredTemplate, TemplateVersion } from '../../domain/catalog/ports.ts';
import { etagOf } from '../etag.ts';
import { Answer } from '../route.ts';

/** Returns the template with its revision as the entity tag. */
export function templateAnswer({
  catalogTemplate,
  revision,
  createdAt,
  changedAt,
  changedBy,
}: StoredTemplate) {
  const body = {
    ...catalogTemplate,
    revision,
    createdDateTime: createdAt.toISOString(),
    changedDateTime: changedAt.toISOString(),
    changedBy,
  };
  return new Answer(body, { etag: etagOf(String(revision)) });
}

export const describeVersion = ({
  version,
  name,
  enabled,
  changedPaths,
  changedAt,
  changedBy,
}: TemplateVersion) => ({
  version,
  name,
  enabled,
  changedDateTime: changedAt.toISOString(),
  changedBy,
  changedPaths,
});
