/**
 * The sandbox's own sentences as messages with codes. A sandbox reports texts only, because a code that crosses its
 * boundary could be forged. Texts of errors that a rule threw have no code and stay as they are.
 */
import { type Message, say, verbatim } from '../kernel/messages.ts';

const MESSAGES = new Map(
  [
    say('rules.ranTooLong', 'It ran too long and was stopped.'),
    say('rules.crashed', 'It crashed its sandbox.'),
    say('rules.brokeDown', 'It exhausted the memory or the call stack of its sandbox.'),
    say(
      'rules.asynchronous',
      'It started asynchronous work (a promise, an async function), which is not available.',
    ),
    say('rules.outOfMemory', 'It needs more memory than a rule may use.'),
    say('rules.tooDeep', 'It calls itself or nests too deeply.'),
    say('rules.tampered', 'It redefines undefined, NaN or Infinity.'),
    say('rules.indescribable', 'It threw something that cannot be described.'),
    say('rules.dataTooLarge', 'The data of this request and user is too large.'),
  ].map((message) => [message.message, message]),
);

/** Returns the message for a failure's text. */
export const sandboxMessage = (text: string): Message => MESSAGES.get(text) ?? verbatim(text);
