import type { RequestedChannel } from '@charter/sdk';

export const describeChannel = ({ name, membershipType }: RequestedChannel): string =>
  `${name} (${membershipType})`;
