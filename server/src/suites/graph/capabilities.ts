import type { SuiteCapabilities } from '../../engine/suite.ts';
import { type KeptAccount, serves } from './account.ts';

/**
 * Returns what Microsoft Graph v1.0 lets Charter do. Labels and messages need a signed-in person ("group resource
 * type", assignedLabels; "Send chatMessage in a channel"), the account that an administrator has connected. The others
 * are in Graph's beta only.
 */
export function capabilitiesWith(account: KeptAccount | undefined): SuiteCapabilities {
  const signedIn = account?.lostReason === undefined ? account : undefined;
  return {
    sensitivityLabels: serves(signedIn, 'sensitivityLabels'),
    discoverySettings: false,
    membershipLimits: false,
    ownerlessTeams: false,
    messages: serves(signedIn, 'messages'),
    tabOrder: false,
    recommendedChannels: false,
    freedChannelNames: false,
  };
}
