import { useMessages } from '../base/messages.ts';
import { useNames } from './use-names.ts';

/** The built-in steps of provisioning in their order. */
export const PROVISIONING_STEPS: readonly string[] = [
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
];

/** The steps of jobs in their order. */
export const STEPS: readonly string[] = [
  ...PROVISIONING_STEPS,
  'archiveTeam',
  'unarchiveTeam',
  'archiveChannel',
  'unarchiveChannel',
  'changeTeams',
  'changeRole',
];

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
