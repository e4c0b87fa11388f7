import { useMessages } from '../base/messages.ts';
import { useNames } from './use-names.ts';

const OWN_STEP = 'ownStep:';

/** Returns the name that a template's own step has in plans and jobs. */
export const ownStepName = (id: string): string => `${OWN_STEP}${id}`;

/** Returns a function that names steps. Own steps have the names that their template gives them. */
export function useStepName(): (step: string) => string {
  const text = useMessages();
  const nameOf = useNames((step) => `steps.${step}`);
  return (step) =>
    step.startsWith(OWN_STEP) ? text('steps.ownStep', { id: step.slice(OWN_STEP.length) }) : nameOf(step);
}
