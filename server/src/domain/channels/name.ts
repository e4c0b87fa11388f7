/** The rule for display names of channels, and the name of the primary channel. */
import { type Message, say } from '../../kernel/messages.ts';
import { findNameFault } from '../names/rule.ts';
import { CHANNEL_NAME_FORBIDDEN, CHANNEL_NAME_MAX_LENGTH } from './model.ts';

/** The name that every suite gives the primary channel of a new team. */
export const GENERAL = 'General';

/** Returns a sentence that says what is wrong and what to do; undefined for a valid name. */
export const findChannelNameFault = (name: string): Message | undefined =>
  findNameFault(
    {
      noun: 'channel',
      maxLength: CHANNEL_NAME_MAX_LENGTH,
      forbidden: CHANNEL_NAME_FORBIDDEN,
      hint: say('names.channelCharacters', ' (none of {characters} , and no two dots in a row).', {
        characters: '~ # % & * { } + / \\ : < > ? | \' "',
      }),
    },
    name,
  );
