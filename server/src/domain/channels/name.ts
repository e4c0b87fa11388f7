/** The rule of a channel's display name. */
import { findNameFault } from '../names/rule.ts';
import { CHANNEL_NAME_FORBIDDEN, CHANNEL_NAME_MAX_LENGTH } from './model.ts';

/** What is wrong with the name, as a sentence that says what to do; undefined when the name is valid. */
export const findChannelNameFault = (name: string): string | undefined =>
  findNameFault(
    {
      noun: 'channel',
      maxLength: CHANNEL_NAME_MAX_LENGTH,
      forbidden: CHANNEL_NAME_FORBIDDEN,
      hint: ' (none of ~ # % & * { } + / \\ : < > ? | \' " , and no two dots in a row).',
    },
    name,
  );
