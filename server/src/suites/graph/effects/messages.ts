/**
 * Posts messages in standard channels as the connected account of the tenant. Teams lets only members post, so the
 * account becomes a member of the team during the post.
 */
import type { AadUserConversationMember, Channel, ChatMessage } from '@microsoft/microsoft-graph-types';
import type { SuiteChannels } from '../../../domain/channels/suite.ts';
import { assertMessageText } from '../../../domain/channels/suite-rules.ts';
import { TEAMS_LIMITS } from '../../../domain/teams/limits.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { primaryChannelCall } from '../calls/channels.ts';
import { readMembersAt, toNewMember } from '../calls/members.ts';
import { hasStatus, retryLater } from '../client/failure.ts';
import { at } from '../client/request.ts';
import { callAboutChannel } from '../mirror/channels.ts';
import { assertTeamWritable, callAboutTeam, inTeamQueue } from '../mirror/teams.ts';
import type { AccountAccess, Effect, EffectScope, GraphParts } from './effects.ts';
import { type CreationAttempt, createEachOnce } from './make-once.ts';

/** The channel of a message, and the account that posts it. */
interface Place {
  tenantId: string;
  teamId: string;
  channelId: string;
  account: AccountAccess;
}

interface NewMessage {
  marker: string;
  text: string;
}

interface PostedMessage {
  id: string;
  userId?: string | undefined;
  text?: string;
}

/**
 * Maximum number of pages searched for a message, so that a busy channel does not use up the budget of its team. A
 * message on a later page counts as not posted. Graph promises no order, and `$top` is only the size of a page ("List
 * channel messages").
 */
const MAX_PAGES = 20;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Decodes `&amp;` and other common names, and numbers such as `&#39;` and `&#xa0;`. Other references stay. */
const decodeReference = (all: string, name: string): string => {
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  if (point <= 0x10ffff) return String.fromCodePoint(point);
  return ENTITIES[name] ?? all;
};

/** Returns the plain text of a message, which Teams may return as HTML. */
const wordsOf = ({ contentType, content }: NonNullable<ChatMessage['body']>): string =>
  (contentType === 'html'
    ? (content ?? '').replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, decodeReference)
    : (content ?? '')
  )
    .replace(/\s+/g, ' ')
    .trim();

const toPosted = ({ id, from, body }: ChatMessage): PostedMessage => ({
  id: id ?? '',
  userId: from?.user?.id ?? undefined,
  text: wordsOf(body ?? {}),
});

/** Scope of the rows that record memberships for posts. The id of the account is the marker. */
const posterOf = (teamId: string): EffectScope => ({ kind: 'poster', scope: teamId });

/** Makes the account a member of the team, unless it is one, and records the membership. */
async function join(parts: GraphParts, { tenantId, teamId, account }: Place): Promise<void> {
  const { userId } = account;
  const graph = parts.graphOf(tenantId);
  const path = at`/teams/${teamId}`;
  const members = await readMembersAt(graph, path, teamId, teamId);
  if (members.some((member) => member.userId === userId)) return;
  // Teams may not show this membership yet. The account must not lose it after the post.
  if (await parts.memberCopy.isAdded(tenantId, teamId, userId)) return;
  await parts.effects.begin(tenantId, posterOf(teamId), userId);
  const body = toNewMember({ user: { id: userId }, role: 'member' }, graph.bind);
  const { body: membership } = await graph.call<AadUserConversationMember | undefined>({
    method: 'POST',
    path: `${path}/members`,
    budget: 'writeTeams',
    teamId,
    body,
  });
  await parts.effects.complete(tenantId, posterOf(teamId), userId, membership?.id ?? '');
  await parts.memberCopy.add(tenantId, [{ teamId, userId, role: 'member' }], false);
}

/** Ends the membership of the account. An earlier attempt may have ended it already. */
async function remove(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  { marker: userId, effectId }: Effect,
): Promise<void> {
  const graph = parts.graphOf(tenantId);
  const path = at`/teams/${teamId}`;
  const find = async (): Promise<string | undefined> =>
    (await readMembersAt(graph, path, teamId, teamId)).find((member) => member.userId === userId)?.graphId;
  const membership = effectId || (await find());
  if (membership === undefined) return;
  const member = `${path}${at`/members/${membership}`}`;
  try {
    await graph.call({ method: 'DELETE', path: member, budget: 'writeTeams', teamId });
  } catch (error) {
    if (!hasStatus(error, 404) || (await find()) !== undefined) throw error;
  }
  await parts.memberCopy.remove(tenantId, [{ teamId, userId }]);
}

