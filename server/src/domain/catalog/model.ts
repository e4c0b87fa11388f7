/**
 * A team template as the catalog shows it, and the structure of the teams created from it. The types are derived from
 * the manifest's schema, where each key is declared (manifest-schema.ts).
 *
 * Every field is always present, except those of `settings` and those that the schema declares optional. A text, URL or
 * id without a value is null, never an empty string.
 */
import type { Static } from 'typebox';
import type { ChannelTemplate } from './manifest-channel.ts';
import type { TeamContents } from './manifest-contents.ts';
import type * as manifest from './manifest-schema.ts';
import type { TemplateStep } from './manifest-steps.ts';
import type { AddressedTab, Structure, StructureChannel } from './manifest-structure.ts';
import type { TemplateKind } from './rules.ts';

export type { TeamContents } from './manifest-contents.ts';
export type { TemplateSettings } from './manifest-structure.ts';
export type { PersonReference } from './manifest-values.ts';
export type { TemplateKind } from './rules.ts';

export type CatalogTemplate = Static<typeof manifest.CatalogTemplate>;
export type CatalogTemplateConfiguration = CatalogTemplate['templateConfiguration'];
export type CatalogTemplateApproval = CatalogTemplateConfiguration['approval'];
export type CatalogTemplateApprovalStage = CatalogTemplateApproval['stages'][number];
export type CatalogTemplatePermanentMembership = CatalogTemplateConfiguration['permanentMembership'];
export type CatalogTemplateLifecycle = CatalogTemplateConfiguration['lifecycle'];
export type CatalogTemplateClonedTeam = CatalogTemplate['clonedTeam'];

export type TemplateTab = AddressedTab;
export type TemplateChannel = StructureChannel;

/** The structure of a new team. Of it, a template that copies a team uses only classification, contents and steps. */
export type TeamStructure = Static<typeof Structure>['structure'] & {
  /** Absent in a template that has none, and in templates stored by earlier releases. */
  contents?: TeamContents;
  /** Own steps: the webhooks that the job calls (docs/own-steps.md). Absent in a template that has none. */
  steps?: TemplateStep[];
  /** Present in a channel template. The rest of the structure has no effect in it. */
  channel?: ChannelTemplate;
};

type TemplatePublisher = Static<typeof manifest.Manifest>['publisher'];

export const kindOfTemplate = ({ channel }: Pick<TeamStructure, 'channel'>): TemplateKind =>
  channel === undefined ? 'team' : 'channel';

/** A channel template as lists show it. */
export interface CatalogChannelTemplate extends Pick<CatalogTemplate, 'templateConfiguration'> {
  newChannel: ChannelTemplate;
}

/** A template as the catalog stores it. */
export interface Template {
  catalogTemplate: CatalogTemplate;
  structure: TeamStructure;
  /** Number of writes of this template, from 1. A save must pass the revision that it read. */
  revision: number;
}

/** A manifest in typed form. Its unknown keys stay in its document (document.ts). */
export interface TemplateManifest {
  publisher: TemplatePublisher;
  catalogTemplate: CatalogTemplate;
  structure: TeamStructure;
}
