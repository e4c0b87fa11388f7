/** Checks a webhook's URL at registration. The sender checks each connection again. */
import { isIP } from 'node:net';
import type { HookTargets } from '../domain/webhooks/ports.ts';
import { type Message, say } from '../kernel/messages.ts';

const MAX_CHARACTERS = 2048;

/** Returns the host without IPv6 brackets and final dot. The URL parser has normalized unusual spellings of IPv4. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

const isLoopback = (host: string): boolean =>
  isLoopbackName(host) || (isIP(host) === 4 && host.startsWith('127.')) || host === '::1';

/** Rejects white space and control characters, which the URL parser changes, and fragments, which HTTP never sends. */
function spellingProblem(text: string): Message | undefined {
  if (/\s/.test(text) || [...text].some((letter) => letter < ' ')) {
    return say(
      'webhooks.urlSpelling',
      'The URL must hold no spaces or control characters. Write a space as %20.',
    );
  }
  if (text.includes('#')) {
    return say(
      'webhooks.urlFragment',
      'The URL must have no fragment, because HTTP does not send it. Remove # and the text after it.',
    );
  }
  return undefined;
}

const PRIVATE = say(
  'webhooks.urlPrivate',
  'The address is not public. Use an address that this service may send to.',
);

function hostProblem(host: string, mayReach: (address: string) => boolean): Message | undefined {
  if (isIP(host) !== 0) return mayReach(host) ? undefined : PRIVATE;
  // Loopback names always mean this machine. The sender resolves all other names when it connects.
  if (isLoopbackName(host)) return mayReach('127.0.0.1') ? undefined : PRIVATE;
  return undefined;
}

export const hookTargets = (mayReach: (address: string) => boolean, allowLoopback: boolean): HookTargets => ({
  problemOf(text) {
    const url = text.length > MAX_CHARACTERS ? null : URL.parse(text);
    if (url === null)
      return say('webhooks.urlAbsolute', 'The URL must be an absolute one of at most {most} characters.', {
        most: MAX_CHARACTERS,
      });
    const host = hostOf(url);
    const isPlain = url.protocol === 'http:' && allowLoopback && isLoopback(host);
    if (url.protocol !== 'https:' && !isPlain)
      return say('webhooks.urlHttps', 'The URL must begin with https://.');
    if (url.username !== '' || url.password !== '') {
      return say(
        'webhooks.urlCredentials',
        'The URL must not hold a user or a password. Verify the signature instead.',
      );
    }
    return hostProblem(host, mayReach) ?? spellingProblem(text);
  },
});
