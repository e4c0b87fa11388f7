import { StartFailure } from '../base/start-failure.ts';
import type { Session } from './session.ts';

/** Answers to a token that a new one would not change: its audience, its issuer or its person does not suit. */
const REJECTIONS = [401, 403];

async function callService(session: Session): Promise<Response | undefined> {
  const authorization = `Bearer ${await session.token()}`;
  return fetch('/v1.0/me', { headers: { authorization } }).catch(() => undefined);
}

/**
 * Asks the service once whether it accepts the token. Without it, the portal would renew a token that never suits again
 * and again. Any other failure is left to the pages, which retry.
 * @throws StartFailure with the service's sentence, which names the setting
 */
export async function assertAccepted(session: Session, isInTeams: boolean): Promise<void> {
  let response = await callService(session);
  // Microsoft Teams may give a token that it has cached. The issuer has just issued any other.
  if (response?.status === 401 && isInTeams) {
    session.rejected();
    response = await callService(session);
  }
  if (response === undefined || !REJECTIONS.includes(response.status)) return;
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined;
  const reason = body?.error?.message ?? String(response.status);
  throw new StartFailure('start.rejected', reason, isInTeams, session.signOut);
}
