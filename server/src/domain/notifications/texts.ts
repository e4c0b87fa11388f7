/** Texts of notifications, in each language. */
import { LIFECYCLE_DE, LIFECYCLE_EN, LIFECYCLE_FR, type LifecycleWriters } from './lifecycle-texts.ts';
import type {
  ApprovalFacts,
  CapFacts,
  HookFacts,
  NotificationFacts,
  NotificationKind,
  TeamFacts,
} from './model.ts';

export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Words {
  subject: string;
  body: string;
}
type Writer<Facts> = (facts: Facts) => Words;
type HookKind = 'webhook_disabled';
type ApprovalKind = Exclude<NotificationKind, HookKind | keyof LifecycleWriters>;
type Writers = Record<ApprovalKind, Writer<ApprovalFacts & { expires: string }>> &
  Record<HookKind, Writer<HookFacts>> &
  LifecycleWriters;

const EN: Writers = {
  ...LIFECYCLE_EN,
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
  webhook_disabled: ({ hookName, reason }) => ({
    subject: `Your webhook “${hookName}” was switched off`,
    body: `${
      reason === 'gone'
        ? `The receiver of your webhook “${hookName}” answered that it is gone for good (410), so nothing is sent to it any more.`
        : `Every attempt to deliver to your webhook “${hookName}” has failed for five days, so nothing is sent to it any more.`
    } What has not been delivered is kept and sent when you switch it on again.`,
  }),
};

const FR: Writers = {
  ...LIFECYCLE_FR,
  approval_requested: ({ teamName, templateName, requesterName, expires }) => ({
    subject: `${requesterName} demande l’équipe « ${teamName} »`,
    body: `${requesterName} demande une équipe nommée « ${teamName} », d’après le modèle « ${templateName} ». Merci d’approuver ou de refuser la demande avant le ${expires}.`,
  }),
  approval_reminder: ({ teamName, requesterName, expires }) => ({
    subject: `Rappel : l’équipe « ${teamName} » attend votre approbation`,
    body: `${requesterName} attend toujours une décision au sujet de l’équipe « ${teamName} ». La demande expire le ${expires}.`,
  }),
  approval_withdrawn: ({ teamName, actorName = '' }) => ({
    subject: `La demande de l’équipe « ${teamName} » a été retirée`,
    body: `${actorName} a retiré la demande de l’équipe « ${teamName} ». Il n’y a plus rien à décider.`,
  }),
  request_approved: ({ teamName, actorName = '' }) => ({
    subject: `Votre équipe « ${teamName} » est approuvée`,
    body: `${actorName} a approuvé votre demande de l’équipe « ${teamName} ». Elle est en cours de création.`,
  }),
  request_rejected: ({ teamName, actorName = '' }) => ({
    subject: `Votre équipe « ${teamName} » est refusée`,
    body: `${actorName} a refusé votre demande de l’équipe « ${teamName} ».`,
  }),
  request_expired: ({ teamName }) => ({
    subject: `Votre demande de l’équipe « ${teamName} » a expiré`,
    body: `Personne n’a statué à temps sur votre demande de l’équipe « ${teamName} ». Refaites-la si vous avez toujours besoin de l’équipe.`,
  }),
  webhook_disabled: ({ hookName, reason }) => ({
    subject: `Votre webhook « ${hookName} » a été désactivé`,
    body: `${
      reason === 'gone'
        ? `Le destinataire de votre webhook « ${hookName} » a répondu qu’il n’existe plus (410) ; plus rien ne lui est envoyé.`
        : `Toutes les tentatives de livraison à votre webhook « ${hookName} » échouent depuis cinq jours ; plus rien ne lui est envoyé.`
    } Ce qui n’a pas été livré est conservé et sera envoyé quand vous le réactiverez.`,
  }),
};

