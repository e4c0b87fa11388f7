/** Schemas of policies, derived from their kinds. */
import Type, { type Static, type TSchema } from 'typebox';
import {
  POLICY_LIMITS as LIMITS,
  POLICY_KINDS,
  POLICY_MODES,
  type PolicyScope as Scope,
  type PolicySettings as Settings,
} from '../../domain/policies/model.ts';
import { describeForm, type SettingForm } from '../../domain/policies/read-settings.ts';
import { KINDS } from '../../domain/policies/registry.ts';
import { LONGEST_COMPARED } from '../../domain/teams/metadata.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import {
  Closed,
  Collection,
  DateTime,
  described,
  Id,
  MessageFields,
  Model,
  Nullable,
  named,
  Omissible,
  OneOf,
  Resource,
  Uuid,
  withoutNulls,
} from '../schema.ts';

export const PolicyParams = Closed({ policyId: Id('The policy’s id') });

export const PolicyTeamParams = Closed({ policyId: Id('The policy’s id'), teamId: Id('The team’s id') });

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name });
const Description = Nullable(Type.String({ maxLength: LIMITS.description }));
const Kind = OneOf(POLICY_KINDS, {
  description: 'Decides which settings the policy has',
  examples: ['naming'],
});
const Enabled = Type.Boolean({ description: 'A disabled policy has no effect' });

const Mode = OneOf(POLICY_MODES, {
  description:
    'In the mode `report` the policy rejects and changes nothing; what it would reject is reported',
});

const ScopeType = OneOf(['tenant', 'templates', 'teams'], {
  description:
    'All teams, teams made from some templates, or only attached teams. `answers` selects some of them. Attached teams are always included.',
});
const TemplateIds = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  minItems: 1,
  maxItems: LIMITS.templates,
  uniqueItems: true,
  description: 'Required with the type `templates`, rejected with others',
});

const ANSWERS =
  'Only teams with these answers: to each named question, one of the values. Allowed with the types `tenant` and `templates`';
const CompareTo = { minLength: 1, maxLength: LONGEST_COMPARED };

/** One schema instead of a union: each branch of a union would report the same wrong value. */
const Comparable = Type.Unsafe<string | number | boolean>({
  type: ['string', 'number', 'boolean'],
  ...CompareTo,
});

const answersOf = <Value extends TSchema>(value: Value) =>
  Type.Record(
    Type.String(),
    Type.Array(value, { minItems: 1, maxItems: LIMITS.scopeValues, uniqueItems: true }),
    { minProperties: 1, maxProperties: LIMITS.scopeQuestions, description: ANSWERS },
  );

const ScopeExamples = { examples: [{ type: 'tenant' }] };

const PolicyScope = Model(
  'PolicyScope',
  {
    type: ScopeType,
    templateIds: Type.Optional(TemplateIds),
    answers: Type.Optional(answersOf(Type.String(CompareTo))),
  },
  ScopeExamples,
);

const PolicyScopePayload = Model(
  'PolicyScopePayload',
  {
    type: ScopeType,
    templateIds: Omissible(TemplateIds),
    answers: Omissible(answersOf(Comparable)),
  },
  ScopeExamples,
);

const textsOf = (answers: NonNullable<Static<typeof PolicyScopePayload>['answers']>) =>
  Object.fromEntries(
    Object.entries(answers).map(([id, values]) => [id, [...new Set(values.map((value) => String(value)))]]),
  );

/** @throws InvalidRequest at `scope.templateIds` or `scope.answers` that the type requires or does not allow */
export function readScope(scope: Static<typeof PolicyScopePayload>): Scope {
  const { type, templateIds, answers } = withoutNulls(scope);
  if (type === 'templates' && templateIds === undefined) {
    throw invalidField(
      'scope.templateIds',
      say('policies.scopeTemplates', 'Name the templates that the policy is for.'),
      'Required',
    );
  }
  if (type !== 'templates' && templateIds !== undefined) {
    throw invalidField(
      'scope.templateIds',
      say(
        'policies.scopeWithoutTemplates',
        "The scope '{scope}' has no templates. Leave them out, or use 'templates'.",
        { scope: type },
      ),
    );
  }
  if (type === 'teams') {
    if (answers === undefined) return { type };
    throw invalidField(
      'scope.answers',
      say(
        'policies.scopeWithoutAnswers',
        "The scope 'teams' is for attached teams, whatever their answers are. Leave the answers out, or use 'tenant' or 'templates'.",
      ),
    );
  }
  return {
    ...(type === 'templates' ? { type, templateIds: templateIds ?? [] } : { type }),
    ...(answers != null && { answers: textsOf(answers) }),
  };
}

/**
 * Returns the type, with the values of a string enumeration. The domain validates sizes and all other values, so that
 * one response names every mistake.
 */
function formOf({ type, enum: values, items }: SettingForm): TSchema {
  if (type === 'array') return Type.Array(formOf(items ?? {}));
  if (type === 'integer' || typeof values?.[0] === 'number') return Type.Integer();
  return values === undefined ? Type.String() : OneOf(values as string[]);
}

