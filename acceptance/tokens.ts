/** Issues tokens as `charter token` does. command-line.test.ts tests the command itself. */
import { issueAccessToken } from '@charter/server/token';
import { readConfig } from '../server/src/config.ts';
import type { Service } from './service.ts';

/**
 * Issues a token of a person, by user principal name, or of an app. Works in this process, because the command takes
 * half a second to load.
 */
export function issueToken(
  { environment }: Pick<Service, 'environment'>,
  subject: { user: string } | { app: string },
): Promise<string> {
  return issueAccessToken(subject, readConfig(environment));
}
