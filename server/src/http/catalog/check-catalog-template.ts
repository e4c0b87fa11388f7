import Type from 'typebox';
import { AUDIENCE_REASONS, MOST_OF_A_GROUP } from '../../domain/catalog/test-audience.ts';
import { checkTemplate } from '../../flows/provisioning/check-template.ts';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { route } from '../route.ts';
import { Closed, Model, Omissible, OneOf, Sentence, Words, withoutNulls } from '../schema.ts';
import { CatalogTemplate, Manifest, manifestInput } from './schemas.ts';

const MOST_PEOPLE = 200;
const MOST_GROUPS = 5;

const Person = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Directory id, user principal name or mail',
});

const Payload = Model('CatalogTemplateCheckPayload', {
  ...Manifest,
  person: Omissible(Person),
  request: Omissible(
    Closed({
      name: Omissible(Type.String({ maxLength: REQUEST_LIMITS.name })),
      description: Omissible(Type.String({ maxLength: REQUEST_LIMITS.description })),
      welcomeMessage: Omissible(Type.String({ maxLength: REQUEST_LIMITS.welcomeMessage })),
    }),
  ),
  people: Omissible(Type.Array(Person, { maxItems: MOST_PEOPLE })),
  groups: Omissible(
    Type.Array(Type.String({ minLength: 1, maxLength: 256, description: 'Id of a group' }), {
      maxItems: MOST_GROUPS,
    }),
  ),
});

const ManifestProblem = Model('ManifestProblem', {
  path: Type.String({
    description: 'Place in the manifest; empty for the whole',
    examples: ['newTeam.namingConvention'],
  }),
  ...Sentence,
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'For a manifest that was sent as text' })),
  column: Type.Optional(Type.Integer({ minimum: 1 })),
});

const TextPreview = Model('TextPreview', {
  text: Type.Optional(Type.String()),
  error: Type.Optional(Words({ description: 'Why there is no text, or why a request with it is rejected' })),
  convention: Type.Optional(
    Type.String({ description: 'Key of its convention', examples: ['namingConvention'] }),
  ),
});

const AudienceTest = Model('AudienceTest', {
  person: Type.String({ description: 'As sent' }),
  user: Type.Optional(Closed({ id: Type.String(), displayName: Type.String() })),
  isIncluded: Type.Boolean(),
  reason: OneOf([...AUDIENCE_REASONS]),
  error: Type.Optional(Words({ description: 'Why the rule failed' })),
});

const AudienceGroupTest = Model('AudienceGroupTest', {
  group: Type.String({ description: 'As sent' }),
  displayName: Type.Optional(Type.String({ description: 'Absent for an unknown group' })),
  isComplete: Type.Boolean({
    description: `Whether all direct members were tested: at most ${MOST_OF_A_GROUP} of a group are`,
  }),
  members: Type.Array(AudienceTest, { description: 'The direct members, by name' }),
});

const CatalogTemplateCheck = Model('CatalogTemplateCheck', {
  outcome: Type.Optional(
    OneOf(['created', 'updated', 'unchanged'], {
      description: 'What applying the manifest would do; absent while it has errors',
    }),
  ),
  errors: Type.Array(ManifestProblem),
  warnings: Type.Array(ManifestProblem),
  template: Type.Optional(CatalogTemplate),
  texts: Type.Optional(
    Closed({
      name: TextPreview,
      mailNickname: TextPreview,
      description: TextPreview,
      welcomeMessage: TextPreview,
    }),
  ),
  audience: Type.Optional(Type.Array(AudienceTest)),
  audienceGroups: Type.Optional(Type.Array(AudienceGroupTest)),
});

export const checkCatalogTemplateRoute = route(
  {
    summary: 'Check a manifest without saving it',
    errors: [502],
    body: Payload,
    response: CatalogTemplateCheck,
    description: `Names every mistake with its place. With \`person\` or \`request\`, renders the texts of a team that the person would request; the default is the calling user and an empty request. With \`people\`, up to ${MOST_PEOPLE}, and \`groups\`, up to ${MOST_GROUPS}, tells for whom the template is, and why. Saves nothing.`,
  },
  (deps, { principal, body }) => {
    const { person, request, people, groups } = body;
    return checkTemplate(deps, principal, {
      ...manifestInput(body),
      person: person ?? undefined,
      request: request ? withoutNulls(request) : undefined,
      people: people ?? undefined,
      groups: groups ?? undefined,
    });
  },
);
