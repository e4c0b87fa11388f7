/** Activity feeds of people ("userTeamwork: sendActivityNotification"). */
import { badRequest, forbidden } from './errors.ts';
import { noContent, type Route } from './route.ts';
import { findUser } from './users.ts';

interface Notification {
  topic?: { source?: string; value?: string; webUrl?: string };
  activityType?: string;
  previewText?: { content?: string };
  templateParameters?: { name?: string; value?: string }[];
  chainId?: number;
}

/** Returns the entry that Teams shows. Only `systemDefault` needs no entry in the manifest of the app. */
function read({ topic, activityType, previewText, templateParameters, chainId }: Notification) {
  const text = templateParameters?.find(({ name }) => name === 'systemDefaultText')?.value;
  if (activityType !== 'systemDefault' || text === undefined) throw badRequest('Activity type is not known.');
  if (topic?.source !== 'text' || !topic.value) throw badRequest('Topic is not valid.');
  if (!topic.webUrl?.startsWith('https://teams.microsoft.com/l/')) {
    throw badRequest('Topic webUrl must be a Microsoft Teams deep link.');
  }
  return { text, preview: previewText?.content ?? '', webUrl: topic.webUrl, chainId };
}

export const feedRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/users/{user}/teamwork/sendActivityNotification',
    permissions: ['TeamsActivity.Send'],
    budgets: ['teamsOther'],
    handle(call) {
      const { feed, withoutApp } = call.tenant;
      const { user } = findUser(call, call.parameters.user ?? '');
      const userId = user.id ?? '';
      const entry = { userId, ...read(call.body as Notification) };
      if (withoutApp.has(userId)) {
        throw forbidden('Application is not installed for the recipient.');
      }
      const place = feed.findIndex((one) => one.userId === userId && one.chainId === entry.chainId);
      if (place >= 0 && entry.chainId !== undefined) feed.splice(place, 1);
      feed.push(entry);
      return noContent;
    },
  },
];
