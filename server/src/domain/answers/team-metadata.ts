/** Reads and changes the stored answers of a team (docs/templates.md, "Questions"). */
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { CharterError, type ErrorDetail, invalidFields } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { readManifest } from '../catalog/manifest.ts';
import { ruleScope } from '../catalog/scope.ts';
import type { Question } from '../questions/kinds.ts';
import { authoriseTeamAction, userIdOf } from '../teams/access.ts';
import type { Metadata, TeamMetadata } from '../teams/metadata.ts';
import type { Team } from '../teams/model.ts';
import { teamMetadataUpdated } from './events.ts';
import { assertMetadataFits, type ShownAnswer } from './model.ts';
import {
  type AnsweredQuestion,
  type AnswersDeps,
  readStoredAnswers,
  resolveAnswers,
} from './resolve-answers.ts';

type MetadataDeps = Deps & AnswersDeps;

/** The answers of a team, with the questions of the template version that created the team. */
export interface AnsweredTeam {
  team: { id: string; displayName: string };
  template: { id: string; version: string } | null;
  questions: readonly Question[];
  metadata: Metadata;
  answers: readonly ShownAnswer[];
  /** 0 before the first write. */
  revision: number;
}

const NO_METADATA: Omit<TeamMetadata, 'teamId'> = {
  templateId: null,
  templateVersion: null,
  metadata: {},
  revision: 0,
};

/**
 * Returns the questions of the template version that created the team. If that version was deleted, returns those of
 * the current version. Returns none for a team without a template.
 */
async function questionsOf(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  { templateId, templateVersion }: Pick<TeamMetadata, 'templateId' | 'templateVersion'>,
): Promise<readonly Question[]> {
  if (templateId === null) return [];
  const { templates } = store.in(tenantId);
  const version =
    templateVersion === null ? undefined : await templates.findVersion(templateId, templateVersion);
  const catalogTemplate =
    version === undefined
      ? (await templates.find(templateId))?.catalogTemplate
      : readManifest(version.source.text, { format: version.source.format }).manifest?.catalogTemplate;
  return catalogTemplate?.templateConfiguration.questions ?? [];
}

interface ReadMetadata extends TeamMetadata {
  questions: readonly Question[];
}

async function readMetadata(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  teamId: string,
): Promise<ReadMetadata> {
  const stored = await store.in(tenantId).teamMetadata.find(teamId);
  const metadata = stored ?? { ...NO_METADATA, teamId };
  return { ...metadata, questions: await questionsOf({ store }, tenantId, metadata) };
}

async function describe(
  deps: Pick<AnswersDeps, 'suite'>,
  tenantId: string,
  { id, displayName }: Team,
  { templateId, templateVersion, questions, metadata, revision }: ReadMetadata,
): Promise<AnsweredTeam> {
  const { shown } = await readStoredAnswers(deps, tenantId, questions, metadata);
  return {
    team: { id, displayName },
    template: templateId === null ? null : { id: templateId, version: templateVersion ?? '' },
    questions,
    metadata,
    answers: shown,
    revision,
  };
}

/**
 * Returns the answers of a team, to its owners and administrators.
 * @throws NotFound, Forbidden
 */
export async function getTeamMetadata(
  deps: MetadataDeps,
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<AnsweredTeam> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'readMetadata');
  const { team } = suiteTeam;
  return describe(deps, principal.tenantId, team, await readMetadata(deps, principal.tenantId, team.id));
}

interface UpdateTeamMetadataInput {
  teamId: string;
  /** The answers to change; `null` removes one. */
  changes: Metadata;
  /** From If-Match: the metadata must still have this revision. */
  ifVersion?: string | undefined;
}

/**
 * Merges the changes into the stored answers and checks the result. Removes a stored answer whose question is no longer
 * asked because of the changes. Other unchanged answers stay, even if the person or group that they name has left.
 * @throws InvalidRequest at each wrong or missing answer
 */
