import type { Approval } from '@charter/sdk';

/** Returns the name of the requested team or channel. */
export const requestedName = ({ request: { team, channel } }: Pick<Approval, 'request'>): string =>
  channel?.name ?? team.name;
