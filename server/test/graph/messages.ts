/** Messages in channels. Only members of the team can post and read them; applications can't. */
import type { ChatMessage } from '@microsoft/microsoft-graph-types';
import { forbidden } from './errors.ts';
import { collectionResponse, type Entity, entityResponse, type QueryRules } from './odata.ts';
import { type Call, created, isSeen, ok, type Route } from './route.ts';
import { checkBody, oneOf, record, text } from './shapes.ts';
import { findChannel, findTeam } from './team-entity.ts';
import { rejectArchived } from './teams.ts';
import { teamRoles } from './tenant.ts';

const RULES: QueryRules = {
  type: 'chatMessage',
  properties: ['id', 'body', 'createdDateTime', 'from', 'messageType'],
  options: ['$top', '$expand'],
  pages: { most: 50, usual: 20 },
};

const contextOf = ({ url, parameters: { team, channel } }: Call): string =>
  `${url}/$metadata#teams('${team}')/channels('${channel}')/messages`;

function assertMember(call: Call): void {
  const { group } = findTeam(call);
  const isMember = call.person !== undefined && teamRoles(group).has(call.person.id);
  if (!isMember) throw forbidden('User is not a member of the team.');
}

/** Posts a message. Teams stores a text unchanged and escapes it for readers who request HTML. */
function post(call: Call) {
  assertMember(call);
  const { team, channel } = findChannel(call);
  rejectArchived(team, channel);
  const body = checkBody<ChatMessage>(
    call.body,
    'chatMessage',
    { body: record('itemBody', { contentType: oneOf('text', 'html'), content: text(28_000) }) },
    ['body'],
  );
  const message: ChatMessage = {
    id: String(call.now.getTime() + channel.messages.length),
    messageType: 'message',
    createdDateTime: call.now.toISOString(),
    from: { user: { id: call.person!.id, displayName: call.person!.userName } },
    body: body.body as NonNullable<ChatMessage['body']>,
  };
  channel.messages.push({ ...message, visibleAt: call.visibleAt('message') });
  return created(entityResponse(message as Entity, call.query, RULES, `${contextOf(call)}/$entity`));
}

export const messageRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/teams/{team}/channels/{channel}/messages',
    permissions: ['Teamwork.Migrate.All'],
    delegated: ['ChannelMessage.Send', 'Group.ReadWrite.All'],
    budgets: ['teamsPost', 'oneTeam'],
    handle: post,
  },
  {
    method: 'GET',
    path: '/teams/{team}/channels/{channel}/messages',
    permissions: ['ChannelMessage.Read.All'],
    delegated: ['ChannelMessage.Read.All', 'Group.Read.All', 'Group.ReadWrite.All'],
    budgets: ['teamsGet', 'oneTeam'],
    handle(call) {
      assertMember(call);
      const { channel } = findChannel(call);
      const newest = channel.messages
        .filter((one) => isSeen(one, call.now))
        .toReversed() as unknown as Entity[];
      return ok(collectionResponse(newest, call.query, RULES, contextOf(call)));
    },
  },
];
