import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { mustEditCatalog } from './access.ts';
import { mustBeAtRevision } from './concurrent-changes.ts';
import { findStoredTemplate } from './get-template.ts';
import { templateDeleted } from './template-records.ts';
import type { UpdateTemplateInput } from './update-template.ts';

/**
 * Deletes a template with its versions. Teams that were made from it stay, and jobs continue with their own plan
 * (docs/templates.md).
 * @throws Forbidden, NotFound, PreconditionFailed, Conflict
 */
export async function deleteTemplate(
  { store, clock }: { store: Store; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { templateId, ifRevision }: Omit<UpdateTemplateInput, 'enabled'>,
): Promise<void> {
  mustEditCatalog(principal);
  const { tenantId } = principal;
  const remove = async (): Promise<true | undefined> => {
    const stored = await findStoredTemplate(store.in(tenantId).templates, templateId);
    mustBeAtRevision(templateId, stored, ifRevision);
    const template = stored.catalogTemplate.templateConfiguration;
    return store.transaction(tenantId, async (unit) => {
      if (!(await unit.templates.delete(templateId, stored.revision))) return undefined;
      const record = templateDeleted.record(template, causeOf(principal, context));
      await unit.audit.append([record], clock.now());
      return true;
    });
  };
  await retryConflicts(
    remove,
    say('catalog.busy', 'Others change this template at the same moment. Try again.'),
  );
}
