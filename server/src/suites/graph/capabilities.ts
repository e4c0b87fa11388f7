import type { SuiteCapabilities } from '../../engine/suite.ts';
import { type KeptAccount, serves } from './account.ts';
import { capabilitiesOfCloud } from './clouds.ts';
import type { GraphCloud } from './registration.ts';

/**
 * Returns what Charter can do through Microsoft Graph v1.0. Labels and messages need the connected account, because
 * Graph allows them only to a signed-in person ("group resource type", assignedLabels; "Send chatMessage in a
 * channel"). v1.0 has no calls for the
 * other capabilities. National clouds lack some more (clouds.ts).
 */
export function capabilitiesWith(account: KeptAccount | undefined, { url }: GraphCloud): SuiteCapabilities {
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
    ...capabilitiesOfCloud(url),
  };
}
