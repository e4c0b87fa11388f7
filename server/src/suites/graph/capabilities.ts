import type { SuiteCapabilities } from '../../engine/suite.ts';

/**
 * What Microsoft Graph v1.0 lets an application do. Labels and messages need a signed-in person ("group resource
 * type", assignedLabels; "Send chatMessage in a channel"); the others are in Graph's beta only.
 */
export const GRAPH_CAPABILITIES: SuiteCapabilities = {
  sensitivityLabels: false,
  discoverySettings: false,
  membershipLimits: false,
  ownerlessTeams: false,
  messages: false,
  tabOrder: false,
  recommendedChannels: false,
  freedChannelNames: false,
};
