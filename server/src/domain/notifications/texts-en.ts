/** The texts of notifications in English. */
import type { ExpiryAction } from '../teams/model.ts';
import type { FailureFacts, FailureReason, Texts } from './model.ts';

const THEN: Record<ExpiryAction, string> = {
  None: 'it counts as expired',
  Archive: 'it will be archived: everything stays readable, and nothing can be changed',
  Delete: 'it will be deleted with all that is in it',
};
const DONE: Record<ExpiryAction, string> = {
  None: 'It counts as expired; nothing else happens to it.',
  Archive: 'It is being archived. An owner can bring it back.',
  Delete: 'It is being deleted.',
};

const STEPS: Readonly<Record<string, string>> = {
  createTeam: 'create the team',
  setSensitivityLabel: 'set the sensitivity label',
  applySettings: 'apply the settings',
  createChannels: 'create the channels',
  installApps: 'install the apps',
  createTabs: 'create the tabs',
  setPicture: 'set the picture',
  addRequester: 'add the requester',
  addRequestedMembers: 'add the requested owners and members',
  addPermanentMembers: 'add the permanent owners and members',
  postWelcomeMessage: 'post the welcome message',
  archiveTeam: 'archive the team',
  unarchiveTeam: 'unarchive the team',
};
const CAUSES: Record<FailureReason, string> = {
  unavailable:
    'The system that holds the teams kept failing, although Charter repeated the step for a while.',
  internal: 'Something failed inside Charter.',
  missing: 'Something that the step needs does not exist any more.',
  taken: 'Another team has taken the name or the address in the meantime.',
  rejected: 'The system that holds the teams rejected the step.',
};
const TRY_AGAIN =
  'The administrators are notified. “Retry from the failed step” on the page of the request goes on from there.';
const CORRECT =
  'The administrators are notified and can correct the cause. Then choose “Retry from the failed step” on the page of the request, or send a new request.';
const ADVICE: Record<FailureReason, string> = {
  unavailable: TRY_AGAIN,
  internal: TRY_AGAIN,
  missing: CORRECT,
  taken: 'Send a new request with another name.',
  rejected: CORRECT,
};

/** Says what failed, why, and what stays. */
function failure({ reason, step, remains }: FailureFacts): string {
  const words = STEPS[step ?? ''];
  const at = words === undefined ? [] : [`It stopped at the step “${words}”.`];
  return [...at, CAUSES[reason], ...(remains ? ['What was built until then stays.'] : [])].join(' ');
}

