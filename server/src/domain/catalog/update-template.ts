import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { mustEditCatalog } from './access.ts';
import { changedPaths } from './changed-paths.ts';
import { mustBeAtRevision } from './concurrent-changes.ts';
import { setInSource } from './document.ts';
import { findStoredTemplate } from './get-template.ts';
import { VERSION_PATH } from './manifest.ts';
import type { StoredTemplate, TemplateDraft } from './ports.ts';
import { nextVersion } from './version.ts';
import { writeTemplate } from './write-template.ts';

export interface UpdateTemplateInput {
  templateId: string;
  /** From If-Match: the template must still have this revision. */
  ifRevision?: string | undefined;
  enabled: boolean;
}

const ENABLED_PATH = ['templateConfiguration', 'enabled'] as const;

/** Sets `enabled` and the next version, in the template and in its manifest. */
function draftOf({ catalogTemplate, structure, source }: StoredTemplate, enabled: boolean): TemplateDraft {
  const { templateConfiguration } = catalogTemplate;
  const version = nextVersion(templateConfiguration.version, templateConfiguration.version);
  return {
    catalogTemplate: {
      ...catalogTemplate,
      templateConfiguration: { ...templateConfiguration, enabled, version },
    },
    structure,
    source: setInSource(setInSource(source, ENABLED_PATH, enabled), VERSION_PATH, version),
  };
}

/**
 * Enables or disables a template, as if its manifest were applied with `enabled` changed. Writes nothing when nothing
 * changes. Returns the resulting template.
 * @throws Forbidden, NotFound, PreconditionFailed, Conflict
 */
export async function updateTemplate(
  { store, clock }: { store: Store; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { templateId, ifRevision, enabled }: UpdateTemplateInput,
): Promise<StoredTemplate> {
  mustEditCatalog(principal);
  const { tenantId } = principal;
  const { templates } = store.in(tenantId);
  const write = async (): Promise<StoredTemplate | undefined> => {
    const stored = await findStoredTemplate(templates, templateId);
    mustBeAtRevision(templateId, stored, ifRevision);
    const { version, enabled: present } = stored.catalogTemplate.templateConfiguration;
    if (present === enabled) return stored;
    const draft = draftOf(stored, enabled);
    const kept = { version, revision: stored.revision };
    const changed = changedPaths(stored.source, draft.source);
    const at = clock.now();
    const revision = await store.transaction(tenantId, (unit) =>
      writeTemplate(unit, principal, context, { draft, kept, changedPaths: changed, at }),
    );
    if (revision === undefined) return undefined;
    return { ...stored, ...draft, revision, changedAt: at, changedBy: actorOf(principal) };
  };
  return retryConflicts(
    write,
    say('catalog.busy', 'Others change this template at the same moment. Try again.'),
  );
}
