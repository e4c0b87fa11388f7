/** The store of the catalog, bound to one tenant. */
import type { Actor } from '../../engine/principal.ts';
import type { Page, PageQuery } from '../../kernel/page.ts';
import type { ManifestSource } from './document.ts';
import type { CatalogChannelTemplate, CatalogTemplate, TeamStructure, Template } from './model.ts';

/** A template to save, with its manifest. */
export interface TemplateDraft {
  catalogTemplate: CatalogTemplate;
  structure: TeamStructure;
  source: ManifestSource;
}

/** The actor, the time and the changed paths of a change to a template. */
export interface TemplateChange {
  actor: Actor;
  at: Date;
  /** Paths at which the manifest differs from the previous one; empty for a new template. */
  changedPaths: readonly string[];
}

/** A template with its manifest, its creation time and its last change. */
export interface StoredTemplate extends Template {
  source: ManifestSource;
  createdAt: Date;
  changedAt: Date;
  changedBy: Actor;
}

/** A version in the history of a template. */
export interface TemplateVersion {
  version: string;
  /** The template's revision that introduced this version. */
  revision: number;
  name: string;
  enabled: boolean;
  changedPaths: string[];
  changedAt: Date;
  changedBy: Actor;
}

/** A stored manifest, and the state of the template that it belongs to. */
export interface StoredManifest {
  source: ManifestSource;
  version: string;
  revision: number;
}

/** A template, with the state of the tenant's policies in the same snapshot. */
export interface FoundTemplate extends Template {
  /** Identifies the state of the policies for PolicyStore.listEnabled; null before the first policy. */
  policyStamp?: string | null;
}

export interface TemplateStore {
  find(templateId: string): Promise<FoundTemplate | undefined>;
  findManifest(templateId: string): Promise<StoredManifest | undefined>;
  findStored(templateId: string): Promise<StoredTemplate | undefined>;
  /**
   * Lists templates of teams by name; with a language range, only those that it matches. The objects are shared and
   * frozen.
   */
  list(filter?: { language?: string | undefined }): Promise<readonly CatalogTemplate[]>;
  /** Lists channel templates by name. The objects are shared and frozen. */
  listChannelTemplates(): Promise<readonly CatalogChannelTemplate[]>;
  listEnabled(filter?: { language?: string | undefined }): Promise<readonly CatalogTemplate[]>;
  /**
   * Creates a template (`ifRevision` undefined), or writes the next revision of one, with its version. Returns the
   * new revision; undefined, without writing, when the template is not at `ifRevision`.
   */
  save(
    draft: TemplateDraft,
    ifRevision: number | undefined,
    change: TemplateChange,
  ): Promise<number | undefined>;
  /** Deletes a template with its versions. Returns false when it is not at `ifRevision`. */
  delete(templateId: string, ifRevision: number): Promise<boolean>;
  /** Lists the versions, the newest first; none for an unknown template. The cursor is a revision. */
  listVersions(templateId: string, page: PageQuery): Promise<Page<TemplateVersion>>;
  findVersion(
    templateId: string,
    version: string,
  ): Promise<(TemplateVersion & { source: ManifestSource }) | undefined>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    templates: TemplateStore;
  }
}