async function merge(
  deps: MetadataDeps,
  principal: Principal,
  team: Team,
  { questions, metadata: stored, templateId, templateVersion }: ReadMetadata,
  changes: Metadata,
): Promise<Metadata> {
  const merged = { ...stored, ...changes };
  if (questions.length === 0)
    return Object.fromEntries(Object.entries(merged).filter(([id]) => changes[id] !== null));
  const { tenantId } = principal;
  const userId = userIdOf(principal);
  const requester = userId === undefined ? undefined : await deps.suite.users.profile(tenantId, userId);
  const { displayName: name, description } = team;
  const template = { id: templateId ?? '', name: '', version: templateVersion ?? '' };
  const unanswered = Object.fromEntries(questions.map(({ id }) => [id, null]));
  const resolve = (metadata: Metadata) =>
    resolveAnswers(deps, {
      tenantId,
      template,
      questions,
      // A default applies only to a new request, so a question without an answer stays unanswered.
      sent: { ...unanswered, ...metadata },
      stored,
      scopeWith: (answers) =>
        ruleScope({
          requester,
          principal,
          team: { name, description: description ?? '', welcomeMessage: '' },
          metadata: answers,
        }),
    });
  const resolved = await resolve(merged);
  const isChanged = (id: string): boolean => Object.hasOwn(changes, id);
  const questionOf = ({ target }: ErrorDetail): string => target.slice('metadata.'.length);
  const isMissing = ({ code }: ErrorDetail): boolean => code === 'AnswerMissing';
  const isLost = ({ question: { id }, isShown }: AnsweredQuestion): boolean =>
    !isShown && Object.hasOwn(stored, id) && !isChanged(id);
  // Rules see the caller and the present team, not the requester, so they may reject even unchanged answers. What they
  // find in the stored answers alone is not a result of the changes.
  const before =
    resolved.problems.some((problem) => isMissing(problem) && !isChanged(questionOf(problem))) ||
    resolved.questions.some(isLost)
      ? await resolve(stored)
      : undefined;
  const missedBefore = new Set(before?.problems.filter(isMissing).map(questionOf));
  const lostBefore = new Set(before?.questions.filter(isLost).map(({ question }) => question.id));
  const problems = resolved.problems.filter((problem) => {
    const id = questionOf(problem);
    return isChanged(id) || (isMissing(problem) && !missedBefore.has(id));
  });
  if (problems.length > 0) throw invalidFields(problems);
  const unchanged = resolved.questions.filter(
    ({ question: { id }, isShown, fault }) =>
      lostBefore.has(id) || (isShown && fault !== undefined && Object.hasOwn(stored, id)),
  );
  return {
    ...resolved.metadata,
    ...Object.fromEntries(unchanged.map(({ question: { id } }) => [id, stored[id]])),
  };
}

/**
 * Changes answers of a team, for its owners and administrators. Writes and records nothing when nothing changes.
 * @throws NotFound, Forbidden, TeamArchived, PreconditionFailed; InvalidRequest at each wrong or missing answer; Conflict
 * when others keep changing them
 */
export async function updateTeamMetadata(
  deps: MetadataDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, changes, ifVersion }: UpdateTeamMetadataInput,
): Promise<AnsweredTeam> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'updateMetadata');
  const { team } = suiteTeam;
  const write = async (): Promise<AnsweredTeam | undefined> => {
    const read = await readMetadata(deps, tenantId, team.id);
    if (ifVersion !== undefined && ifVersion !== String(read.revision))
      throw new CharterError(
        'PreconditionFailed',
        say(
          'answers.changedSince',
          'Somebody has changed the answers since you read them. Read them again, then repeat your change.',
        ),
      );
    const metadata = await merge(deps, principal, team, read, changes);
    assertMetadataFits(metadata);
    const changed = [...new Set([...Object.keys(read.metadata), ...Object.keys(metadata)])].filter(
      (id) => !isDeepStrictEqual(read.metadata[id], metadata[id]),
    );
    if (changed.length === 0) return describe(deps, tenantId, team, read);
    const at = deps.clock.now();
    const { id, displayName } = team;
    const event = teamMetadataUpdated.happened({
      target: { type: 'team', id, displayName },
      payload: { team: { id, displayName }, changed, metadata },
    });
    const { questions: _, revision, ...row } = read;
    const isWritten = await deps.store.transaction(tenantId, async (unit) => {
      if (!(await unit.teamMetadata.save({ ...row, metadata }, revision))) return false;
      await unit.events.append([{ ...event, ...causeOf(principal, context) }], at);
      return true;
    });
    if (!isWritten) return undefined;
    return describe(deps, tenantId, team, { ...read, metadata, revision: revision + 1 });
  };
  return retryConflicts(
    write,
    say('answers.busy', 'Others keep changing the answers at the same moment. Try again.'),
  );
}
