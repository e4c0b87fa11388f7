import { CharterApiError, type CharterClient } from '@charter/sdk';
import { StartFailure } from '../base/start-failure.ts';
import type { Person, Session } from './session.ts';

/** Statuses for a token that a renewal would not fix: its audience, issuer or person is not accepted. */
const REJECTIONS = [401, 403];

export type Caller = Awaited<ReturnType<CharterClient['me']['getMe']>>;

const readCaller = (client: CharterClient): Promise<Caller | CharterApiError | undefined> =>
  client.me.getMe().catch((error) => (error instanceof CharterApiError ? error : undefined));

/**
 * Replaces what the ID token says about the person. The service reads the access token by its own settings, so only it
 * knows the person's id and tenant. Some providers write no name into ID tokens.
 */
function identify(person: Person, { id, displayName, userPrincipalName, tenant }: Caller): void {
  Object.assign(person, {
    id,
    displayName,
    tenant: tenant.id,
    userName: userPrincipalName ?? person.userName,
  });
}

/**
 * Checks once whether the service accepts the token, and returns its response about the caller, which identifies the
 * person. Without this check, the portal would renew a rejected token forever. Returns undefined after other failures,
 * which are left to the pages: they retry.
 * @param client the client of the session
 * @throws StartFailure with the service's sentence, which names the setting
 */
export async function assertAccepted(client: CharterClient, session: Session): Promise<Caller | undefined> {
  const isInTeams = session.signOut === undefined;
  let answer = await readCaller(client);
  // Microsoft Teams may return a cached token. Any other token is new, so a renewal would not help.
  if (answer instanceof CharterApiError && answer.status === 401 && isInTeams) {
    answer = await readCaller(client);
  }
  if (!(answer instanceof CharterApiError)) {
    if (answer !== undefined) identify(session.person, answer);
    return answer;
  }
  if (!REJECTIONS.includes(answer.status)) return undefined;
  throw new StartFailure('start.rejected', answer.message, isInTeams, session.signOut);
}
