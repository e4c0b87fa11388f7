/**
 * Declares every kind of notification: its recipients and occasion, the page it links to, and its English texts. The
 * other languages have the texts under the codes `notifications.<kind>.subject` and `.text` (domain/languages).
 */
import { newId } from '../../kernel/ids.ts';
import type { Message, ParameterName } from '../../kernel/messages.ts';
import type { ExpiryAction, LifecycleCause } from '../teams/model.ts';

/** The objects that a notification refers to, as the API shows them, and the path of its page in the portal. */
interface Place {
  references: {
    [Noun in 'approval' | 'job' | 'hook' | 'team' | 'ownerRequest' | 'joinRequest' | 'lifecycleRun']?: {
      id: string;
    };
  };
  page: string;
}

/** Parameters that describe.ts derives from the facts. */
type DerivedParameter = 'about' | 'expires' | 'last' | 'failure' | 'advice';

type Checked<Text extends string, Facts> =
  ParameterName<Text> extends keyof Facts | DerivedParameter ? Text : never;

/** Lets TypeScript infer the facts of the kind, and checks the parameters of its texts. */
const kind = <Facts extends object, const Subject extends string, const Text extends string>(declared: {
  /** The addressees, as a phrase for docs/notifications.md. */
  to: string;
  /** The occasion, as a phrase for docs/notifications.md. */
  when: string;
  about(facts: Facts): Place;
  /** Whether to drop the mail once the approval, or its stage, is decided. */
  asksForDecision?: true;
  subject: Subject & Checked<Subject, Facts>;
  text: Text & Checked<Text, Facts>;
}): typeof declared => declared;

const pathOf = (folder: string, id: string): string => `${folder}/${encodeURIComponent(id)}`;

/** The first names of a list of people, and the number of the others. */
export interface NamesFact {
  names: readonly string[];
  more: number;
}

const MAX_NAMES = 10;

export const limitNames = (people: readonly { displayName: string }[]): NamesFact => ({
  names: people.slice(0, MAX_NAMES).map(({ displayName }) => displayName),
  more: Math.max(0, people.length - MAX_NAMES),
});

/** The first answers of a request, each with its question, and the number of the others. */
export interface AnswersFact {
  given: readonly { title: string; text: string }[];
  more: number;
}

const MAX_ANSWERS = 12;
/** Maximum number of characters of an answer. Longer answers are cut; the page of the request shows them in full. */
const MAX_ANSWER = 200;

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= MAX_ANSWER ? text : `${characters.slice(0, MAX_ANSWER - 1).join('')}…`;
};

export const limitAnswers = (answers: AnswersFact['given']): AnswersFact => ({
  given: answers.slice(0, MAX_ANSWERS).map(({ title, text }) => ({ title, text: cut(text) })),
  more: Math.max(0, answers.length - MAX_ANSWERS),
});

interface ApprovalFacts {
  approvalId: string;
  /** Position of the deciding stage; absent from old notifications. */
  stage?: number;
  /** Name of the requested team, or of the requested channel. */
  teamName: string;
  /** Name of the team of a requested channel; absent for a team. */
  inTeamName?: string;
  templateName: string;
  requesterName: string;
  /** RFC 3339 UTC. */
  expiresDateTime: string;
  /** The person or app that decided, withdrew, asked for information or commented. */
  actorName?: string;
  /** The message of that person or app. */
  message?: string;
  /** The name by the naming convention, if it differs from the requested name. */
  finalName?: string;
  owners?: NamesFact;
  members?: NamesFact;
  /** For approvers who must decide. Absent in notifications of earlier versions. */
  answers?: AnswersFact;
}
const approval = ({ approvalId: id }: ApprovalFacts): Place => ({
  references: { approval: { id } },
  page: pathOf('approvals', id),
});

interface JobFacts {
  jobId: string;
  /** `request`: the job builds a team. `work`: it changes one. `bulk`: it changes many. */
  purpose: 'request' | 'work' | 'bulk';
  /** Empty for a bulk job. */
  teamName: string;
}
const job = <Facts extends JobFacts>({ jobId: id }: Facts): Place => ({
  references: { job: { id } },
  page: pathOf('jobs', id),
});

