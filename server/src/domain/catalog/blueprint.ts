/** The parts of a new team that come from its template, before policies apply. */
import type { Question } from '../questions/kinds.ts';
import type { TeamVisibility } from '../teams/model.ts';
import type { TemplateStep } from './manifest-steps.ts';
import type {
  CatalogTemplateApproval,
  CatalogTemplateApprovalStage,
  CatalogTemplateClonedTeam,
  CatalogTemplateConfiguration,
  PersonReference,
  TeamContents,
  TeamStructure,
  Template,
} from './model.ts';
import { fromDataUri, type Picture } from './picture.ts';

/** The conventions by name (for RuleEngine.renderConventions), and their keys in `newTeam`. */
export const CONVENTIONS = {
  name: 'namingConvention',
  mailNickname: 'emailConvention',
  description: 'descriptionConvention',
  welcomeMessage: 'welcomeMessageConvention',
} as const;
export type ConventionName = keyof typeof CONVENTIONS;

/** The team to copy, and the parts to copy. */
export type BlueprintSource = CatalogTemplateClonedTeam & { teamId: string };

/** The structure of a team that is not copied. */
export type BlueprintStructure = Omit<TeamStructure, 'classification' | 'contents' | 'steps'>;

export interface TeamBlueprint {
  template: { id: string; name: string; version: string; language: string };
  /** EJS templates. Without one, the request's value is used; the mail nickname is derived from the final name. */
  conventions: Partial<Record<ConventionName, string>>;
  /** Values for fields that the request leaves out. */
  defaults: { name: string | null; description: string | null; welcomeMessage: string | null };
  visibility: TeamVisibility;
  classification: string | null;
  sensitivityLabelId: string | null;
  /** The embedded picture. Picture URLs are never fetched. */
  picture: Picture | undefined;
  addRequesterAsOwner: boolean;
  permanentOwners: PersonReference[];
  permanentMembers: PersonReference[];
  mandatoryMembership: CatalogTemplateConfiguration['mandatoryMembership'];
  singleton: boolean;
  /** Questions that the request must answer; none in a template that accepts any metadata. */
  questions: readonly Question[];
  approval: { required: boolean; stages: CatalogTemplateApprovalStage[] };
  /** Folders, files and plans; undefined in a template that has none. */
  contents: TeamContents | undefined;
  /** Own steps: the webhooks that the job calls (docs/own-steps.md). */
  steps: readonly TemplateStep[];
  origin: { kind: 'copy'; source: BlueprintSource } | { kind: 'structure'; structure: BlueprintStructure };
}

function conventionsOf({ newTeam }: Template['catalogTemplate']): TeamBlueprint['conventions'] {
  const sources = Object.entries(CONVENTIONS).map(([name, key]) => [name, newTeam[key]]);
  return Object.fromEntries(sources.filter(([, source]) => source !== null));
}

function originOf({ catalogTemplate, structure }: Template): TeamBlueprint['origin'] {
  const { teamId, ...parts } = catalogTemplate.clonedTeam;
  if (teamId !== null) return { kind: 'copy', source: { teamId, ...parts } };
  const { classification: _, contents: __, steps: ___, ...copied } = structure;
  return { kind: 'structure', structure: copied };
}

function approvalOf({
  requireApproval,
  approvalTeam,
  stages,
}: CatalogTemplateApproval): TeamBlueprint['approval'] {
  const first: CatalogTemplateApprovalStage = {
    approvers: approvalTeam,
    manager: false,
    managerLevel: 1,
    require: 'any',
    when: null,
  };
  return { required: requireApproval, stages: approvalTeam.length > 0 ? [first, ...stages] : stages };
}

export function blueprintOf(template: Template): TeamBlueprint {
  const { templateConfiguration: configuration, newTeam } = template.catalogTemplate;
  return {
    template: {
      id: configuration.id,
      name: configuration.name,
      version: configuration.version,
      language: configuration.language,
    },
    conventions: conventionsOf(template.catalogTemplate),
    defaults: {
      name: newTeam.defaultName,
      description: newTeam.defaultDescription,
      welcomeMessage: newTeam.defaultWelcomeMessage,
    },
    visibility: newTeam.teamPrivacy,
    classification: template.structure.classification,
    sensitivityLabelId: configuration.sensitivityLabelId,
    picture: fromDataUri(configuration.pictureUrl),
    addRequesterAsOwner: newTeam.addRequesterAsTeamOwner,
    permanentOwners: configuration.permanentMembership.owners,
    permanentMembers: configuration.permanentMembership.members,
    mandatoryMembership: configuration.mandatoryMembership,
    singleton: configuration.singleton,
    questions: configuration.questions ?? [],
    approval: approvalOf(configuration.approval),
    contents: template.structure.contents,
    steps: template.structure.steps ?? [],
    origin: originOf(template),
  };
}