export const EN: Texts = {
  quoted: (message) => `“${message}”`,
  details: (detail) => `Details for administrators: ${detail}`,
  approval_requested: ({ teamName, templateName, requesterName, expires }) => ({
    subject: `${requesterName} asks for the team “${teamName}”`,
    body: `${requesterName} asks for a team called “${teamName}”, from the template “${templateName}”. Please approve or reject the request by ${expires}.`,
  }),
  approval_reminder: ({ teamName, requesterName, expires }) => ({
    subject: `Reminder: the team “${teamName}” waits for your approval`,
    body: `${requesterName} still waits for a decision about the team “${teamName}”. The request expires on ${expires}.`,
  }),
  approval_withdrawn: ({ teamName, actorName = '' }) => ({
    subject: `The request for the team “${teamName}” was withdrawn`,
    body: `${actorName} withdrew the request for the team “${teamName}”. There is nothing left to decide.`,
  }),
  request_approved: ({ teamName, actorName = '' }) => ({
    subject: `Your team “${teamName}” was approved`,
    body: `${actorName} approved your request for the team “${teamName}”. It is being built now.`,
  }),
  request_rejected: ({ teamName, actorName = '' }) => ({
    subject: `Your team “${teamName}” was rejected`,
    body: `${actorName} rejected your request for the team “${teamName}”.`,
  }),
  request_expired: ({ teamName }) => ({
    subject: `Your request for the team “${teamName}” has expired`,
    body: `Nobody decided your request for the team “${teamName}” in time. Ask again if the team is still needed.`,
  }),
  team_ready: ({ teamName, templateName }) => ({
    subject: `Your team “${teamName}” is ready`,
    body: `The team “${teamName}” that you asked for is built from the template “${templateName}” and can be used.`,
  }),
  request_failed: (facts) => ({
    subject: `Your team “${facts.teamName}” could not be created`,
    body: `Your request for the team “${facts.teamName}” failed. ${failure(facts)} ${ADVICE[facts.reason]}`,
  }),
  job_failed: (facts) => ({
    subject:
      facts.purpose === 'request'
        ? `The team “${facts.teamName}” could not be created`
        : `Work on the team “${facts.teamName}” failed`,
    body: `${facts.requesterName} started it. ${failure(facts)} Look at the page of the job. When the cause is gone, choose “Retry from the failed step” there.`,
  }),
  job_cancelled: ({ purpose, teamName, actorName, removes }) =>
    purpose === 'request'
      ? {
          subject: `Your request for the team “${teamName}” was cancelled`,
          body: `${actorName} cancelled your request for the team “${teamName}”. ${removes ? 'What was built is deleted.' : 'What was built stays.'}`,
        }
      : {
          subject: `Work on the team “${teamName}” was cancelled`,
          body: `${actorName} cancelled the work on the team “${teamName}” that you had started.`,
        },
  webhook_disabled: ({ hookName, reason }) => ({
    subject: `Your webhook “${hookName}” was switched off`,
    body: `${
      reason === 'gone'
        ? `The receiver of your webhook “${hookName}” answered that it is gone for good (410), so nothing is sent to it any more.`
        : `Every attempt to deliver to your webhook “${hookName}” has failed for five days, so nothing is sent to it any more.`
    } What has not been delivered is kept and sent when you switch it on again.`,
  }),
  team_inactive: ({ teamName, action, expires, last }) => ({
    subject: `Is the team “${teamName}” still needed?`,
    body: `Nothing has happened in the team “${teamName}” since ${last}. If nobody renews it or works in it, on ${expires} ${THEN[action]}. Renew it if it is still needed.`,
  }),
  team_expired: ({ teamName, action }) => ({
    subject: `The team “${teamName}” has expired`,
    body: `Nobody renewed the team “${teamName}”, and nothing happened in it. ${DONE[action]}`,
  }),
  lifecycle_run_capped: ({ actedCount, leftCount }) => ({
    subject: `Lifecycle: ${leftCount} expired teams were left for the next run`,
    body: `The lifecycle run archived or deleted ${actedCount} teams and stopped at its cap. ${leftCount} more have expired; the next runs will handle them. Look at the simulation before you raise the cap.`,
  }),
  graph_account_lost: ({ accountName, reason }) => ({
    subject: `The account ${accountName} must be connected again`,
    body: `Charter can no longer sign in to Microsoft 365 as ${accountName}, so it sets no sensitivity labels and posts no welcome messages. Requests that need them wait or are rejected. Ask the operator of the service to run “charter graph-account connect”. Microsoft says: ${reason}`,
  }),
  graph_access_lost: ({ accessReason }) => ({
    subject: 'Microsoft 365 gives Charter no access',
    body: `Microsoft 365 no longer gives Charter full access to your organisation. Requests for teams are accepted and wait, lists of people and teams may be outdated, and no policy restores anything. Ask the operator of the service to run “charter graph check”, and grant consent or renew the credential. Everything then continues by itself. The reason: ${accessReason}`,
  }),
  template_people_departed: ({ templateName, people }) => ({
    subject: `People of the template “${templateName}” have left`,
    body: `The template “${templateName}” or a request for it names people who are no longer in the directory, or whose account is closed: ${people.join(', ')}. New teams are made without them. Please correct the template.`,
  }),
};
