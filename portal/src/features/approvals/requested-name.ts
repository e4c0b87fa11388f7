import type { Approval } from '@charter/sdk';

export const requestedName = ({ request: { team, channel } }: Pick<Approval, 'request'>): string =>
  channel?.name ?? team.name;
