/**
 * A template's own steps (docs/own-steps.md): finds the webhook of each step, and creates the message that the webhook
 * receives. The step itself is steps/own-step.ts.
 */
import { createHash } from 'node:crypto';
import Type from 'typebox';
import { ShownAnswer } from '../../domain/answers/model.ts';
import type { TemplateStep } from '../../domain/catalog/manifest-steps.ts';
import { Named } from '../../domain/teams/events.ts';
import { findNamedHooks } from '../../domain/webhooks/find-named-hooks.ts';
import { STEP_EVENT } from '../../domain/webhooks/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { type MessageDefinition, payloadSchema } from '../../engine/events/define-event.ts';
import { publishedPayload } from '../../engine/events/model.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { idFromDigest } from '../../kernel/ids.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { Open } from '../../kernel/schema.ts';
import type { Notice } from './notices.ts';
import { type PlannedOwnStep, type ProvisioningPlan, toShownPlan } from './plan.ts';

/** The steps of a template with their webhooks. */
export interface PreparedOwnSteps {
  steps: PlannedOwnStep[];
  /** The reasons why requests from the template must be rejected; empty if there are none. */
  faults: Message[];
  notices: Notice[];
}

const missing = (step: TemplateStep): Message =>
  say(
    'provisioning.stepHookMissing',
    "The step '{id}' of this template calls the webhook '{hook}', which is not registered. Ask an administrator to register it, or to correct the template.",
    step,
  );

const ambiguous = (step: TemplateStep): Message =>
  say(
    'provisioning.stepHookTwice',
    "The step '{id}' of this template calls the webhook '{hook}', and several have this name. Ask an administrator to rename all but one, or to write its id into the template.",
    step,
  );

/** Finds the webhooks of the steps. Calls none of them. */
export async function prepareOwnSteps(
  deps: Pick<Deps, 'store' | 'suite'>,
  tenantId: string,
  steps: readonly TemplateStep[],
): Promise<PreparedOwnSteps> {
  const prepared: PreparedOwnSteps = { steps: [], faults: [], notices: [] };
  const hooksOf = await findNamedHooks(
    deps,
    tenantId,
    steps.map(({ hook }) => hook),
  );
  for (const step of steps) {
    const { id, after, timeout } = step;
    const found = hooksOf(step.hook);
    const [hook] = found.length === 1 ? found : [];
    if (hook === undefined) prepared.faults.push(found.length === 0 ? missing(step) : ambiguous(step));
    else if (!hook.active) {
      const message = say(
        'provisioning.stepHookOff',
        "The webhook '{hook}' is switched off. The step '{id}' waits until somebody switches it on.",
        { hook: hook.name, id },
      );
      prepared.notices.push({ code: 'stepHookOff', ...message });
    }
    prepared.steps.push({
      ...{ id, after, timeout },
      hook: { id: hook?.id ?? null, displayName: hook?.name ?? step.hook },
    });
  }
  return prepared;
}

/** The message that the receiver of a step receives. */
export const provisioningStep: MessageDefinition = {
  code: STEP_EVENT,
  description:
    'A step of a template asks its receiver to do its part. Sent while the team is built, again under the same id until the receiver responds with 200. Webhooks can’t subscribe to it: a template names the webhook.',
  schema: payloadSchema({
    step: Open({
      id: Type.String({ description: 'As the template names it' }),
      after: Type.String({ description: 'The built-in step after which it runs' }),
      timeout: Type.String({ description: 'ISO 8601 duration' }),
    }),
    provisioning: Open({ id: Type.String({ description: 'The job’s id' }) }),
    team: Named,
    requester: Named,
    template: Open({ id: Type.String(), name: Type.String(), version: Type.String() }),
    metadata: Open({}, { description: 'The answers by the ids of their questions, as the request had them' }),
    answers: Type.Array(ShownAnswer, { description: 'The answers with their questions, to show' }),
    plan: Open({}, { description: 'The plan, as the job has it in `data.plan`' }),
  }),
};

/** Returns the id of all calls for the step of a job, by which a receiver recognises a repetition. */
export const callIdOf = (jobId: string, stepId: string): string =>
  idFromDigest(createHash('sha256').update(`${jobId}:${stepId}`).digest('hex'));

/** Returns the body of all calls for the step: the same bytes each time. */
export function callBodyOf(
  tenantId: string,
  { id, subjectId, requester, request }: JobRecord<ProvisioningPlan>,
  plan: ProvisioningPlan,
  { id: stepId, after, timeout }: PlannedOwnStep,
): string {
  const { template, name, answers = [] } = plan;
  const payload = {
    step: { id: stepId, after, timeout },
    provisioning: { id },
    team: { id: subjectId, displayName: name },
    requester: { id: requester.id, displayName: requester.displayName },
    template: { id: template.id, name: template.displayName, version: template.version },
    metadata: request.metadata ?? {},
    answers,
    plan: toShownPlan(plan),
  };
  return JSON.stringify(publishedPayload({ payload }, tenantId));
}
