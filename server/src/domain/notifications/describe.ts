/** Describes a notification for the API, and composes its mail. */
import { html } from '../../kernel/html.ts';
import { asMessage, type Message, type MessageParameter, messageFrom, say } from '../../kernel/messages.ts';
import type { User } from '../directory/model.ts';
import { type Language, languageOfPerson, localeOfPerson } from '../languages/language.ts';
import { translate } from '../languages/translate.ts';
import {
  type AnswersFact,
  codeOf,
  type FailureFacts,
  type NamesFact,
  NOTIFICATIONS,
  type NotificationFacts,
  type NotificationKind,
  type NotificationRecord,
} from './kinds.ts';
import type { Mail } from './ports.ts';
import type { FeedItem } from './suite.ts';

/** Describes the failed step, the cause, and the objects that remain. */
function failureOf({ reason, stepName: step, remains }: FailureFacts): Message[] {
  const cause = say(
    'notifications.cause',
    '{reason, select, unavailable {The system that holds the teams kept failing, although Charter repeated the step for a while.} internal {Something failed inside Charter.} missing {Something that the step needs does not exist any more.} taken {Another team has taken the name or the address in the meantime.} receiver {The webhook of the step answered with an error, or was not done in time.} other {The system that holds the teams rejected the step.}}',
    { reason },
  );
  return [
    ...(step === undefined
      ? []
      : [say('notifications.stopped', 'It stopped at the step “{step}”.', { step })]),
    cause,
    ...(remains ? [say('notifications.remains', 'What was built until then stays.')] : []),
  ];
}

const adviceOn = ({ reason }: FailureFacts): Message =>
  say(
    'notifications.advice',
    '{reason, select, taken {Send a new request with another name.} missing {The administrators are notified and can correct the cause. Then choose “Retry from the failed step” on the page of the request, or send a new request.} rejected {The administrators are notified and can correct the cause. Then choose “Retry from the failed step” on the page of the request, or send a new request.} other {The administrators are notified. “Retry from the failed step” on the page of the request goes on from there.}}',
    { reason },
  );

/** Names the time zone, because the directory does not store the reader's time zone. */
const MOMENT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
};

/**
 * Returns the parameters of the texts: the facts, and what is derived from them.
 * @param locale BCP 47 tag for the form of times
 */
function parametersOf(facts: NotificationFacts, locale: string): Record<string, MessageParameter> {
  const format = new Intl.DateTimeFormat(locale, MOMENT);
  // The answers have lines of their own.
  const { answers: _, ...texts } = facts as unknown as Record<string, string> & { answers?: unknown };
  return {
    actorName: '',
    cause: 'inactivity',
    reason: '',
    about: 'inTeamName' in facts ? 'channel' : 'team',
    ...texts,
    ...('expiresDateTime' in facts && { expires: format.format(new Date(facts.expiresDateTime)) }),
    ...('lastActivityDateTime' in facts && { last: format.format(new Date(facts.lastActivityDateTime)) }),
    ...('detail' in facts && { step: '', failure: failureOf(facts), advice: adviceOn(facts) }),
    ...('people' in facts && { people: facts.people.join(', ') }),
  };
}

/**
 * Joins a text into one line, because line breaks in a name could add mail headers. Keeps the non-breaking spaces of
 * French.
 */
const oneLine = (text: string): string => text.replace(/[^\S\u00a0]+/g, ' ').trim();

const listed = ({ names, more }: NamesFact) => ({ names: oneLine(names.join(', ')), more });

/** Returns the sentences about names and people, for the kinds whose facts have them. */
function detailsOf(facts: NotificationFacts): Message[] {
  const { finalName, requestedName, owners, members } = facts as {
    finalName?: string;
    requestedName?: string;
    owners?: NamesFact;
    members?: NamesFact;
  };
  const details: Message[] = [];
  if (finalName !== undefined) {
    details.push(
      say('notifications.finalName', 'By the naming convention it will be called “{finalName}”.', {
        finalName: oneLine(finalName),
      }),
    );
  }
  if (requestedName !== undefined) {
    details.push(
      say('notifications.requestedName', 'You asked for it under the name “{requestedName}”.', {
        requestedName: oneLine(requestedName),
      }),
    );
  }
  if (owners?.names.length) {
    details.push(
      say(
        'notifications.owners',
        'Owners: {names}{more, plural, =0 {} other { and # more}}.',
        listed(owners),
      ),
    );
  }
  if (members?.names.length) {
    details.push(
      say(
        'notifications.members',
        'Members: {names}{more, plural, =0 {} other { and # more}}.',
        listed(members),
      ),
    );
  }
  return details;
}

