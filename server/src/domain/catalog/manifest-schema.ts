/**
 * The keys of a template manifest (docs/specification.md, section 5), each declared once. The types (model.ts), the
 * reader (manifest-reader.ts) and the API's schemas (http/catalog/schemas.ts) are derived from here. A default is
 * the value of an absent key.
 */

import Type from 'typebox';
import { say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import { valueAsText } from './document.ts';
import { TEMPLATE_LIMITS as LIMITS } from './limits.ts';
import { NewChannel } from './manifest-channel.ts';
import { Contents } from './manifest-contents.ts';
import { Questions, withinBounds } from './manifest-questions.ts';
import { Custom, Fields, readText, type ValuePath } from './manifest-reader.ts';
import { Steps } from './manifest-steps.ts';
import {
  FUTURE_VISIBILITIES,
  HttpsUrl,
  List,
  Passthrough,
  Structure,
  Text,
  Visibility,
} from './manifest-structure.ts';
import {
  checkPictureUrl,
  checkTemplateId,
  personKey,
  readApprovers,
  readLanguage,
  readPeople,
  readVersion,
} from './manifest-values.ts';

const Switch = (absent: boolean, options: object = {}) => Type.Boolean({ default: absent, ...options });

const Days = <const Allowed extends readonly number[]>(allowed: Allowed, absent: Allowed[number]) =>
  Type.Unsafe<Allowed[number]>({ type: 'integer', enum: allowed, default: absent });

const MONTHS = [1, LIMITS.lifecycleMonths] as const;

const Months = (description: string) =>
  Type.Optional(Type.Integer({ minimum: MONTHS[0], maximum: MONTHS[1], nullable: true, description }));

/** The id of a question. Absent in templates of earlier releases. */
const QuestionId = (description: string) =>
  Type.Optional(
    Custom((value, place, form) => readText(value, place, form) ?? undefined, {
      type: 'string',
      nullable: true,
      maxLength: LIMITS.id,
      description,
    }),
  );

const Lifecycle = Fields({
  enabled: Switch(false),
  inactivityDays: Days([7, 30, 90], 30),
  graceDays: Days([7, 30], 7),
  action: OneOf(['None', 'Archive', 'Delete'], { default: 'Archive' }),
  emptyDays: Type.Optional(
    Type.Unsafe<7 | 30>({
      type: 'integer',
      enum: [7, 30],
      nullable: true,
      description: 'Days without activity after which a team without files and plans is inactive',
    }),
  ),
  renewalMonths: Months('Months after which owners must renew the team, whatever its activity'),
  renewalMonthsQuestion: QuestionId(
    'Id of a question of type `number` that asks for these months, from 1 to 120; `renewalMonths` is the maximum then',
  ),
  endMonths: Months('Months from the creation to the end of the team'),
  endDateQuestion: QuestionId(
    'Id of a question of type `date` that asks for the end; `endMonths` sets the latest one',
  ),
  siteReadOnly: Type.Optional(
    Type.Boolean({
      nullable: true,
      description: 'Whether archiving also makes the site of the team read-only for its members',
    }),
  ),
});

const PersonReference = Fields(
  { id: Type.String({ description: 'Directory id, user principal name or mail' }), name: Text(LIMITS.name) },
  { $id: 'PersonReference' },
);

const People = (maxItems: number, options: object = {}) =>
  Custom(readPeople, { type: 'array', items: PersonReference, maxItems, ...options });

const Approvers = () =>
  Custom(readApprovers, {
    type: 'array',
    items: PersonReference,
    maxItems: LIMITS.approvers,
    description:
      'People, groups by id, and conventions with `<% … %>` in `id` whose text names people and groups, separated by commas',
  });

const Publisher = Fields({
  id: Text(LIMITS.id),
  name: Text(LIMITS.name),
  description: Text(2048),
  logo: HttpsUrl(),
  websiteUrl: HttpsUrl(),
  privacyUrl: HttpsUrl(),
  termsOfUseUrl: HttpsUrl(),
});

const ApprovalStage = Fields(
  {
    approvers: Approvers(),
    manager: Switch(false, { description: "Whether the requester's manager is asked too" }),
    // Optional in responses, because templates of earlier releases are stored without it.
    managerLevel: Type.Integer({
      minimum: 1,
      maximum: LIMITS.managerLevel,
      default: 1,
      nullable: true,
      description: 'Which manager: 1 is the direct one, 2 the manager of that one',
    }),
    require: OneOf(['any', 'all'], { default: 'any' }),
    when: Text(LIMITS.condition, {
      description:
        'Rule over request, requester and app: the stage is needed when it is true. Default: always',
    }),
  },
  {
    settle(stage, place) {
      if (stage.approvers.length === 0 && !stage.manager) {
        const message = say(
          'manifest.stageEmpty',
          "Names nobody. Name at least one approver, or write 'manager: true'.",
        );
        place.at('approvers').error(message);
      }
      return stage;
    },
  },
);

const Approval = Fields(
  {
    requireApproval: Switch(false),
    approvalTeam: Approvers(),
    stages: List(ApprovalStage, LIMITS.approvalStages, {
      description: 'Stages of approvers after the approval team',
    }),
  },
  {
    $id: 'CatalogTemplateTemplateConfigurationApproval',
    settle(approval, place) {
      if (approval.requireApproval && approval.approvalTeam.length + approval.stages.length === 0) {
        const message = say(
          'manifest.teamEmpty',
          'Is empty: only governance managers and administrators can approve.',
        );
        place.at('approvalTeam').warn(message);
      }
      return approval;
    },
  },
);

const PermanentMembership = Fields(
  { members: People(LIMITS.permanentMembers), owners: People(LIMITS.permanentOwners) },
  {
    $id: 'CatalogTemplateTemplateConfigurationPermanentMembership',
    settle({ owners, members }, place) {
      const ownerKeys = new Set(owners.map(personKey));
      const isOwner = (person: (typeof members)[number]): boolean => ownerKeys.has(personKey(person));
      for (const { id } of members.filter(isOwner)) {
        place
          .at('members')
          .warn(say('manifest.ownerTwice', "'{id}' is an owner already and is counted as one.", { id }));
      }
      return { owners, members: members.filter((person) => !isOwner(person)) };
    },
  },
);

const AudienceTargeting = Fields(
  { enabled: Switch(false), rules: Text(LIMITS.rules), rulesWithTags: Text(LIMITS.withTags) },
  {
    $id: 'CatalogTemplateTemplateConfigurationAudienceTargeting',
    settle(audience, place) {
      if (audience.enabled && audience.rules === null) {
        place
          .at('rules')
          .warn(
            say('manifest.rulesEmpty', 'Is empty while targeting is enabled: nobody can use the template.'),
          );
      }
      return audience;
    },
  },
);

const MandatoryCount = () => Type.Integer({ minimum: 0, maximum: 20, default: 0 });

const TemplateConfiguration = Fields(
  {
    /** Derived when absent (manifest.ts). */
    id: Type.String({ maxLength: LIMITS.id, default: '', check: checkTemplateId }),
    name: Type.String({ maxLength: LIMITS.name }),
    description: Text(LIMITS.description),
    pictureUrl: Text(2 * LIMITS.pictureBytes, { check: checkPictureUrl }),
    language: Custom(readLanguage, { type: 'string', examples: ['en-US'] }),
    enabled: Switch(true),
    system: Switch(false),
    singleton: Switch(false, { description: 'Makes one team and no second' }),
    domId: Type.String({ maxLength: LIMITS.id, default: '' }),
    approval: Approval,
    permanentMembership: PermanentMembership,
    audienceTargeting: AudienceTargeting,
    version: Custom(readVersion, { type: 'string' }),
    categories: List(Type.String({ maxLength: 256 }), LIMITS.labels),
    tags: List(Type.String({ maxLength: 256 }), LIMITS.labels),
    mandatoryMembership: Fields({ owners: MandatoryCount(), members: MandatoryCount() }),
    sensitivityLabelId: Text(LIMITS.id),
    lifecycle: Lifecycle,
    questions: Questions,
  },
  {
    $id: 'CatalogTemplateTemplateConfiguration',
    settle(configuration, place) {
      const { lifecycle, questions } = configuration;
      for (const [key, type] of [
        ['endDateQuestion', 'date'],
        ['renewalMonthsQuestion', 'number'],
      ] as const) {
        const id = lifecycle[key];
        if (id == null || questions?.some((question) => question.id === id && question.type === type))
          continue;
        place
          .at('lifecycle')
          .at(key)
          .error(
            say('manifest.noSuchQuestion', "The template has no question '{id}' of type {type}.", {
              id,
              type,
            }),
          );
      }
      const bounded = questions?.map((question, index) =>
        question.id === lifecycle.renewalMonthsQuestion && question.type === 'number'
          ? withinBounds(question, MONTHS, place.at('questions').at(index))
          : question,
      );
      return { ...configuration, ...(bounded && { questions: bounded }) };
    },
  },
);

const ClonedTeam = Fields(
  {
    teamId: Text(LIMITS.id),
    teamName: Text(LIMITS.name),
    includeApps: Switch(true),
    includeTabs: Switch(true),
    includeSettings: Switch(true),
    includeChannels: Switch(true),
    includeMembers: Switch(false),
    // Optional in responses, because templates of earlier releases are stored without it.
    includeFiles: Switch(false, {
      nullable: true,
      description: 'Whether the folders and files of the standard channels are copied',
    }),
    includePlans: Switch(false, {
      nullable: true,
      description:
        'Whether the plans of the standard channels are copied, without dates, assignees and progress',
    }),
  },
  { $id: 'CatalogTemplateClonedTeam' },
);

const NewTeam = Fields(
  {
    namingConvention: Text(LIMITS.convention),
    namingConventionWithTags: Text(LIMITS.withTags),
    emailConvention: Text(LIMITS.convention),
    emailConventionWithTags: Text(LIMITS.withTags),
    descriptionConvention: Text(LIMITS.convention),
    descriptionConventionWithTags: Text(LIMITS.withTags),
    welcomeMessageConvention: Text(LIMITS.convention),
    welcomeMessageConventionWithTags: Text(LIMITS.withTags),
    defaultName: Text(LIMITS.defaultName),
    defaultDescription: Text(LIMITS.defaultDescription),
    defaultWelcomeMessage: Text(LIMITS.defaultWelcomeMessage),
    teamPrivacy: Visibility({ default: 'private', future: FUTURE_VISIBILITIES }),
    addRequesterAsTeamOwner: Switch(true),
  },
  { $id: 'CatalogTemplateNewTeam' },
);

const TEMPLATE = {
  templateConfiguration: TemplateConfiguration,
  clonedTeam: ClonedTeam,
  newTeam: NewTeam,
};

export const CatalogTemplate = Fields(TEMPLATE, { $id: 'CatalogTemplate' });

function checkManifestVersion(version: unknown, place: ValuePath): void {
  if (version === undefined) place.warn(say('manifest.versionMissing', "Is missing; '1.0' is assumed."));
  else if (!['1.0', '1', 1].includes(version as string | number)) {
    place.error(
      say('manifest.versionUnsupported', '\'{version}\' is not supported. Write "1.0".', {
        version: valueAsText(version),
      }),
    );
  }
}

export const Manifest = Fields({
  $schema: Passthrough(),
  manifestVersion: Custom(checkManifestVersion),
  publisher: Publisher,
  ...TEMPLATE,
  newChannel: NewChannel,
  initialization: Fields({ structure: Structure, contents: Contents, steps: Steps }),
});
