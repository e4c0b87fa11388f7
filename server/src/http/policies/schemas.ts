/** Policies and where they are in force. */
import Type, { type TOptional, type TSchema } from 'typebox';
import { POLICY_LIMITS as LIMITS, POLICY_KINDS } from '../../domain/policies/model.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Id, Nullable, named, Omissible, OneOf, refTo } from '../schema.ts';

export const PolicyParams = Closed({ policyId: Id('The policy’s id') });

export const PolicyTeamParams = Closed({ policyId: Id('The policy’s id'), teamId: Id('The team’s id') });

/** What others may have changed since. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag of the policy you read; 412 when it has changed' }),
  ),
});

const Name = Type.String({ minLength: 1, maxLength: LIMITS.name });
const Description = Nullable(Type.String({ maxLength: LIMITS.description }));
const Kind = OneOf(POLICY_KINDS, { description: 'What it is about; decides which settings it has' });
const Enabled = Type.Boolean({ description: 'A policy that is off is kept and changes nothing' });

const ScopeType = OneOf(['tenant', 'templates', 'teams'], {
  description:
    'All teams, those made from some templates, or only those it is attached to. Teams it is attached to always come to these.',
});
const TemplateIds = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  minItems: 1,
  maxItems: LIMITS.templates,
  uniqueItems: true,
  description: 'With the type `templates`, and only there',
});

export const PolicyScope = named(
  'PolicyScope',
  Closed({ type: ScopeType, templateIds: Type.Optional(TemplateIds) }),
);

export const PolicyScopePayload = named(
  'PolicyScopePayload',
  Closed({ type: ScopeType, templateIds: Omissible(TemplateIds) }),
);

const of = (kind: string, text: string): { description: string } => ({ description: `${kind}: ${text}` });
const words = (description: { description: string }) => Type.Array(Type.String(), description);

const SETTINGS = {
  blockedWords: words(
    of(
      'naming',
      'words and phrases no name may hold, as whole words, whatever their case, with the marks at their ends; at most 5,000',
    ),
  ),
  reservedNames: words(of('naming', 'names no team may have; at most 5,000')),
  minLength: Type.Integer(of('naming', 'characters that people see in a name at least, 1 to 264')),
  maxLength: Type.Integer(of('naming', 'characters a name has at most, 1 to 264')),
  forbiddenCharacters: Type.String(
    of(
      'naming',
      'no name holds one of these; `\\p{L}`, `\\p{N}`, `\\p{Zs}` stand for letters, digits, spaces',
    ),
  ),
  allowedCharacters: Type.String(
    of('naming', 'names hold nothing but these; written as forbiddenCharacters'),
  ),
  owners: Type.Union([Type.Integer(), Type.Array(Type.String())], {
    description:
      'mandatoryMembership: how many at least, 0 to 20. permanentMembership: ids, user principal names or mail addresses',
  }),
  members: Type.Union([Type.Integer(), Type.Array(Type.String())], { description: 'As owners' }),
  visibility: OneOf(['private', 'public'], of('privacy', 'what every team is')),
  labelId: Type.String(of('sensitivityLabel', 'what every team is labelled with')),
  inactivityDays: Type.Integer(of('lifecycle', '7, 30 or 90')),
  graceDays: Type.Integer(of('lifecycle', '7 or 30')),
  action: OneOf(['None', 'Archive', 'Delete'], of('lifecycle', 'what becomes of a team nobody renews')),
};

const optional = <T extends Record<string, TSchema>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)])) as {
    [Key in keyof T]: TOptional<T[Key]>;
  };

const SettingsDescription =
  'Those of its kind and no others; duplicateNames and singleton have none. Each is said to which kind it belongs.';

export const PolicySettings = named(
  'PolicySettings',
  Closed(optional(SETTINGS), { description: SettingsDescription }),
);

const nullable = Object.fromEntries(Object.entries(SETTINGS).map(([name, field]) => [name, Nullable(field)]));

export const PolicySettingsPayload = named(
  'PolicySettingsPayload',
  Closed(optional(nullable), { description: SettingsDescription }),
);

export const PolicySettingsUpdate = named(
  'PolicySettingsUpdate',
  Closed(optional(nullable), {
    description: `${SettingsDescription} Each is replaced alone; null takes one away.`,
  }),
);

export const PolicyPayload = named(
  'PolicyPayload',
  Closed({
    name: Name,
    description: Type.Optional(Description),
    kind: Kind,
    enabled: Omissible(Type.Boolean({ description: 'On unless said' })),
    scope: Omissible(refTo(PolicyScopePayload)),
    settings: Omissible(refTo(PolicySettingsPayload)),
  }),
);

export const PolicyUpdate = named(
  'PolicyUpdate',
  Closed({
    name: Omissible(Name),
    description: Type.Optional(Type.Unsafe<string | null>({ ...Description, description: 'null clears it' })),
    kind: Omissible(OneOf(POLICY_KINDS, { description: 'May be sent as it is; never changes' })),
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
    version: Type.Integer({ description: 'Grows with every change; its ETag' }),
    createdDateTime: DateTime,
    lastModifiedDateTime: DateTime,
  }),
);

export const Policies = Collection('Policies', Policy);

/** Query values are text; the route reads them. */
export const PoliciesQuery = Closed({
  kind: Type.Optional(OneOf(POLICY_KINDS, { description: 'Only policies of this kind' })),
  ...PAGE_OPTIONS,
});

export const PolicyTeamsQuery = Closed(PAGE_OPTIONS);

export const PolicyTeam = named('PolicyTeam', Closed({ teamId: Type.String(), attachedDateTime: DateTime }));

export const PolicyTeams = Collection('PolicyTeams', PolicyTeam);

export const PolicyCheckRequest = named(
  'PolicyCheckRequest',
  Closed({
    name: Omissible(Type.String({ minLength: 1, maxLength: 1024, description: 'A team’s name' })),
    visibility: Omissible(OneOf(['private', 'public', 'hiddenMembership'])),
    template: Omissible(
      Closed({ id: Type.String({ minLength: 1, maxLength: 256 }) }, { description: 'Of a team to be made' }),
    ),
    team: Omissible(
      Closed({ id: Type.String({ minLength: 1, maxLength: 200 }) }, { description: 'A team that is there' }),
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
