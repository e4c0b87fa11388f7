/** `initialization.steps` of a manifest: own steps (docs/own-steps.md). */
import Type, { type Static } from 'typebox';
import type { Store } from '../../engine/store.ts';
import { millisecondsOf } from '../../kernel/duration.ts';
import { say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import { findNamedHooks } from '../webhooks/find-named-hooks.ts';
import type { UserResolver } from '../webhooks/recipients.ts';
import { type ManifestProblem, TEMPLATE_LIMITS } from './limits.ts';
import {
  Custom,
  Fields,
  readBySchema,
  readList,
  type ValuePath,
  type ValueSchema,
} from './manifest-reader.ts';

/** The built-in steps in order (docs/specification.md, section 8). A plan has only the needed ones. */
export const PROVISIONING_STEPS = [
  'createTeam',
  'setSensitivityLabel',
  'applySettings',
  'createChannels',
  'installApps',
  'createTabs',
  'setPicture',
  'addRequester',
  'addRequestedMembers',
  'addPermanentMembers',
  'createContents',
  'createContentTabs',
  'postWelcomeMessage',
] as const;
export type ProvisioningStep = (typeof PROVISIONING_STEPS)[number];

const STEP_LIMITS = {
  steps: 10,
  id: 64,
  leastTimeout: 60_000,
  mostTimeout: 30 * 86_400_000,
} as const;

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

function checkId(id: string, place: ValuePath): void {
  if (ID.test(id)) return;
  place.error(
    say('manifest.stepId', 'May hold letters, digits, _ and - only, and begins with a letter or digit.'),
  );
}

function checkHook(hook: string, place: ValuePath): void {
  if (!hook.includes('://')) return;
  place.error(
    say(
      'manifest.stepAddress',
      'Must be the name of a webhook of the organisation, not an address. Register the webhook, and write its name here.',
    ),
  );
}

function checkTimeout(timeout: string, place: ValuePath): void {
  const milliseconds = millisecondsOf(timeout);
  const { leastTimeout, mostTimeout } = STEP_LIMITS;
  if (milliseconds !== undefined && milliseconds >= leastTimeout && milliseconds <= mostTimeout) return;
  place.error(
    say('manifest.stepTimeout', 'Must be a duration from PT1M to P30D, such as PT30M, PT4H or P2D.'),
  );
}

const StepFields = Fields({
  id: Type.String({ maxLength: STEP_LIMITS.id, check: checkId }),
  after: OneOf(PROVISIONING_STEPS, { default: 'postWelcomeMessage' }),
  hook: Type.String({ maxLength: TEMPLATE_LIMITS.name, check: checkHook }),
  timeout: Type.String({ maxLength: 32, default: 'P1D', check: checkTimeout }),
});

/** One of the template's own steps: Charter calls a webhook and waits until its receiver is done. */
export type TemplateStep = Static<typeof StepFields>;

function readSteps(value: unknown, place: ValuePath, form: ValueSchema): TemplateStep[] {
  const ids = new Set<string>();
  return readList(value, place, form, (item, at) => {
    const step = readBySchema(StepFields, item ?? null, at);
    if (step.id !== '' && ids.has(step.id))
      at.at('id').error(say('manifest.stepTwice', 'Another step has this id. Change one.'));
    ids.add(step.id);
    return step;
  });
}

export const Steps = Custom(readSteps, { maxItems: STEP_LIMITS.steps });

/** Warns about each step for which a request would find no webhook, or several webhooks of the same name. */
export async function checkSteps(
  deps: { store: Pick<Store, 'in'>; suite: UserResolver },
  tenantId: string,
  steps: readonly TemplateStep[] = [],
): Promise<ManifestProblem[]> {
  const hooksOf = await findNamedHooks(
    deps,
    tenantId,
    steps.map(({ hook }) => hook),
  );
  return steps.flatMap(({ hook }, index) => {
    const count = hooksOf(hook).length;
    if (count === 1) return [];
    const path = `initialization.steps[${index}].hook`;
    const message =
      count === 0
        ? say(
            'manifest.stepHookMissing',
            "No webhook that receives the events of the whole organisation is named '{hook}'. Requests are rejected until an administrator or integration manager registers one.",
            { hook },
          )
        : say(
            'manifest.stepHookTwice',
            "{count} webhooks are named '{hook}'. Rename all but one, or write the id of one.",
            { count, hook },
          );
    return [{ path, ...message }];
  });
}
