/** Checks the answers to a template's questions while somebody fills in the request. */
import {
  type AnsweredQuestion,
  type ResolvedAnswers,
  resolveAnswers,
} from '../../domain/answers/resolve-answers.ts';
import type { Principal } from '../../engine/principal.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { type PlanningDeps, readTemplate } from './plan-provisioning.ts';
import type { TeamProvisioningRequest } from './request.ts';
import { conventionScope } from './texts.ts';

/** An unfinished request. */
export type AnswersDraft = Pick<TeamProvisioningRequest, 'template' | 'metadata'> & {
  team?: Partial<TeamProvisioningRequest['team']>;
};

export interface CheckedAnswers {
  questions: AnsweredQuestion[];
  /** The answers as people read them, by id. */
  texts: ReadonlyMap<string, string>;
  /** Each wrong or missing answer, at `metadata.<id>`. */
  problems: ErrorDetail[];
}

export const checkedAnswersOf = ({ questions, shown, problems }: ResolvedAnswers): CheckedAnswers => ({
  questions,
  problems,
  texts: new Map(shown.map(({ id, text }) => [id, text])),
});

/**
 * Checks the answers of an unfinished request. Returns, for each question of the template, whether it is asked, its
 * answer or default, and the answer's fault. Writes only the records of failed rules.
 * @throws InvalidRequest at `template.id`; PolicyViolation at `audience`
 */
export async function checkAnswers(
  deps: PlanningDeps,
  principal: Principal,
  { team = {}, ...draft }: AnswersDraft,
): Promise<CheckedAnswers> {
  const request = { ...draft, team: { name: '', ...team } };
  const { blueprint, requester } = await readTemplate(deps, principal, request);
  const answers = await resolveAnswers(deps, {
    tenantId: principal.tenantId,
    template: blueprint.template,
    questions: blueprint.questions,
    sent: draft.metadata,
    scopeWith: (metadata) => conventionScope(principal, { ...request, metadata }, blueprint, requester),
  });
  return checkedAnswersOf(answers);
}
