import { useMessages } from '../base/messages.ts';
import { useNames } from './use-names.ts';

const OWN_STEP = 'ownStep:';

/** Returns the name of an own step in plans and jobs. */
export const ownStepName = (id: string): string => `${OWN_STEP}${id}`;

/** Returns a function that names steps. An own step has the name that its template gives it. */
export function useStepName(): (step: string) => string {
  const text = useMessages();
  const nameOf = useNames((step) => `steps.${step}`);
  return (step) =>
    step.startsWith(OWN_STEP) ? text('steps.ownStep', { id: step.slice(OWN_STEP.length) }) : nameOf(step);
}