/** Returns the answers of the request with their questions, for the kinds whose facts have them. */
function answersIn(facts: NotificationFacts): Message[] {
  const { answers } = facts as { answers?: AnswersFact };
  if (answers === undefined) return [];
  const { given, more } = answers;
  return [
    ...given.map(({ title, text }) =>
      say('notifications.answer', '{title}: {text}', { title: oneLine(title), text: oneLine(text) }),
    ),
    ...(more > 0
      ? [
          say(
            'notifications.moreAnswers',
            '{more, plural, one {# more answer is} other {# more answers are}} on the page of the request.',
            { more },
          ),
        ]
      : []),
  ];
}

/**
 * Returns the subject, and a plain text of one to four paragraphs. One of them can have a line for each answer.
 * @param locale BCP 47 tag for the form of times
 */
export function renderNotification(
  language: Language,
  kind: NotificationKind,
  facts: NotificationFacts,
  locale: string = language,
): { subject: string; text: string } {
  const parameters = parametersOf(facts, locale);
  const write = (part: 'subject' | 'text'): string =>
    oneLine(translate(language, messageFrom(codeOf(kind, part), NOTIFICATIONS[kind][part], parameters)));
  const details = detailsOf(facts).map((message) => translate(language, message));
  const answers = answersIn(facts).map((message) => translate(language, message));
  const more = [
    ...('message' in facts && facts.message !== undefined
      ? [say('notifications.quoted', '“{message}”', { message: facts.message })]
      : []),
    ...('detail' in facts
      ? [
          say('notifications.details', 'Details for administrators: {detail}', {
            detail: oneLine(translate(language, asMessage(facts.detail))),
          }),
        ]
      : []),
  ];
  const text = [
    write('text'),
    ...(details.length > 0 ? [details.join(' ')] : []),
    ...(answers.length > 0 ? [answers.join('\n')] : []),
    ...more.map((message) => translate(language, message)),
  ].join('\n\n');
  return { subject: write('subject'), text };
}

/**
 * @param publicUrl base URL of the portal
 * @param locale BCP 47 tag for the form of times
 */
export function describeNotification(
  { id, kind, facts, createdAt, readAt }: NotificationRecord,
  language: Language,
  publicUrl: string,
  locale: string = language,
) {
  const { references, page } = NOTIFICATIONS[kind].about(facts as never);
  return {
    id,
    kind,
    language,
    ...renderNotification(language, kind, facts, locale),
    link: `${publicUrl}/${page}`,
    ...references,
    createdDateTime: createdAt.toISOString(),
    readDateTime: readAt?.toISOString() ?? null,
  };
}

export type Notification = ReturnType<typeof describeNotification>;

/**
 * Inserts an invisible word joiner into everything that looks like an address. Otherwise mail programs turn it into a
 * link, even in names that strangers choose.
 */
const withoutLinks = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}])(?:\.|:|@)(?=[\p{L}/])/gu, '$&\u2060');

/**
 * Returns the notification for an activity feed; undefined for one that is not about an approval, or for a person whose
 * account is disabled.
 */
export function toFeedItem(
  { id, kind, facts }: NotificationRecord,
  { preferredLanguage, accountEnabled }: User,
): FeedItem | undefined {
  const { references, page } = NOTIFICATIONS[kind].about(facts as never);
  if (!accountEnabled || references.approval === undefined) return undefined;
  const rendered = renderNotification(
    languageOfPerson(preferredLanguage),
    kind,
    facts,
    localeOfPerson(preferredLanguage),
  );
  return { id, subject: rendered.subject, text: oneLine(rendered.text), page: `/${page}` };
}

/**
 * Returns the mail; undefined for a person without an address, or whose account is disabled.
 * @param sender name of the organisation, as the name of the sender
 */
export function toMail(
  record: NotificationRecord,
  addressee: User,
  publicUrl: string,
  sender?: string,
): Mail | undefined {
  if (addressee.mail === null || !addressee.accountEnabled) return undefined;
  const preferred = addressee.preferredLanguage;
  const described = describeNotification(
    record,
    languageOfPerson(preferred),
    publicUrl,
    localeOfPerson(preferred),
  );
  const { language, subject, link } = described;
  const text = withoutLinks(described.text);
  const paragraphs = text
    .split('\n\n')
    .map(
      (paragraph) =>
        html`<p>${paragraph.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`))}</p>`,
    );
  const page = html`<!doctype html><html lang="${language}"><body>${paragraphs}<p><a href="${link}">${link}</a></p></body></html>`;
  return {
    id: record.id,
    ...(sender !== undefined && { sender }),
    to: { name: addressee.displayName, address: addressee.mail },
    subject,
    text: `${text}\n\n${link}\n`,
    html: page.toString(),
    language,
  };
}
