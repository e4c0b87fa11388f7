/** Reads the usage report once, for the command that tests a registration. */
import { isCharterError } from '../kernel/errors.ts';
import { parseReport, REPORT } from '../suites/graph/mirror/activity.ts';

const TIMEOUT_MILLISECONDS = 30_000;

/** Returns the report as CSV; undefined when Microsoft Graph does not give it now. */
async function readCsv(url: string, token: string): Promise<string | undefined> {
  try {
    // The answer is a redirect to another server, to which fetch sends no token.
    const response = await fetch(`${url.replace(/\/+$/, '')}${REPORT}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const text = await response.text();
    return response.ok ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns why the report does not show the activity of teams; undefined when it does, or can't be read now. */
export async function reportProblemOf(url: string, token: string): Promise<string | undefined> {
  const csv = await readCsv(url, token);
  if (csv === undefined) return undefined;
  try {
    parseReport(csv);
    return undefined;
  } catch (error) {
    if (isCharterError(error)) return error.message;
    throw error;
  }
}
