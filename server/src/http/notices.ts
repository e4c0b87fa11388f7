/** The suite's notices in responses. */
import type { Suite, SuiteNotice } from '../engine/suite.ts';
import type { Message } from '../kernel/messages.ts';

export interface PresentedNotice extends Message {
  code: SuiteNotice['code'];
  since: string;
}

/** Returns the suite's notices, for a response from Charter's copy of the suite; undefined if the tenant has none. */
export async function noticesOf(
  { suite }: { suite: Pick<Suite, 'notices'> },
  { tenantId }: { tenantId: string },
): Promise<PresentedNotice[] | undefined> {
  const notices = await suite.notices(tenantId);
  if (notices.length === 0) return undefined;
  return notices.map(({ since, ...notice }) => ({ ...notice, since: since.toISOString() }));
}
