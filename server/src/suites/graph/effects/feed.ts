/**
 * Shows notifications in the activity feed of Microsoft Teams, as the app of the portal ("userTeamwork:
 * sendActivityNotification"). Teams accepts them only from the application that the app's manifest names, so Charter
 * must call Graph with that application's registration.
 */
import type { SuiteFeed } from '../../../domain/notifications/suite.ts';
import type { Registrations } from '../accounts/registrations.ts';
import { hasStatus } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GraphParts } from './effects.ts';

/** Teams shows this number of characters of a preview. */
const PREVIEW_CHARACTERS = 150;

/** Returns the number by which a repeated notification replaces the earlier one: 52 bits of the id. */
const chainOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(-13), 16);

/** Returns a deep link that opens the page of the portal in the tab of the app. */
function linkTo(clientId: string, page: string): string {
  const context = encodeURIComponent(JSON.stringify({ subEntityId: page }));
  return `https://teams.microsoft.com/l/entity/${clientId}/approvals?context=${context}`;
}

export const createFeed = (
  { graphOf }: Pick<GraphParts, 'graphOf'>,
  registrations: Pick<Registrations, 'find'>,
): SuiteFeed => ({
  async show(tenantId, personId, { id, subject, text, page }) {
    const registration = await registrations.find(tenantId);
    if (registration === undefined) return false;
    const body = {
      topic: { source: 'text', value: subject, webUrl: linkTo(registration.clientId, page) },
      activityType: 'systemDefault',
      previewText: { content: [...text].slice(0, PREVIEW_CHARACTERS).join('') },
      templateParameters: [{ name: 'systemDefaultText', value: subject }],
      chainId: chainOf(id),
    };
    const path = at`/users/${personId}/teamwork/sendActivityNotification`;
    try {
      await graphOf(tenantId).call({ method: 'POST', path, budget: 'others', body });
      return true;
    } catch (error) {
      // Graph responds with 403 or 404 for people without the app. A missing permission is a 403 too, and can be
      // granted later.
      if (hasStatus(error, 404)) return false;
      if (hasStatus(error, 403) && error.facts.isGranted !== false) return false;
      throw error;
    }
  },
});
