/** The switches among the settings of a team, in the order of Microsoft Teams. */
export const TEAM_SWITCHES = [
  'memberSettings.allowCreateUpdateChannels',
  'memberSettings.allowCreatePrivateChannels',
  'memberSettings.allowDeleteChannels',
  'memberSettings.allowAddRemoveApps',
  'memberSettings.allowCreateUpdateRemoveTabs',
  'memberSettings.allowCreateUpdateRemoveConnectors',
  'guestSettings.allowCreateUpdateChannels',
  'guestSettings.allowDeleteChannels',
  'messagingSettings.allowUserEditMessages',
  'messagingSettings.allowUserDeleteMessages',
  'messagingSettings.allowOwnerDeleteMessages',
  'messagingSettings.allowTeamMentions',
  'messagingSettings.allowChannelMentions',
  'funSettings.allowGiphy',
  'funSettings.allowStickersAndMemes',
  'funSettings.allowCustomMemes',
] as const;
