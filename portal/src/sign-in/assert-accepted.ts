import { StartFailure } from '../base/start-failure.ts';
import type { Session } from './session.ts';

/** Statuses for a token that a renewal would not fix: its audience, issuer or person is not accepted. */
const REJECTIONS = [401, 403];

/** Reads the whole answer: a body that nobody reads keeps one of the browser's few connections. */
async function callService(session: Session): Promise<{ status: number; text: string } | undefined> {
  const authorization = `Bearer ${await session.token()}`;
  try {
    const response = await fetch('/v1.0/me', { headers: { authorization } });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** Returns the sentence of an error answer; undefined for any other text. */
function messageIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
}

/**
 * Checks once whether the service accepts the token. Without this check, the portal would renew a rejected token
 * forever. Other failures are left to the pages, which retry.
 * @throws StartFailure with the service's sentence, which names the setting
 */
export async function assertAccepted(session: Session, isInTeams: boolean): Promise<void> {
  let response = await callService(session);
  // Microsoft Teams may return a cached token. Any other token is new, so a renewal would not help.
  if (response?.status === 401 && isInTeams) {
    session.rejected();
    response = await callService(session);
  }
  if (response === undefined || !REJECTIONS.includes(response.status)) return;
  const reason = messageIn(response.text) ?? String(response.status);
  throw new StartFailure('start.rejected', reason, isInTeams, session.signOut);
}
