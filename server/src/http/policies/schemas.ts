/** Schemas of policies, derived from their kinds. */
import Type, { type TSchema } from 'typebox';
import {
  POLICY_LIMITS as LIMITS,
  POLICY_KINDS,
  type PolicySettings as Settings,
} from '../../domain/policies/model.ts';
import { describeForm, type SettingForm } from '../../domain/policies/read-settings.ts';
import { KINDS } from '../../domain/policies/registry.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Id, Nullable, named, Omissible, OneOf, refTo } from '../schema.ts';

export const PolicyParams = Closed({ policyId: Id('The policy’s id') });

export const PolicyTeamParams = Closed({ policyId: Id('The policy’s id'), teamId: Id('The team’s id') });

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag that you read; 412 when the policy has changed since' }),
  ),
});

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name });
const Description = Nullable(Type.String({ maxLength: LIMITS.description }));
const Kind = OneOf(POLICY_KINDS, { description: 'Decides which settings the policy has' });
const Enabled = Type.Boolean({ description: 'A disabled policy is kept without effect' });

const ScopeType = OneOf(['tenant', 'templates', 'teams'], {
  description:
    'All teams, those made from some templates, or only those it is attached to. Teams it is attached to always come to these.',
});
const TemplateIds = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  minItems: 1,
  maxItems: LIMITS.templates,
  uniqueItems: true,
  description: 'Required with the type `templates`, and only allowed there',
});

const PolicyScope = named(
  'PolicyScope',
  Closed({ type: ScopeType, templateIds: Type.Optional(TemplateIds) }),
);

export const PolicyScopePayload = named(
  'PolicyScopePayload',
  Closed({ type: ScopeType, templateIds: Omissible(TemplateIds) }),
);

/** Reduces a schema to its types. The domain checks sizes and values, to report all mistakes in one answer. */
function formOf({ type, enum: values, items }: SettingForm): TSchema {
  if (type === 'array') return Type.Array(formOf(items ?? {}));
  if (type === 'integer' || typeof values?.[0] === 'number') return Type.Integer();
  return values === undefined ? Type.String() : OneOf(values as string[]);
}

/** The settings of all kinds. A name that several kinds share accepts the types of each. */
function settingsOfAllKinds(): Record<string, TSchema> {
  const settings: Record<string, TSchema> = {};
  for (const { kind, settings: schema } of KINDS) {
    for (const [name, form] of Object.entries<SettingForm>(schema.properties)) {
      const description = `${kind}: ${form.description} (${describeForm(form)})`;
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

const SettingsDescription = 'Only settings of the policy’s kind. Each description begins with the kind.';

const PolicySettings = named(
  'PolicySettings',
  Type.Unsafe<Settings>(Closed(optional(SETTINGS), { description: SettingsDescription })),
);

const nullable = Object.fromEntries(Object.entries(SETTINGS).map(([name, field]) => [name, Nullable(field)]));

const PolicySettingsPayload = named(
  'PolicySettingsPayload',
  Closed(optional(nullable), { description: SettingsDescription }),
);

const PolicySettingsUpdate = named(
  'PolicySettingsUpdate',
  Closed(optional(nullable), {
    description: `${SettingsDescription} Each is replaced separately; null removes it.`,
  }),
);

export const PolicyPayload = named(
  'PolicyPayload',
  Closed({
    name: Name,
    description: Type.Optional(Description),
    kind: Kind,
    enabled: Omissible(Type.Boolean({ description: 'Default: true' })),
    scope: Omissible(refTo(PolicyScopePayload)),
    settings: Omissible(refTo(PolicySettingsPayload)),
  }),
);

export const PolicyUpdate = named(
  'PolicyUpdate',
  Closed({
    name: Omissible(Name),
    description: Type.Optional(Type.Unsafe<string | null>({ ...Description, description: 'null clears it' })),
    kind: Omissible(OneOf(POLICY_KINDS, { description: 'Only the present kind is accepted' })),
    enabled: Omissible(Enabled),
    scope: Omissible(refTo(PolicyScopePayload)),
    settings: Omissible(refTo(PolicySettingsUpdate)),
  }),
);

export const Policy = named(
  'Policy',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    kind: Kind,
    enabled: Enabled,
    scope: refTo(PolicyScope),
    settings: refTo(PolicySettings),
    version: Type.Integer({ description: 'Increases with every change; also the ETag' }),
    createdDateTime: DateTime,
    lastModifiedDateTime: DateTime,
  }),
);

export const Policies = Collection('Policies', Policy);

export const PoliciesQuery = Closed({
  kind: Type.Optional(OneOf(POLICY_KINDS, { description: 'Only policies of this kind' })),
  ...PAGE_OPTIONS,
});

export const PolicyTeamsQuery = Closed(PAGE_OPTIONS);

const PolicyTeam = named('PolicyTeam', Closed({ teamId: Type.String(), attachedDateTime: DateTime }));

export const PolicyTeams = Collection('PolicyTeams', PolicyTeam);

export const PolicyCheckRequest = named(
  'PolicyCheckRequest',
  Closed({
    name: Omissible(Type.String({ minLength: 1, maxLength: 1024, description: 'A team’s name' })),
    visibility: Omissible(OneOf(['private', 'public', 'hiddenMembership'])),
    template: Omissible(
      Closed(
        { id: Type.String({ minLength: 1, maxLength: 256 }) },
        { description: 'Template of a new team' },
      ),
    ),
    team: Omissible(
      Closed({ id: Type.String({ minLength: 1, maxLength: 200 }) }, { description: 'An existing team' }),
    ),
  }),
);

export const PolicyCheckResult = named(
  'PolicyCheckResult',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    outcome: OneOf(['passed', 'violated']),
    verdicts: Type.Array(
      Closed({
        policy: Closed({ id: Type.String({ format: 'uuid' }), name: Type.String(), kind: Kind }),
        outcome: OneOf(['passed', 'violated']),
        message: Type.String(),
      }),
    ),
  }),
);
