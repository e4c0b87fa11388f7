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

/** The steps of all jobs except own steps. The steps of one job are in the order in which they run. */
export const STEPS: readonly string[] = [
  ...PROVISIONING_STEPS,
  'addToTeam',
  'createChannel',
  'addChannelMembers',
  'archiveTeam',
  'unarchiveTeam',
  'archiveChannel',
  'unarchiveChannel',
  'changeTeams',
  'changeRole',
];
