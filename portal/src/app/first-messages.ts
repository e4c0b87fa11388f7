/**
 * The groups of messages that the first page needs: sign-in, the frame, and Home. Each catalogue is built in two
 * parts (vite.config.ts), so that the first page loads no other messages.
 */
const FIRST_GROUPS: readonly string[] = [
  'action',
  'home',
  'nav',
  'notFound',
  'problem',
  'renewal',
  'role',
  'signIn',
  'start',
  'state',
  'steps',
  'suite',
];

/** Messages of other groups that Home shows. */
const FIRST_MESSAGES =
  /^(job\.progress|approvals\.(empty\.waiting|line|status\..*)|lifecycle\.renewedNow|named\.value|jobs\.(all|bulk\..*|none|status\..*|type\..*)|teams\.memberCount)$/;

export const isInitialMessage = (id: string): boolean =>
  FIRST_GROUPS.includes(id.split('.')[0] as string) || FIRST_MESSAGES.test(id);
