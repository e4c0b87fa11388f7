/** The port to the catalog's memory, bound to one tenant. */
import type { AuditLog } from '../../engine/audit/ports.ts';
import type { ManifestSource } from './document.ts';
import type { CatalogTemplate, TeamStructure, Template } from './model.ts';

/** What a save writes: the template in typed form and the manifest it came from. */
export interface TemplateDraft {
  catalogTemplate: CatalogTemplate;
  structure: TeamStructure;
  source: ManifestSource;
}

/** A template's manifest as it is kept, and which state of the template it belongs to. */
export interface KeptManifest {
  source: ManifestSource;
  version: string;
  revision: number;
}

/** A template as it was found, and the tenant's policies as they were then. */
export interface FoundTemplate extends Template {
  /** Names the state of the policies for PolicyStore.listEnabled; null before the first policy. */
  policyStamp?: string | null;
}

export interface TemplateStore {
  find(templateId: string): Promise<FoundTemplate | undefined>;
  findManifest(templateId: string): Promise<KeptManifest | undefined>;
  /**
   * All templates by name, of every language or of those a language range finds (RFC 4647, basic filtering).
   * The objects are shared between callers and frozen.
   */
  list(filter?: { language?: string | undefined }): Promise<readonly CatalogTemplate[]>;
  /** The enabled ones of `list`. */
  listEnabled(filter?: { language?: string | undefined }): Promise<readonly CatalogTemplate[]>;
  /**
   * Writes a new template (`ifRevision` undefined) or the next revision of an existing one. Answers the new
   * revision, or undefined when the template is not, or no longer, at `ifRevision`: then nothing is written.
   */
  save(draft: TemplateDraft, ifRevision: number | undefined): Promise<number | undefined>;
  /** False when there was none. */
  delete(templateId: string): Promise<boolean>;
}

/** The part of the policies' store that changing the catalog needs. */
interface DueTeams {
  /** Makes the teams of these templates due for comparison at once. */
  makeDue(selection: { templateIds: readonly string[] }, at: Date): Promise<void>;
}

/** The part of Store that reading the catalog needs. */
export interface CatalogStore {
  in(tenantId: string): { templates: TemplateStore };
}

/** The part of Store that changing the catalog needs. */
export interface CatalogChanges extends CatalogStore {
  transaction<T>(
    tenantId: string,
    work: (unit: { templates: TemplateStore; audit: AuditLog; policies: DueTeams }) => Promise<T>,
  ): Promise<T>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    templates: TemplateStore;
  }
}
