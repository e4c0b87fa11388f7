/** Checks of new tabs that every suite makes. */
import type { NewTab } from '../../domain/channels/suite.ts';
import { type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertAppIds } from './apps.ts';
import { assertDistinctMarkers } from './database.ts';

const SORT_ORDER_INDEX = /^\d{1,15}$/;

/** @throws InvalidRequest for nameless tabs, malformed app ids or sortOrderIndexes, and markers that are used twice */
export function assertNewTabs(tabs: readonly NewTab[]): void {
  assertDistinctMarkers(tabs);
  assertAppIds(tabs.map(({ teamsAppId }) => teamsAppId));
  const details: ErrorDetail[] = [];
  for (const { displayName, sortOrderIndex } of tabs) {
    if (displayName.trim() === '') {
      details.push({
        target: 'displayName',
        code: 'InvalidValue',
        ...say('suite.tabName', 'A tab needs a name.'),
      });
    }
    if (sortOrderIndex !== undefined && !SORT_ORDER_INDEX.test(sortOrderIndex)) {
      const problem = say(
        'suite.sortOrderIndex',
        'A sortOrderIndex is a string of 1 to 15 digits, for example "10000".',
      );
      details.push({ target: 'sortOrderIndex', code: 'InvalidValue', ...problem });
    }
  }
  if (details.length > 0)
    throw invalidRequest(say('suite.tabsNotCreated', 'Some tabs cannot be created. See details.'), details);
}

/** Returns the known fields only; those that are missing are null. */
export const toConfiguration = ({
  entityId = null,
  contentUrl = null,
  websiteUrl = null,
  removeUrl = null,
}: NewTab['configuration']) => ({ entityId, contentUrl, websiteUrl, removeUrl });