/** Ends the memberships that were added for posts. */
async function leave(parts: GraphParts, tenantId: string, teamId: string): Promise<void> {
  const posters = await parts.effects.find(tenantId, posterOf(teamId));
  for (const poster of posters.values()) {
    await remove(parts, tenantId, teamId, poster);
    await parts.effects.forget(tenantId, posterOf(teamId), [poster.marker]);
  }
}

async function postOnce(parts: GraphParts, place: Place, message: NewMessage): Promise<void> {
  const { tenantId, teamId, channelId, account } = place;
  const path = at`/teams/${teamId}/channels/${channelId}/messages`;
  const making = {
    tenantId,
    key: { kind: 'message', scope: teamId } as const,
    async list(isResult: (present: PostedMessage) => boolean): Promise<PostedMessage[]> {
      await join(parts, place);
      const charge = { budget: 'listInTeams', teamId } as const;
      const listed: PostedMessage[] = [];
      let pages = 0;
      for await (const page of account.graph.pages<ChatMessage>(`${path}?$top=50`, charge)) {
        listed.push(...page.map(toPosted));
        pages += 1;
        if (pages === MAX_PAGES || listed.some(isResult)) break;
      }
      return listed;
    },
    matches: ({ text }: NewMessage, present: PostedMessage): boolean =>
      present.userId === account.userId && present.text === wordsOf({ content: text }),
    assertOpen: () => account.graph.assertOpen({ budget: 'postMessages', teamId }),
    async make({ text }: NewMessage, { options }: CreationAttempt): Promise<PostedMessage> {
      await join(parts, place);
      const body = { body: { contentType: 'text', content: text } };
      const post = { method: 'POST', path, budget: 'postMessages', teamId, body, ...options } as const;
      const answer = await account.graph.call<ChatMessage | undefined>(post);
      return { id: answer.body?.id ?? '' };
    },
  };
  await createEachOnce(parts.effects, making, [message], async (unasked) => {
    if (unasked.length > 0) await assertTeamWritable(parts, tenantId, teamId);
  });
}

/** Returns whether the account became a member so recently that Teams may reject it. */
async function notYetMember(parts: GraphParts, { tenantId, teamId, account }: Place): Promise<boolean> {
  const row = await parts.effects.findOne(tenantId, posterOf(teamId), account.userId);
  if (row !== undefined) return parts.effects.isRecent(row);
  return parts.memberCopy.isNew(tenantId, teamId, account.userId);
}

async function post(parts: GraphParts, place: Place, message: NewMessage): Promise<void> {
  try {
    await postOnce(parts, place, message);
  } catch (error) {
    if (!hasStatus(error, 403)) throw error;
    if (!(await notYetMember(parts, place))) {
      await leave(parts, place.tenantId, place.teamId);
      throw error;
    }
    const text = say(
      'graph.postsNotYet',
      'Microsoft Teams does not let the account post in the team yet. Microsoft says: {reason}',
      { reason: error.facts.message },
    );
    throw retryLater(text, 30, error);
  }
  await leave(parts, place.tenantId, place.teamId);
}

export const createMessages = (parts: GraphParts) =>
  ({
    async postMessage(tenantId, teamId, channelId, message) {
      assertMessageText(message.text, TEAMS_LIMITS);
      const account = await parts.accountFor(tenantId, 'messages');
      if (account === undefined) {
        const text = 'Microsoft Graph lets no application post messages, and no account is connected for it.';
        throw invalidField('message', text, 'NotSupported');
      }
      await inTeamQueue(parts, tenantId, teamId, async () => {
        if (channelId !== null) {
          const place = { tenantId, teamId, channelId, account };
          return callAboutChannel(parts, tenantId, teamId, channelId, () => post(parts, place, message));
        }
        return callAboutTeam(parts, tenantId, teamId, async () => {
          const { body } = await parts.graphOf(tenantId).call<Channel>(primaryChannelCall(teamId));
          await post(parts, { tenantId, teamId, channelId: body.id ?? '', account }, message);
        });
      });
    },
  }) satisfies Partial<SuiteChannels>;
