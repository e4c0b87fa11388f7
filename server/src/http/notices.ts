/** The suite's notices in answers. */
import type { Suite, SuiteNotice } from '../engine/suite.ts';
import type { Message } from '../kernel/messages.ts';

export interface PresentedNotice extends Message {
  code: SuiteNotice['code'];
  since: string;
}

/** Returns the notices as answers show them; undefined when there are none. */
export const presentNotices = (notices: readonly SuiteNotice[]): PresentedNotice[] | undefined =>
  notices.length === 0
    ? undefined
    : notices.map(({ since, ...notice }) => ({ ...notice, since: since.toISOString() }));

/** Reads the notices of the caller's tenant, for an answer from the copy of the suite. */
export const noticesOf = async (
  { suite }: { suite: Pick<Suite, 'notices'> },
  { tenantId }: { tenantId: string },
): Promise<PresentedNotice[] | undefined> => presentNotices(await suite.notices(tenantId));