const DE: Writers = {
  ...LIFECYCLE_DE,
  approval_requested: ({ teamName, templateName, requesterName, expires }) => ({
    subject: `${requesterName} beantragt das Team „${teamName}“`,
    body: `${requesterName} beantragt ein Team namens „${teamName}“ nach der Vorlage „${templateName}“. Bitte genehmigen Sie den Antrag oder lehnen Sie ihn ab, spätestens am ${expires}.`,
  }),
  approval_reminder: ({ teamName, requesterName, expires }) => ({
    subject: `Erinnerung: Das Team „${teamName}“ wartet auf Ihre Genehmigung`,
    body: `${requesterName} wartet noch auf eine Entscheidung über das Team „${teamName}“. Der Antrag verfällt am ${expires}.`,
  }),
  approval_withdrawn: ({ teamName, actorName = '' }) => ({
    subject: `Der Antrag auf das Team „${teamName}“ wurde zurückgezogen`,
    body: `${actorName} hat den Antrag auf das Team „${teamName}“ zurückgezogen. Es ist nichts mehr zu entscheiden.`,
  }),
  request_approved: ({ teamName, actorName = '' }) => ({
    subject: `Ihr Team „${teamName}“ ist genehmigt`,
    body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ genehmigt. Es wird jetzt angelegt.`,
  }),
  request_rejected: ({ teamName, actorName = '' }) => ({
    subject: `Ihr Team „${teamName}“ wurde abgelehnt`,
    body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ abgelehnt.`,
  }),
  request_expired: ({ teamName }) => ({
    subject: `Ihr Antrag auf das Team „${teamName}“ ist verfallen`,
    body: `Niemand hat rechtzeitig über Ihren Antrag auf das Team „${teamName}“ entschieden. Stellen Sie ihn neu, wenn Sie das Team noch brauchen.`,
  }),
  webhook_disabled: ({ hookName, reason }) => ({
    subject: `Ihr Webhook „${hookName}“ wurde abgeschaltet`,
    body: `${
      reason === 'gone'
        ? `Der Empfänger Ihres Webhooks „${hookName}“ hat geantwortet, dass es ihn nicht mehr gibt (410); es wird nichts mehr an ihn gesendet.`
        : `Seit fünf Tagen ist jeder Versuch gescheitert, an Ihren Webhook „${hookName}“ zuzustellen; es wird nichts mehr an ihn gesendet.`
    } Was nicht zugestellt wurde, wird aufbewahrt und gesendet, sobald Sie ihn wieder einschalten.`,
  }),
};

const WRITERS: Record<Language, Writers> = { en: EN, fr: FR, de: DE };

/** Quotation marks of each language, around people's messages. */
const QUOTED: Record<Language, (message: string) => string> = {
  en: (message) => `“${message}”`,
  fr: (message) => `« ${message} »`,
  de: (message) => `„${message}“`,
};

/**
 * Returns the reader's language, or English without texts in it. Directories store BCP 47 (`fr-CA`) or a locale
 * (`fr_CA.UTF-8`).
 */
export function languageFor(preferred: string | null | undefined): Language {
  const primary = preferred
    ?.trim()
    .split(/[-_.@]/)[0]
    ?.toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}

/** One line: line breaks in a name could otherwise add mail headers. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function wordsOf(language: Language, kind: NotificationKind, facts: NotificationFacts): Words {
  const writers = WRITERS[language];
  if (kind === 'webhook_disabled') return writers[kind](facts as HookFacts);
  if (kind === 'lifecycle_run_capped') return writers[kind](facts as CapFacts);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const date = (text: string): string => format.format(new Date(text));
  if (kind === 'team_inactive' || kind === 'team_expired') {
    const team = facts as TeamFacts;
    const last = date(team.lastActivityDateTime);
    return writers[kind]({ ...team, expires: date(team.expiresDateTime), last });
  }
  const about = facts as ApprovalFacts;
  return writers[kind]({ ...about, expires: date(about.expiresDateTime) });
}

/** Returns the subject, and a plain text of one or two paragraphs. */
export function writeWords(
  language: Language,
  kind: NotificationKind,
  facts: NotificationFacts,
): { subject: string; text: string } {
  const { subject, body } = wordsOf(language, kind, facts);
  const said = 'message' in facts && facts.message !== undefined ? [QUOTED[language](facts.message)] : [];
  return { subject: oneLine(subject), text: [oneLine(body), ...said].join('\n\n') };
}