/** Why a job failed, in the terms of the texts. */
export type FailureReason =
  /** The suite failed or was unreachable for too long. */
  | 'unavailable'
  /** Charter itself failed. */
  | 'internal'
  /** Something that the job needs does not exist any more. */
  | 'missing'
  /** Another team has the name or the mail alias. */
  | 'taken'
  /** The receiver of one of the template's own steps reported a failure, or was not done in time. */
  | 'receiver'
  /** The suite rejected the change. */
  | 'rejected';

export interface FailureFacts extends JobFacts {
  requesterName: string;
  reason: FailureReason;
  /** The step that failed; null when the job failed outside a step. */
  step: string | null;
  /** Absent for a step without a name, and in notifications of earlier releases. */
  stepName?: Message;
  /** The message of the error. Notifications of earlier versions have only its English text. */
  detail: Message | string;
  /** Whether the job built something that remains. */
  remains: boolean;
}

interface CancellationFacts extends JobFacts {
  /** The person or app that cancelled the job. */
  actorName: string;
  /** Whether the parts of the team that were already built are deleted. */
  removes: boolean;
}

export interface TeamNotificationFacts {
  teamId: string;
  teamName: string;
  action: ExpiryAction;
  /** Absent in notifications of earlier releases, which were about inactivity. */
  cause?: LifecycleCause;
  /** RFC 3339 UTC. */
  lastActivityDateTime: string;
  /** End of the grace period. */
  expiresDateTime: string;
}
const lifecycleOfTeam = ({ teamId: id }: TeamNotificationFacts): Place => ({
  references: { team: { id } },
  page: `${pathOf('teams', id)}/lifecycle`,
});

/** A change by one administrator that a second administrator must approve. */
export interface ChangeFacts {
  jobId: string;
  requesterName: string;
  /** `delete`: teams. `assign`, `remove`: a role. */
  change: 'delete' | 'assign' | 'remove';
  /** Number of teams of a deletion. */
  teamCount: number;
  /** Name of the person or app whose role changes; empty for a deletion. */
  principalName: string;
  role: string;
  /** RFC 3339 UTC. */
  expiresDateTime: string;
}
const change = <Facts extends { jobId: string }>({ jobId: id }: Facts): Place => ({
  references: { job: { id } },
  page: pathOf('jobs', id),
});

/** Guests or members of a team whom a notification names. */
interface PeopleFacts {
  teamId: string;
  teamName: string;
  /** Names of the first few people. */
  people: readonly string[];
  /** Number of further people. */
  more: number;
}
const membersOf = <Facts extends PeopleFacts>({ teamId: id }: Facts): Place => ({
  references: { team: { id } },
  page: `${pathOf('teams', id)}?section=members`,
});

/** A channel that violates a policy. */
interface ChannelFacts {
  teamId: string;
  teamName: string;
  channelName: string;
  policyName: string;
}
const channelsOf = <Facts extends ChannelFacts>({ teamId: id }: Facts): Place => ({
  references: { team: { id } },
  page: `${pathOf('teams', id)}?section=channels`,
});
const OWNERS_AND_ADMINISTRATORS = 'owners of the team and of the channel; administrators';

interface ReviewFacts {
  reviewId: string;
  teamId: string;
  teamName: string;
  /** `members`: members and owners. */
  reviewKind: 'guests' | 'members';
}
const review = <Facts extends ReviewFacts>({ reviewId, teamId: id }: Facts): Place => ({
  references: { team: { id } },
  page: pathOf('reviews', reviewId),
});

interface HookFacts {
  hookId: string;
  hookName: string;
  /** `gone`: the receiver responded with 410. `failing`: every attempt failed for five days. */
  reason: 'gone' | 'failing';
}

interface AppSecretFacts {
  appId: string;
  appName: string;
  /** The secret's name, else its first characters. */
  secretName: string;
  /** RFC 3339 UTC. */
  expiresDateTime: string;
}
const appOf = ({ appId: id }: AppSecretFacts): Place => ({ references: {}, page: pathOf('apps', id) });

interface OwnedTeamFacts {
  teamId: string;
  teamName: string;
}
const ownedTeam = ({ teamId: id }: OwnedTeamFacts): Place => ({
  references: { team: { id } },
  page: pathOf('teams', id),
});

