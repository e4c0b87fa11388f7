/**
 * A team template as the catalog shows it (docs/specification.md 5, CatalogTemplate), and what a template makes of a new
 * team (docs/specification.md 5, Template manifest: `initialization.structure`).
 *
 * One rule for absence: every listed field is always there. A text, a URL or an id nobody gave is null, never
 * an empty string; a list is empty; a switch has its default.
 */
import type { ChannelMembershipType, TeamChannelTabConfiguration } from '../channels/model.ts';
import type { TeamSettings, TeamVisibility } from '../teams/model.ts';

/** Somebody a template names. `id` is a directory id, a user principal name or a mail address. */
export interface PersonReference {
  id: string;
  name: string | null;
}

/** Approvers who decide together, after those before them. */
export interface CatalogTemplateApprovalStage {
  /** People, or a group by its id. */
  approvers: PersonReference[];
  /** Whether the requester's manager is asked too, or alone where nobody else is named. */
  manager: boolean;
  /** Whether one of them suffices or each must approve. */
  require: 'any' | 'all';
}

export interface CatalogTemplateApproval {
  requireApproval: boolean;
  /** The first stage: any one of them suffices. People, or a group by its id. */
  approvalTeam: PersonReference[];
  /** The stages after the approval team's. */
  stages: CatalogTemplateApprovalStage[];
}

export interface CatalogTemplatePermanentMembership {
  members: PersonReference[];
  owners: PersonReference[];
}

export interface CatalogTemplateAudienceTargeting {
  /** False: everybody of the tenant sees the template. */
  enabled: boolean;
  /** JavaScript expression; the template is for whom it is `=== true` (docs/specification.md 9). */
  rules: string | null;
  /** The same rule as an editor keeps it, with its tags. Carried along, never evaluated. */
  rulesWithTags: string | null;
}

/** How many owners and members a new team must have at least, whoever names them; each 0 to 20. */
export interface CatalogTemplateMandatoryMembership {
  owners: number;
  members: number;
}

export interface CatalogTemplateLifecycle {
  enabled: boolean;
  inactivityDays: 7 | 30 | 90;
  graceDays: 7 | 30;
  action: 'None' | 'Archive' | 'Delete';
}

export interface CatalogTemplateConfiguration {
  id: string;
  name: string;
  description: string | null;
  /** `https:` address, or the picture itself as a `data:` URI; only the latter is given to teams. */
  pictureUrl: string | null;
  /** BCP 47 in canonical case, for example `en-US`. */
  language: string;
  enabled: boolean;
  system: boolean;
  /** Makes one team and no second. */
  singleton: boolean;
  /** Usable as an HTML element id. */
  domId: string;
  approval: CatalogTemplateApproval;
  permanentMembership: CatalogTemplatePermanentMembership;
  audienceTargeting: CatalogTemplateAudienceTargeting;
  /** Numbers separated by dots; grows with every change of the template (see version.ts). */
  version: string;
  categories: string[];
  tags: string[];
  mandatoryMembership: CatalogTemplateMandatoryMembership;
  sensitivityLabelId: string | null;
  lifecycle: CatalogTemplateLifecycle;
}

export interface CatalogTemplateClonedTeam {
  /** The team that new teams are copied from; null when the template brings its own structure. */
  teamId: string | null;
  teamName: string | null;
  includeApps: boolean;
  includeTabs: boolean;
  includeSettings: boolean;
  includeChannels: boolean;
  includeMembers: boolean;
}

/** Conventions are EJS texts (docs/specification.md 9); null leaves what the request says as it is. */
export interface CatalogTemplateNewTeam {
  namingConvention: string | null;
  namingConventionWithTags: string | null;
  emailConvention: string | null;
  emailConventionWithTags: string | null;
  descriptionConvention: string | null;
  descriptionConventionWithTags: string | null;
  welcomeMessageConvention: string | null;
  welcomeMessageConventionWithTags: string | null;
  defaultName: string | null;
  defaultDescription: string | null;
  defaultWelcomeMessage: string | null;
  teamPrivacy: TeamVisibility;
  addRequesterAsTeamOwner: boolean;
}

export interface CatalogTemplate {
  templateConfiguration: CatalogTemplateConfiguration;
  clonedTeam: CatalogTemplateClonedTeam;
  newTeam: CatalogTemplateNewTeam;
}

export interface TemplateTab {
  displayName: string;
  teamsAppId: string;
  configuration: TeamChannelTabConfiguration;
  /** Position among the channel's tabs; null: after those before it. */
  sortOrderIndex: string | null;
}

export interface TemplateChannel {
  displayName: string;
  description: string | null;
  membershipType: ChannelMembershipType;
  isFavoriteByDefault: boolean;
  tabs: TemplateTab[];
}

/** Settings a template states; the others keep what the suite gives a new team. */
export type TemplateSettings = { [Group in keyof TeamSettings]?: Partial<TeamSettings[Group]> };

/** What a new team is made of. Empty for a template that copies an existing team. */
export interface TeamStructure {
  classification: string | null;
  settings: TemplateSettings;
  /** Tabs of the channel every team has; in a manifest the channel named `General`. */
  primaryChannelTabs: TemplateTab[];
  /** The channels besides the primary one, in order. */
  channels: TemplateChannel[];
  /** Ids of apps in the tenant's app catalog. */
  installedApps: string[];
}

/** A template as the catalog keeps it. */
export interface Template {
  catalogTemplate: CatalogTemplate;
  structure: TeamStructure;
  /** Counts the writes of this template, from 1; a save must name the one it read. */
  revision: number;
}

/** Who publishes a template (docs/specification.md 5, Template manifest). */
export interface TemplatePublisher {
  id: string | null;
  name: string | null;
  description: string | null;
  logo: string | null;
  websiteUrl: string | null;
  privacyUrl: string | null;
  termsOfUseUrl: string | null;
}

/** A manifest in typed form. What we do not know of it stays in its document (document.ts). */
export interface TemplateManifest {
  publisher: TemplatePublisher;
  catalogTemplate: CatalogTemplate;
  structure: TeamStructure;
}

/** One place of a manifest (`templateConfiguration.name`; empty: the whole) and what to do about it. */
export interface ManifestProblem {
  path: string;
  message: string;
}

/** Sizes a manifest may have; lengths in Unicode characters. */
export const TEMPLATE_LIMITS = {
  manifestBytes: 256 * 1024,
  depth: 32,
  yamlTokens: 50_000,
  yamlAliases: 100,
  id: 256,
  name: 256,
  description: 1024,
  convention: 4096,
  withTags: 16_384,
  rules: 16_384,
  url: 2048,
  pictureBytes: 64 * 1024,
  defaultName: 128,
  defaultDescription: 1024,
  defaultWelcomeMessage: 2048,
  channelDescription: 1024,
  tabName: 128,
  labels: 50,
  approvers: 50,
  approvalStages: 10,
  permanentOwners: 50,
  permanentMembers: 200,
  channels: 100,
  privateChannels: 30,
  tabsPerChannel: 25,
  installedApps: 50,
} as const;
