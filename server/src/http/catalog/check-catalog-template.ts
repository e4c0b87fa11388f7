import Type from 'typebox';
import { checkTemplate, TemplateCheck } from '../../flows/provisioning/check-template.ts';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { CheckedAnswers, presentCheckedAnswers } from '../checked-answers.ts';
import { route } from '../route.ts';
import { Closed, Model, Omissible, shown, withoutNulls } from '../schema.ts';
import { CatalogTemplate, Manifest, manifestInput } from './schemas.ts';

const MAX_PEOPLE = 200;
const MAX_GROUPS = 5;

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
      metadata: Omissible(
        Type.Record(Type.String(), Type.Unknown(), { description: 'Answers to the questions' }),
      ),
    }),
  ),
  people: Omissible(Type.Array(Person, { maxItems: MAX_PEOPLE })),
  groups: Omissible(
    Type.Array(Type.String({ minLength: 1, maxLength: 256, description: 'Id of a group' }), {
      maxItems: MAX_GROUPS,
    }),
  ),
});

const CatalogTemplateCheck = Model('CatalogTemplateCheck', {
  ...shown(TemplateCheck),
  template: Type.Optional(CatalogTemplate),
  answers: Type.Optional(CheckedAnswers),
});

export const checkCatalogTemplateRoute = route(
  {
    summary: 'Check a manifest without saving it',
    errors: [502],
    body: Payload,
    response: CatalogTemplateCheck,
    description: `Names every mistake with its place. With \`person\` or \`request\`, renders the texts of a team that the person would request, and checks the answers of the request; the default is the calling user and an empty request. With \`people\`, up to ${MAX_PEOPLE}, and \`groups\`, up to ${MAX_GROUPS}, says which of them may request teams from the template, and why. Saves nothing.`,
  },
  async (deps, { principal, body }) => {
    const { person, request, people, groups } = body;
    const { answers, ...check } = await checkTemplate(deps, principal, {
      ...manifestInput(body),
      person: person ?? undefined,
      request: request ? withoutNulls(request) : undefined,
      people: people ?? undefined,
      groups: groups ?? undefined,
    });
    return { ...check, ...(answers && { answers: presentCheckedAnswers(answers) }) };
  },
);