export interface OwnerRequestFacts extends OwnedTeamFacts {
  ownerRequestId: string;
  /** RFC 3339 UTC. */
  expiresDateTime: string;
}
/** Links to the request, because the person may not be allowed to see the team. */
const ownerRequest = ({ ownerRequestId: id }: OwnerRequestFacts): Place => ({
  references: { ownerRequest: { id } },
  page: 'owner-requests',
});

type Texts<Name extends string> = Readonly<Record<Name, string>>;

interface JoinFacts extends Texts<'joinRequestId' | 'teamId' | 'teamName'> {
  /** The message of the person or the decider. */
  message?: string;
}

interface AskedJoinFacts extends JoinFacts, Texts<'personName' | 'expiresDateTime'> {}

interface DecidedJoinFacts extends JoinFacts {
  outcome: 'accepted' | 'declined' | 'expired' | 'withdrawn';
}

const joinRequest = ({ joinRequestId: id, teamId }: AskedJoinFacts): Place => ({
  references: { joinRequest: { id }, team: { id: teamId } },
  page: 'join-requests',
});

interface ReadyFacts extends Texts<'builtBy' | 'teamId' | 'teamName' | 'templateName'> {
  /** The requested name, if the name of the team differs from it. */
  requestedName?: string;
}

interface ChannelReadyFacts
  extends Texts<'builtBy' | 'teamId' | 'teamName' | 'channelName' | 'templateName'> {}

const OVERVIEW: Place = { references: {}, page: 'overview' };

const REQUESTER = 'the requester';
const ADMINISTRATORS = 'administrators';

