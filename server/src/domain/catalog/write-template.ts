/** Writes a template with its version and its audit record, in the caller's transaction. */
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { actorOf, type Cause, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { TemplateDraft } from './ports.ts';
import { templateCreated, templateUpdated } from './template-records.ts';

export interface TemplateWrite {
  draft: TemplateDraft;
  /** The template that the draft replaces; undefined for a new one. */
  kept: { version: string; revision: number } | undefined;
  changedPaths: readonly string[];
  at: Date;
}

function recordOf({ draft, kept }: TemplateWrite, cause: Cause): NewAuditRecord {
  const template = draft.catalogTemplate.templateConfiguration;
  const { enabled } = template;
  return kept === undefined
    ? templateCreated.record(template, cause, { enabled })
    : templateUpdated.record(template, cause, { enabled, previousVersion: kept.version });
}

/** Returns the new revision; undefined, without writing, when another call has changed the template. */
export async function writeTemplate(
  unit: UnitOfWork,
  principal: Principal,
  context: RequestContext,
  write: TemplateWrite,
): Promise<number | undefined> {
  const { draft, kept, changedPaths, at } = write;
  const change = { actor: actorOf(principal), at, changedPaths };
  const revision = await unit.templates.save(draft, kept?.revision, change);
  if (revision === undefined) return undefined;
  await unit.audit.append([recordOf(write, causeOf(principal, context))], at);
  // Existing teams get the template's permanent members too.
  const { id } = draft.catalogTemplate.templateConfiguration;
  if (kept !== undefined) await unit.governedTeams.makeDue({ templateIds: [id] }, at);
  return revision;
}
