/** The store of the catalog, bound to one tenant. */
import type { ManifestSource } from './document.ts';
import type { CatalogTemplate, TeamStructure, Template } from './model.ts';

/** A template to save, with its manifest. */
export interface TemplateDraft {
  catalogTemplate: CatalogTemplate;
  structure: TeamStructure;
  source: ManifestSource;
}

/** A stored manifest, and the state of the template that it belongs to. */
export interface KeptManifest {
  source: ManifestSource;
  version: string;
  revision: number;
}

/** A template, with the state of the tenant's policies at the same moment. */
export interface FoundTemplate extends Template {
  /** The stamp for PolicyStore.listEnabled; null before the first policy. */
  policyStamp?: string | null;
}

export interface TemplateStore {
  find(templateId: string): Promise<FoundTemplate | undefined>;
  findManifest(templateId: string): Promise<KeptManifest | undefined>;
  /** Lists templates by name; with a language range, only those that it matches. The objects are shared and frozen. */
  list(filter?: { language?: string | undefined }): Promise<readonly CatalogTemplate[]>;
  listEnabled(filter?: { language?: string | undefined }): Promise<readonly CatalogTemplate[]>;
  /**
   * Creates a template (`ifRevision` undefined), or writes the next revision of one. Returns the new revision;
   * undefined, without writing, when the template is not at `ifRevision`.
   */
  save(draft: TemplateDraft, ifRevision: number | undefined): Promise<number | undefined>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    templates: TemplateStore;
  }
}