/** Collects the settings of all kinds; a name that several kinds share has the union of their types. */
function settingsOfAllKinds(): Record<string, TSchema> {
  const settings: Record<string, TSchema> = {};
  for (const { kind, settings: schema } of KINDS) {
    for (const [name, form] of Object.entries<SettingForm>(schema.properties)) {
      const description = `${kind}: ${form.description} (${describeForm(form).message})`;
      const other = settings[name] as { description: string } | undefined;
      settings[name] =
        other === undefined
          ? { ...formOf(form), description }
          : Type.Union([other, formOf(form)], { description: `${other.description}. ${description}` });
    }
  }
  return settings;
}

const SETTINGS = settingsOfAllKinds();

const optional = (fields: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)]));

const OfItsKind = {
  description: 'Settings of its kind and no others. The description of each begins with its kind.',
  examples: [{ blockedWords: ['confidential'] }],
};

const PolicySettings = named('PolicySettings', Type.Unsafe<Settings>(Closed(optional(SETTINGS), OfItsKind)));

const nullable = Object.fromEntries(Object.entries(SETTINGS).map(([name, field]) => [name, Nullable(field)]));

const PolicySettingsPayload = Model('PolicySettingsPayload', optional(nullable), OfItsKind);

const PolicySettingsUpdate = Model('PolicySettingsUpdate', optional(nullable), {
  ...OfItsKind,
  description: `${OfItsKind.description} A setting that is sent is replaced, and null removes it; the others stay.`,
});

export const PolicyPayload = Model('PolicyPayload', {
  name: Name,
  description: Type.Optional(Description),
  kind: Kind,
  enabled: Omissible(Type.Boolean({ description: 'True by default' })),
  mode: Omissible(described(Mode, '`enforce` by default')),
  scope: Omissible(PolicyScopePayload),
  settings: Omissible(PolicySettingsPayload),
});

export const PolicyUpdate = Model('PolicyUpdate', {
  name: Omissible(Name),
  description: Type.Optional(described(Description, 'null clears it')),
  kind: Omissible(OneOf(POLICY_KINDS, { description: 'Accepted only unchanged' })),
  enabled: Omissible(Enabled),
  mode: Omissible(Mode),
  scope: Omissible(PolicyScopePayload),
  settings: Omissible(PolicySettingsUpdate),
});

const PolicyPerson = Model('PolicyPerson', {
  reference: Type.String({ description: 'As the settings or the scope name the person or the group' }),
  displayName: Type.String(),
});

export const Policy = Resource('Policy', {
  id: Uuid,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  kind: Kind,
  enabled: Enabled,
  mode: Mode,
  scope: PolicyScope,
  settings: PolicySettings,
  people: Type.Optional(
    Type.Array(PolicyPerson, {
      description:
        'Names of the people and groups in the settings and in the answers of the scope; lists of policies leave them out',
    }),
  ),
  version: Type.Integer({ description: 'Increases with every change; the ETag of the policy' }),
  createdDateTime: DateTime,
  lastModifiedDateTime: DateTime,
});

export const Policies = Collection('Policies', Policy);

export const PoliciesQuery = Closed({
  kind: Type.Optional(OneOf(POLICY_KINDS, { description: 'Only policies of this kind' })),
  ...PAGE_OPTIONS,
});

const PolicyTeam = Model('PolicyTeam', {
  teamId: Type.String(),
  displayName: Type.Optional(Type.String({ description: 'Absent for a team that no longer exists' })),
  attachedDateTime: DateTime,
});

export const PolicyTeams = Collection('PolicyTeams', PolicyTeam);

export const PolicyReport = Resource('PolicyReport', {
  appliesToCount: Type.Integer({ description: 'Teams that the policy applies to, without archived ones' }),
  affectedCount: Type.Integer({ description: 'Teams that the policy would reject or change' }),
  isComplete: Type.Boolean({ description: 'False when there are more teams than one report reads' }),
  teams: Type.Array(Closed({ id: Type.String(), displayName: Type.String(), ...MessageFields }), {
    description: 'The first 100 affected teams by name, each with what the policy finds',
  }),
  omissions: Type.Optional(
    Type.Array(Closed({ ...MessageFields }), {
      description: 'Effects of the policy that the suite does not support',
    }),
  ),
});

export const PolicyCheckRequest = Model('PolicyCheckRequest', {
  name: Omissible(Type.String({ minLength: 1, maxLength: 1024, description: 'A team’s name' })),
  visibility: Omissible(OneOf(['private', 'public', 'hiddenMembership'])),
  template: Omissible(
    Closed({ id: Type.String({ minLength: 1, maxLength: 256 }) }, { description: 'Template of a new team' }),
  ),
  metadata: Omissible(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Answers of a request for the new team; required ones may be absent',
    }),
  ),
  team: Omissible(
    Closed({ id: Type.String({ minLength: 1, maxLength: 200 }) }, { description: 'An existing team' }),
  ),
});

const PolicyVerdict = Closed({
  policy: Closed({ id: Uuid, name: Type.String(), kind: Kind }),
  outcome: OneOf(['passed', 'violated']),
  ...MessageFields,
});

export const PolicyCheckResult = Resource('PolicyCheckResult', {
  outcome: OneOf(['passed', 'violated']),
  verdicts: Type.Array(PolicyVerdict),
  reports: Type.Optional(
    Type.Array(PolicyVerdict, {
      description: 'Violations of policies in the mode `report`, which reject nothing; absent without any',
    }),
  ),
});
