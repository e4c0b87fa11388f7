import { useNames } from '../../components/use-names.ts';

/** The steps of jobs in their order. */
export const STEPS: readonly string[] = [
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
  'archiveTeam',
  'unarchiveTeam',
  'changeTeams',
  'changeRole',
];

/** Returns a function that names steps. */
export const useStepName = () => useNames((step) => `steps.${step}`);
