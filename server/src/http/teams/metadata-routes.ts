/** Routes of the stored answers of teams. */
import Type from 'typebox';
import {
  type AnsweredTeam,
  getTeamMetadata,
  updateTeamMetadata,
} from '../../domain/answers/team-metadata.ts';
import { TemplateQuestion } from '../catalog/schemas.ts';
import { etagOf, IfMatch } from '../etag.ts';
import { ApiResponse, route } from '../route.ts';
import { Closed, Resource } from '../schema.ts';
import { ShownAnswer } from '../shown-answer.ts';
import { TeamParams } from './schemas.ts';

const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The answers by the ids of their questions; any JSON without questions',
});

const TeamMetadata = Resource('TeamMetadata', {
  team: Closed({ id: Type.String(), displayName: Type.String() }),
  template: Type.Optional(
    Closed(
      { id: Type.String(), version: Type.String() },
      { description: 'The template that the team was made from, and its version then' },
    ),
  ),
  questions: Type.Array(TemplateQuestion, { description: 'The questions of that version' }),
  metadata: Metadata,
  answers: Type.Array(ShownAnswer),
  revision: Type.Integer({ description: 'Number of changes, from which the ETag is made' }),
});

const answerOf = ({ questions, answers, ...body }: AnsweredTeam) =>
  new ApiResponse(
    { ...body, questions: [...questions], answers: [...answers] },
    {
      etag: etagOf(String(body.revision)),
    },
  );

export const getTeamMetadataRoute = route(
  {
    summary: 'Get the answers of a team',
    errors: [502],
    responseHeaders: ['etag'],
    params: TeamParams,
    response: TeamMetadata,
    description:
      'The answers to the questions of its template, as the request gave them and its owners changed them. For owners of the team and administrators.',
  },
  async (deps, { principal, params }) => answerOf(await getTeamMetadata(deps, principal, params)),
);

export const updateTeamMetadataRoute = route(
  {
    summary: 'Change answers of a team',
    errors: [409, 502],
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: IfMatch('metadata'),
    body: Metadata,
    response: TeamMetadata,
    description:
      'Merges the body into the answers; `null` removes one. They are checked against the questions of the version that the team was made with. For owners of the team and administrators. With the ETag of getTeamMetadata in `If-Match`, answers that changed meanwhile are rejected with 412.',
  },
  async (deps, { principal, context, params, body, ifVersion }) =>
    answerOf(await updateTeamMetadata(deps, principal, context, { ...params, changes: body, ifVersion })),
);