export const NOTIFICATIONS = {
  approval_requested: kind({
    to: 'approvers of a stage, or administrators if it has none; a deputy',
    when: 'their stage begins; the deputy is named in a stage that has begun',
    about: approval,
    asksForDecision: true,
    subject: '{requesterName} asks for {about, select, channel {the channel} other {the team}} “{teamName}”',
    text: '{requesterName} asks for {about, select, channel {a channel called “{teamName}” in the team “{inTeamName}”} other {a team called “{teamName}”}}, from the template “{templateName}”. Please approve or reject the request by {expires}.',
  }),
  approval_reminder: kind({
    to: 'approvers who have not decided, or administrators if none of them can decide',
    when: 'every `CHARTER_APPROVAL_REMINDER_DAYS` (3)',
    about: approval,
    asksForDecision: true,
    subject:
      'Reminder: {about, select, channel {the channel} other {the team}} “{teamName}” waits for your approval',
    text: '{requesterName} still waits for a decision about {about, select, channel {the channel} other {the team}} “{teamName}”. The request expires on {expires}.',
  }),
  approval_withdrawn: kind({
    to: 'approvers of the current stage, or administrators if it has none',
    when: 'the requester withdraws the request, or its job is cancelled',
    about: approval,
    subject:
      'The request for {about, select, channel {the channel} other {the team}} “{teamName}” was withdrawn',
    text: '{actorName} withdrew the request for {about, select, channel {the channel} other {the team}} “{teamName}”. There is nothing left to decide.',
  }),
  information_requested: kind({
    to: REQUESTER,
    when: 'an approver asks for more information; again every `CHARTER_APPROVAL_REMINDER_DAYS` (3) until it is answered ([more](approvals.md#questions-and-comments))',
    about: approval,
    subject: '{actorName} asks about {about, select, channel {the channel} other {the team}} “{teamName}”',
    text: '{actorName} needs more information before your request for {about, select, channel {the channel} other {the team}} “{teamName}” can be decided. Please answer by {expires}: the request waits for you until then.',
  }),
  information_provided: kind({
    to: 'approvers of the current stage who have not decided, or administrators if it has none',
    when: 'the requester answers a question',
    about: approval,
    asksForDecision: true,
    subject:
      '{requesterName} has answered about {about, select, channel {the channel} other {the team}} “{teamName}”',
    text: '{requesterName} has answered the question about {about, select, channel {the channel} other {the team}} “{teamName}”. Please approve or reject the request by {expires}.',
  }),
  approval_commented: kind({
    to: 'the requester and the approvers of the current stage, except the author',
    when: 'somebody comments on a pending request',
    about: approval,
    subject: '{actorName} comments on {about, select, channel {the channel} other {the team}} “{teamName}”',
    text: '{actorName} has commented on the request for {about, select, channel {the channel} other {the team}} “{teamName}”.',
  }),
  request_approved: kind({
    to: REQUESTER,
    when: 'the last stage approved',
    about: approval,
    subject: '{about, select, channel {Your channel} other {Your team}} “{teamName}” was approved',
    text: '{actorName} approved your request for {about, select, channel {the channel} other {the team}} “{teamName}”. It is being built now.',
  }),
  request_rejected: kind({
    to: REQUESTER,
    when: 'an approver rejected',
    about: approval,
    subject: '{about, select, channel {Your channel} other {Your team}} “{teamName}” was rejected',
    text: '{actorName} rejected your request for {about, select, channel {the channel} other {the team}} “{teamName}”.',
  }),
  request_expired: kind({
    to: REQUESTER,
    when: 'nobody decided in time, or the requester did not answer in time',
    about: approval,
    subject:
      'Your request for {about, select, channel {the channel} other {the team}} “{teamName}” has expired',
    text: 'Your request for {about, select, channel {the channel} other {the team}} “{teamName}” was not decided in time. Ask again if it is still needed.',
  }),
  team_ready: kind({
    to: REQUESTER,
    when: 'the requested team is built; the link leads to the team',
    /** @param facts `builtBy` is the id of the job */
    about: ({ builtBy, teamId }: ReadyFacts) => ({
      references: { job: { id: builtBy }, team: { id: teamId } },
      page: pathOf('teams', teamId),
    }),
    subject: 'Your team “{teamName}” is ready',
    text: 'The team “{teamName}” that you asked for is built from the template “{templateName}” and can be used.',
  }),
  channel_ready: kind({
    to: REQUESTER,
    when: 'the requested channel is created; the link leads to the channels of its team',
    /** @param facts `builtBy` is the id of the job */
    about: ({ builtBy, teamId }: ChannelReadyFacts) => ({
      references: { job: { id: builtBy }, team: { id: teamId } },
      page: `${pathOf('teams', teamId)}?section=channels`,
    }),
    subject: 'Your channel “{channelName}” is ready',
    text: 'The channel “{channelName}” that you asked for is made in the team “{teamName}”, from the template “{templateName}”, and can be used.',
  }),
  request_failed: kind({
    to: REQUESTER,
    when: 'Charter could not build the requested team; the text has the step, the cause and what to do',
    about: job<FailureFacts>,
    subject: 'Your team “{teamName}” could not be created',
    text: 'Your request for the team “{teamName}” failed. {failure} {advice}',
  }),
  job_failed: kind({
    to: 'administrators; the person who started it',
    when: "a request failed for a reason that the requester can't correct; or another job of the person failed",
    about: job<FailureFacts>,
    subject:
      '{purpose, select, request {The team “{teamName}” could not be created} bulk {Work on several teams failed} other {Work on the team “{teamName}” failed}}',
    text: '{requesterName} started it. {failure} Look at the page of the job. When the cause is gone, choose “Retry from the failed step” there.',
  }),
  job_cancelled: kind({
    to: REQUESTER,
    when: "an administrator or an app cancels the requester's job; the requester's own cancellation notifies nobody",
    about: job<CancellationFacts>,
    subject:
      '{purpose, select, request {Your request for the team “{teamName}” was withdrawn} bulk {Work on several teams was cancelled} other {Work on the team “{teamName}” was cancelled}}',
    text: '{actorName} {purpose, select, request {withdrew your request for the team “{teamName}”. {removes, select, true {What was built is deleted.} other {What was built stays.}}} bulk {cancelled the work on several teams that you had started.} other {cancelled the work on the team “{teamName}” that you had started.}}',
  }),
  webhook_disabled: kind({
    to: 'the creator of the webhook',
    when: 'its receiver responded with 410, or every attempt failed for five days',
    about: ({ hookId: id }: HookFacts) => ({ references: { hook: { id } }, page: pathOf('hooks', id) }),
    subject: 'Your webhook “{hookName}” was switched off',
    text: '{reason, select, gone {The receiver of your webhook “{hookName}” answered that it is gone for good (410)} other {Every attempt to deliver to your webhook “{hookName}” has failed for five days}}, so nothing is sent to it any more. What has not been delivered is kept and sent when you switch it on again.',
  }),
  team_inactive: kind({
    to: 'owners of a team, else administrators',
    when: 'the team has been inactive for too long, reaches its end, or needs a renewal; see [lifecycle](lifecycle.md)',
    about: lifecycleOfTeam,
    subject:
      '{cause, select, end {The team “{teamName}” will end} other {Is the team “{teamName}” still needed?}}',
    text: '{cause, select, end {The team “{teamName}” reaches its end. Unless an owner changes its end date, on {expires}} renewal {Nobody has renewed the team “{teamName}” for the time that its rules set. If nobody renews it, on {expires}} other {Nothing has happened in the team “{teamName}” since {last}. If nobody renews it or works in it, on {expires}}} {action, select, None {it counts as expired} Archive {it will be archived: everything stays readable, and nothing can be changed} other {it will be deleted with all that is in it}}. {cause, select, end {Change the end date if it is still needed.} other {Renew it if it is still needed.}}',
  }),
  team_expired: kind({
    to: 'owners of a team, else administrators',
    when: 'its grace period is over',
    about: lifecycleOfTeam,
    subject: 'The team “{teamName}” has expired',
    text: '{cause, select, end {The team “{teamName}” has reached its end.} renewal {Nobody renewed the team “{teamName}”.} other {Nobody renewed the team “{teamName}”, and nothing happened in it.}} {action, select, None {It counts as expired; nothing else happens to it.} Archive {It is being archived. An owner can bring it back.} other {It is being deleted.}}',
  }),
  team_ownerless: kind({
    to: ADMINISTRATORS,
    when: 'the last owner of a team who could act was removed, closed or left the directory; once, until the team has an owner again. Teams that lose their owners within a minute share a notification ([more](your-own-organisation.md#leavers))',
    about: ({ teamId: id, teamCount }: { teamId: string; teamName: string; teamCount: number }) => ({
      references: { team: { id } },
      page: teamCount === 1 ? pathOf('teams', id) : 'leavers',
    }),
    subject: '{teamCount, plural, one {The team “{teamName}” has} other {# teams have}} no owner who can act',
    text: '{teamCount, plural, one {The last owner of the team “{teamName}” is} other {The last owners of # teams, “{teamName}” among them, are}} gone or closed, so nobody can manage {teamCount, plural, one {the team} other {the teams}}. Make somebody an owner, or archive or delete {teamCount, plural, one {the team} other {the teams}}.',
  }),
  owner_requested: kind({
    to: 'a person whom the search for [owners](owners.md) asks',
    when: 'a team has too few owners who can act, and the search has reached the person',
    about: ownerRequest,
    subject: 'Would you own the team “{teamName}”?',
    text: 'The team “{teamName}” has too few owners, and you are asked to be one of them. Owners manage the members and settings of a team, and decide whether it is still needed. Please accept or decline by {expires}. Without an answer somebody else is asked.',
  }),
  owner_request_reminder: kind({
    to: 'a person who was asked to own a team and has not answered',
    when: 'half of the time to answer is over',
    about: ownerRequest,
    subject: 'Reminder: would you own the team “{teamName}”?',
    text: 'The team “{teamName}” still has too few owners. Please accept or decline by {expires} to be one of them.',
  }),
  owner_appointed: kind({
    to: 'the new owner',
    when: 'a person accepted to own a team, or was appointed as a member of the fallback group',
    about: ownedTeam,
    subject: 'You own the team “{teamName}” now',
    text: 'You are an owner of the team “{teamName}” now. You can manage its members and settings.',
  }),
  owner_search_exhausted: kind({
    to: ADMINISTRATORS,
    when: 'a search for owners has nobody left to ask or appoint',
    about: ownedTeam,
    subject: 'Nobody was found to own the team “{teamName}”',
    text: 'The team “{teamName}” has too few owners, and everybody whom its policy names was asked. Make somebody an owner, or archive or delete the team. Charter looks for further people each day.',
  }),
  join_requested: kind({
    to: 'owners of a team, else administrators',
    when: 'a person asks to join the team; see [the directory of teams](team-directory.md#ask-to-join)',
    about: joinRequest,
    subject: '{personName} would like to join the team “{teamName}”',
    text: '{personName} asks to join the team “{teamName}”. Please accept or decline by {expires}.',
  }),
  join_request_reminder: kind({
    to: 'owners of a team, else administrators',
    when: 'half of the time to decide is over',
    about: joinRequest,
    subject: 'Reminder: {personName} would like to join the team “{teamName}”',
    text: '{personName} still waits to join the team “{teamName}”. Please accept or decline by {expires}.',
  }),
  join_request_decided: kind({
    to: 'the person who asked to join a team',
    when: 'an owner or administrator decides, nobody does in time, or the team is archived or deleted',
    about: ({ joinRequestId, outcome, teamId }: DecidedJoinFacts) => ({
      references: { joinRequest: { id: joinRequestId } },
      page: outcome === 'accepted' ? pathOf('teams', teamId) : 'join-requests',
    }),
    subject:
      '{outcome, select, accepted {You are in the team “{teamName}” now} declined {Your request to join the team “{teamName}” was declined} other {Your request to join the team “{teamName}” has ended}}',
    text: '{outcome, select, accepted {Your request was accepted: you are a member of the team “{teamName}”.} declined {An owner of the team “{teamName}” declined your request to join it.} expired {Nobody decided in time about your request to join the team “{teamName}”. You may ask again.} other {The team “{teamName}” was archived or deleted, so your request to join it has ended.}}',
  }),
  guests_ending: kind({
    to: 'owners of a team; the sponsors of the guests',
    when: 'the stay of guests ends in a week, for example because they are inactive; see [guests](guests.md)',
    about: membersOf<PeopleFacts & { expiresDateTime: string; reason: 'guestEnd' | 'guestInactive' }>,
    subject: 'Guests of the team “{teamName}” are about to leave',
    text: '{reason, select, guestInactive {These guests of the team “{teamName}” have not signed in for a long time. Their stay} other {The stay of these guests of the team “{teamName}”}} ends on {expires}: {people}{more, plural, =0 {} other { and # more}}. They are removed from the team then. Give them a later end date if they are still needed.{reason, select, guestInactive { Those who sign in before then stay.} other {}}',
  }),
  people_removed: kind({
    to: 'owners of a team; the sponsors of the guests',
    when: 'Charter removes guests because of a policy, because they are inactive, or because their stay has ended; see [guests](guests.md)',
    about: membersOf<PeopleFacts & { reason: 'guestPolicy' | 'guestEnd' | 'guestInactive' | 'review' }>,
    subject: 'People were removed from the team “{teamName}”',
    text: '{reason, select, guestPolicy {A policy of your organisation does not allow these guests in the team “{teamName}”} guestEnd {The stay of these guests of the team “{teamName}” has ended} guestInactive {These guests of the team “{teamName}” have not signed in for a long time} other {A review has decided about these people of the team “{teamName}”}}: {people}{more, plural, =0 {} other { and # more}}. They are being removed from the team.',
  }),
  channel_violation: kind({
    to: OWNERS_AND_ADMINISTRATORS,
    when: 'a channel that was created outside Charter violates a policy that deletes no channels; see [channels](channels.md)',
    about: channelsOf<ChannelFacts>,
    subject: 'The channel “{channelName}” of the team “{teamName}” violates a policy',
    text: 'The channel “{channelName}” of the team “{teamName}” was created outside Charter, and the policy “{policyName}” does not permit it. Charter does not delete it. Delete it if it is not needed, or ask an administrator to allow it.',
  }),
  channel_deletion: kind({
    to: `${OWNERS_AND_ADMINISTRATORS}. The reminder: owners`,
    when: 'Charter will delete a channel that was created outside Charter and violates a policy; again three days before',
    about: channelsOf<ChannelFacts & { expiresDateTime: string }>,
    subject: 'The channel “{channelName}” of the team “{teamName}” will be deleted',
    text: 'The channel “{channelName}” of the team “{teamName}” was created outside Charter, and the policy “{policyName}” does not permit it. Charter deletes it with its conversations and files on {expires}. Save what is still needed, or ask an administrator to allow the channel before.',
  }),
  channel_deleted: kind({
    to: OWNERS_AND_ADMINISTRATORS,
    when: 'Charter deletes a channel that was created outside Charter and violates a policy',
    about: channelsOf<ChannelFacts>,
    subject: 'The channel “{channelName}” of the team “{teamName}” is being deleted',
    text: 'The channel “{channelName}” of the team “{teamName}” is being deleted, as announced: it was created outside Charter, and the policy “{policyName}” does not permit it.',
  }),
  review_started: kind({
    to: 'owners of a team, else administrators',
    when: 'a review of the guests or the members of the team starts; see [guests](guests.md#reviews)',
    about: review<ReviewFacts & { count: number; expiresDateTime: string }>,
    subject:
      '{reviewKind, select, guests {Please review the guests of the team “{teamName}”} other {Please review the members of the team “{teamName}”}}',
    text: 'Does everybody still need the team “{teamName}”? Please decide about {count, plural, one {# person} other {# people}} by {expires}.',
  }),
  review_reminder: kind({
    to: 'owners of a team, else administrators',
    when: 'half of the time is over, and a day before the deadline, until everybody has a decision',
    about: review<ReviewFacts & { count: number; expiresDateTime: string }>,
    subject:
      '{reviewKind, select, guests {Reminder: review the guests of the team “{teamName}”} other {Reminder: review the members of the team “{teamName}”}}',
    text: 'The review of the team “{teamName}” ends on {expires}. {count, plural, one {# person waits} other {# people wait}} for a decision.',
  }),
  review_completed: kind({
    to: 'owners of the team',
    when: 'a review has ended',
    about: review<ReviewFacts & { itemCount: number; removedCount: number }>,
    subject: 'The review of the team “{teamName}” has ended',
    text: 'The review of the team “{teamName}” has ended. {removedCount, plural, =0 {Everybody stays} one {# person of {itemCount} was removed} other {# people of {itemCount} were removed}}.',
  }),
  lifecycle_run_capped: kind({
    to: ADMINISTRATORS,
    when: 'a lifecycle run stopped at its cap',
    /** @param facts `actedCount` teams were archived or deleted, `leftCount` are left for the next runs */
    about: ({ runId: id }: { runId: string; actedCount: number; leftCount: number }) => ({
      references: { lifecycleRun: { id } },
      page: pathOf('lifecycle/runs', id),
    }),
    subject: 'Lifecycle: {leftCount} expired teams were left for the next run',
    text: 'The lifecycle run archived or deleted {actedCount} teams and stopped at its cap. {leftCount} more have expired; the next runs will handle them. Look at the simulation before you raise the cap.',
  }),
  graph_account_lost: kind({
    to: ADMINISTRATORS,
    when: 'Microsoft no longer accepts the sign-in of the [connected account](microsoft-365.md#a-service-account-for-labels-and-messages)',
    /** @param _facts the user principal name, and the reason that Microsoft Entra gives */
    about: (_facts: Texts<'accountName' | 'reason'>) => OVERVIEW,
    subject: 'The account {accountName} must be connected again',
    text: 'Charter can no longer sign in to Microsoft 365 as {accountName}, so it sets no sensitivity labels and posts no welcome messages. Requests that need them wait or are rejected. Ask the operator of the service to run “charter graph-account connect”. Microsoft says: {reason}',
  }),
  graph_access_lost: kind({
    to: ADMINISTRATORS,
    when: 'Microsoft 365 rejects the sign-in of Charter, or a required permission is no longer granted; at most once an hour ([more](microsoft-365.md#when-the-access-is-lost))',
    /** @param _facts the reason that Microsoft Entra gives, or the missing permissions */
    about: (_facts: Texts<'accessReason'>) => OVERVIEW,
    subject: 'Microsoft 365 gives Charter no access',
    text: 'Microsoft 365 no longer gives Charter full access to your organisation. Requests for teams are accepted and wait, lists of people and teams may be outdated, and no policy restores anything. Ask the operator of the service to run “charter graph check”, and grant consent or renew the credential. Everything then continues by itself. The reason: {accessReason}',
  }),
  global_admin_assigned: kind({
    to: 'administrators; the person',
    when: 'somebody is given GLOBAL_ADMIN by the service ([more](your-own-organisation.md#administrators))',
    /** @param _facts the person or app with the role, and who assigned it */
    about: (_facts: Texts<'principalName' | 'actorName'>) => ({ references: {}, page: 'roles' }),
    subject: '{principalName} is a global administrator now',
    text: '{actorName} has given {principalName} the role GLOBAL_ADMIN, which may do everything in Charter. If you did not expect this, remove the role and look at the audit trail “security”.',
  }),
  change_waits: kind({
    to: 'administrators who may approve it',
    when: 'a deletion of teams in bulk or a change of a role waits for a second administrator ([more](your-own-organisation.md#four-eyes))',
    about: change<ChangeFacts>,
    subject: '{requesterName} needs a second administrator',
    text: '{requesterName} wants to {change, select, delete {delete {teamCount, plural, one {# team} other {# teams}}} assign {give {principalName} the role {role}} other {take the role {role} from {principalName}}}. Nothing happens until another administrator approves it. Approve or reject it before {expires}.',
  }),
  change_decided: kind({
    to: REQUESTER,
    when: "a second administrator approves or rejects the requester's change, nobody does in time, or an approved change of a role fails ([more](your-own-organisation.md#four-eyes))",
    about: change<
      Omit<ChangeFacts, 'expiresDateTime'> & {
        outcome: 'approved' | 'rejected' | 'expired' | 'failed';
        actorName: string;
        /** The comment of the person who decided, or the reason why an approved change failed. */
        message?: Message | string;
      }
    >,
    subject:
      '{outcome, select, approved {Your change was approved} rejected {Your change was rejected} expired {Your change has expired} other {Your change failed}}',
    text: 'You wanted to {change, select, delete {delete {teamCount, plural, one {# team} other {# teams}}} assign {give {principalName} the role {role}} other {take the role {role} from {principalName}}}. {outcome, select, approved {It was approved by {actorName}, and is carried out now.} rejected {It was rejected by {actorName}, so nothing changes.} expired {No second administrator decided in time, so nothing changes. Ask again if it is still needed.} other {It was approved, but could not be carried out.}}',
  }),
  app_secret_expiring: kind({
    to: ADMINISTRATORS,
    when: 'a secret of an [app](apps.md) expires within 14 days; once for each secret',
    about: appOf,
    subject: 'A secret of the app “{appName}” is about to expire',
    text: 'The secret “{secretName}” of the app “{appName}” expires on {expires}. Add a new secret on the page of the app, give it to the app, and remove the old one.',
  }),
  app_secret_expired: kind({
    to: ADMINISTRATORS,
    when: 'a secret of an app has expired; once for each secret',
    about: appOf,
    subject: 'A secret of the app “{appName}” has expired',
    text: 'The secret “{secretName}” of the app “{appName}” expired on {expires}, and calls with it are rejected. Add a new secret on the page of the app, or remove the old one.',
  }),
  template_people_departed: kind({
    to: ADMINISTRATORS,
    when: 'a request finds that its [template](templates.md) names people who have left, or approvers who cannot approve; once for each of them and template',
    /** @param facts `people` are the names of those people and approvers */
    about: ({ templateId }: { templateId: string; templateName: string; people: readonly string[] }) => ({
      references: {},
      page: pathOf('templates', templateId),
    }),
    subject: 'The template “{templateName}” names people who cannot take part',
    text: 'The template “{templateName}” or a request for it names people who are no longer in the directory or whose account is closed, or approvers who cannot approve: {people}. New teams are made without them. Please correct the template.',
  }),
};

export type NotificationKind = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[];
export const DECISION_KINDS = NOTIFICATION_KINDS.filter((name) => NOTIFICATIONS[name].asksForDecision);

export type NotificationFacts = Parameters<(typeof NOTIFICATIONS)[NotificationKind]['about']>[0];

/** The code of a text in the catalogues of the other languages. */
export const codeOf = (kind: NotificationKind, part: 'subject' | 'text'): string =>
  `notifications.${kind}.${part}`;

export interface NewNotification {
  id: string;
  addresseeId: string;
  kind: NotificationKind;
  facts: NotificationFacts;
}

/** Returns the notification of each addressee. */
export const notificationsTo = (
  addresseeIds: readonly string[],
  notification: Pick<NewNotification, 'kind' | 'facts'>,
): NewNotification[] => addresseeIds.map((addresseeId) => ({ id: newId(), addresseeId, ...notification }));

export interface NotificationRecord extends NewNotification {
  createdAt: Date;
  readAt: Date | null;
}
