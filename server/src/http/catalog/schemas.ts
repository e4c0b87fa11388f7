/** Schemas of templates, under their published model names (docs/specification.md, section 5). */
import Type from 'typebox';
import { Closed, Collection, named, OneOf } from '../schema.ts';

const Text = Type.Optional(Type.String());

export const PersonReference = named(
  'PersonReference',
  Closed({ id: Type.String({ description: 'Directory id, user principal name or mail' }), name: Text }),
);
const People = Type.Array(PersonReference);

export const CatalogTemplateApproval = named(
  'CatalogTemplateTemplateConfigurationApproval',
  Closed({
    requireApproval: Type.Boolean(),
    approvalTeam: People,
    stages: Type.Array(
      Closed({
        approvers: People,
        manager: Type.Boolean({ description: "Whether the requester's manager approves too" }),
        require: OneOf(['any', 'all']),
      }),
      { description: 'Stages of approvers after the approval team' },
    ),
  }),
);

export const CatalogTemplatePermanentMembership = named(
  'CatalogTemplateTemplateConfigurationPermanentMembership',
  Closed({ members: People, owners: People }),
);

export const CatalogTemplateAudienceTargeting = named(
  'CatalogTemplateTemplateConfigurationAudienceTargeting',
  Closed({ enabled: Type.Boolean(), rules: Text, rulesWithTags: Text }),
);

export const CatalogTemplateTemplateConfiguration = named(
  'CatalogTemplateTemplateConfiguration',
  Closed({
    id: Type.String(),
    name: Type.String(),
    description: Text,
    pictureUrl: Text,
    language: Type.String({ examples: ['en-US'] }),
    enabled: Type.Boolean(),
    system: Type.Boolean(),
    singleton: Type.Boolean({ description: 'Allows only one team' }),
    domId: Type.String(),
    approval: CatalogTemplateApproval,
    permanentMembership: CatalogTemplatePermanentMembership,
    audienceTargeting: CatalogTemplateAudienceTargeting,
    version: Type.String(),
    categories: Type.Array(Type.String()),
    tags: Type.Array(Type.String()),
    mandatoryMembership: Closed({ owners: Type.Integer(), members: Type.Integer() }),
    sensitivityLabelId: Text,
    lifecycle: Closed({
      enabled: Type.Boolean(),
      inactivityDays: Type.Integer(),
      graceDays: Type.Integer(),
      action: OneOf(['None', 'Archive', 'Delete']),
    }),
  }),
);

export const CatalogTemplateClonedTeam = named(
  'CatalogTemplateClonedTeam',
  Closed({
    teamId: Text,
    teamName: Text,
    includeApps: Type.Boolean(),
    includeTabs: Type.Boolean(),
    includeSettings: Type.Boolean(),
    includeChannels: Type.Boolean(),
    includeMembers: Type.Boolean(),
  }),
);

export const CatalogTemplateNewTeam = named(
  'CatalogTemplateNewTeam',
  Closed({
    namingConvention: Text,
    namingConventionWithTags: Text,
    emailConvention: Text,
    emailConventionWithTags: Text,
    descriptionConvention: Text,
    descriptionConventionWithTags: Text,
    welcomeMessageConvention: Text,
    welcomeMessageConventionWithTags: Text,
    defaultName: Text,
    defaultDescription: Text,
    defaultWelcomeMessage: Text,
    teamPrivacy: OneOf(['private', 'public', 'hiddenMembership']),
    addRequesterAsTeamOwner: Type.Boolean(),
  }),
);

export const CatalogTemplate = named(
  'CatalogTemplate',
  Closed({
    templateConfiguration: CatalogTemplateTemplateConfiguration,
    clonedTeam: CatalogTemplateClonedTeam,
    newTeam: CatalogTemplateNewTeam,
  }),
);

export const CatalogTemplates = Collection('CatalogTemplates', CatalogTemplate);

export const LanguageQuery = Closed({
  language: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Prefix of a language: `en` matches `en-US`; `*` matches all',
    }),
  ),
});
