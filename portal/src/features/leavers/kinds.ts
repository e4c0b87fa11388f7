import type { UserImpact } from '@charter/sdk';

export type Holding = UserImpact['holdings'][number];
export type Kind = Holding['kind'];

/** The kinds of holdings, in the order of the page. */
export const KINDS = [
  'team',
  'approval',
  'template',
  'policy',
  'webhook',
  'app',
  'renewal',
  'role',
] as const satisfies Kind[];
